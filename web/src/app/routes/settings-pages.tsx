import { clientAccess } from '@hongyan/contract/client-access'
import { folders } from '@hongyan/contract/folders'
import { lock } from '@hongyan/contract/lock'
import { passwords } from '@hongyan/contract/passwords'
import { profile } from '@hongyan/contract/profile'
import { protection } from '@hongyan/contract/protection'
import { records } from '@hongyan/contract/records'
import { rules } from '@hongyan/contract/rules'
import { secondStep } from '@hongyan/contract/second-step'
import { session } from '@hongyan/contract/session'
import { signatures } from '@hongyan/contract/signatures'
import { smime } from '@hongyan/contract/smime'
import { templates } from '@hongyan/contract/templates'
import type { ComponentType } from 'react'
import { AssistantSection } from '../../features/assistant/assistant-section.tsx'
import { SystemNotices } from '../../features/push/system-notices.public.tsx'
import { ForwardSection } from '../../features/rules/forward-section.tsx'
import { ReplySection } from '../../features/rules/reply-section.tsx'
import { AccountPage, type AccountTab } from '../../features/settings/account-page.tsx'
import { GeneralPage } from '../../features/settings/general-page.tsx'
import { LanguageSection } from '../../features/settings/language-section.tsx'
import { ListSection } from '../../features/settings/list-section.tsx'
import { NoticeSection } from '../../features/settings/notice-section.tsx'
import { PageWaiting } from '../../features/settings/page-waiting.tsx'
import type { SettingsPage } from '../../features/settings/settings.public.tsx'
import { TimeSection } from '../../features/settings/time-section.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { type Needed, useMay } from '../../lib/me.ts'
import {
  iconClock,
  iconFolder,
  iconJunk,
  iconLock,
  iconRestore,
  iconShield,
  iconSkin,
  iconSliders,
  iconSort,
  iconUser,
} from '../../ui/icons.ts'
import {
  iconDevice,
  iconKey,
  iconListBullet,
  iconSignature,
  iconTemplate,
} from '../../ui/icons-later.ts'
import { drawnRows, settingsRows } from './settings-rows.ts'

const part = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyPart(load, name, { waiting: PageWaiting })

const ChangePasswordTab = part(
  () => import('../../features/passwords/change-password-tab.tsx'),
  'ChangePasswordTab',
)

const VerificationTab = part(
  () => import('../../features/second-step/verification-tab.tsx'),
  'VerificationTab',
)

/** Tabs of /set/accountalias by their number (SECURITY-01); the fourth is the lock password's (G45). */
const accountTabs: readonly AccountTab[] = [
  { tab: 1, titleKey: 'passwords:tab', content: ChangePasswordTab, by: passwords.update },
  { tab: 2, titleKey: 'second:tab', content: VerificationTab, by: secondStep.state },
  {
    tab: 3,
    titleKey: 'profile:tab',
    by: profile.saveNickname,
    content: part(() => import('../../features/profile/profile-tab.tsx'), 'ProfileTab'),
  },
  {
    tab: 4,
    titleKey: 'lock:title',
    by: lock.set,
    content: part(() => import('../../features/lock/lock-section.tsx'), 'LockSection'),
  },
  {
    tab: 5,
    titleKey: 'session:title',
    by: session.logins,
    content: part(() => import('../../features/session/logins-section.tsx'), 'LoginsSection'),
  },
]

/** Sections of /set/normalset, top to bottom. */
const generalSections = (ReadingSection: ComponentType): readonly ComponentType[] => [
  LanguageSection,
  ReadingSection,
  ListSection,
  TimeSection,
  NoticeSection,
  SystemNotices,
  AssistantSection,
  onlyWhoMay(rules.saveReply, ReplySection),
  onlyWhoMay(rules.saveForward, ForwardSection),
]

function onlyWhoMay(by: Needed, Section: ComponentType): ComponentType {
  return () => useMay()(by) && <Section />
}

/**
 * Every page under /set, in the order of the navigation (R45-R63): an entry here and a file of the feature. They are no
 * routes of the router's own, so that this list stays out of the first load.
 */
export const settingsPages: readonly SettingsPage[] = [
  {
    path: 'normalset',
    rows: settingsRows.normalset,
    drawn: drawnRows.normalset,
    titleKey: 'settings:general',
    icon: iconSliders,
    group: 'mail',
    // All its sections at once: what is on the way would push down what is read already.
    page: part(async () => {
      const { ReadingSection } = await import('../../features/messages/reading-pages.public.ts')
      const sections = generalSections(ReadingSection)
      return { General: () => <GeneralPage sections={sections} /> }
    }, 'General'),
  },
  {
    path: 'skinpeeling',
    rows: settingsRows.skinpeeling,
    titleKey: 'skins:title',
    isMore: true,
    icon: iconSkin,
    group: 'mail',
    page: part(() => import('../../features/skins/skin-page.tsx'), 'SkinPage'),
  },
  {
    path: 'foldermanagement',
    titleKey: 'folders:management',
    by: folders.save,
    icon: iconFolder,
    group: 'mail',
    page: part(() => import('../../features/folders/management-page.tsx'), 'ManagementPage'),
  },
  {
    path: 'mailclassification',
    titleKey: 'rules:title',
    by: rules.list,
    icon: iconSort,
    group: 'mail',
    page: part(() => import('../../features/rules/rules-page.tsx'), 'RulesPage'),
  },
  {
    path: 'protection',
    titleKey: 'protection:own.title',
    by: protection.saveSender,
    icon: iconJunk,
    group: 'mail',
    page: part(
      () => import('../../features/protection/own-protection-page.tsx'),
      'OwnProtectionPage',
    ),
  },
  {
    path: 'signature',
    rows: settingsRows.signature,
    titleKey: 'signatures:title',
    by: signatures.save,
    icon: iconSignature,
    group: 'mail',
    page: part(() => import('../../features/signatures/signatures-page.tsx'), 'SignaturesPage'),
  },
  {
    path: 'lettertemplate',
    titleKey: 'templates:title',
    by: templates.save,
    icon: iconTemplate,
    group: 'mail',
    page: part(() => import('../../features/templates/templates-page.tsx'), 'TemplatesPage'),
  },
  {
    path: 'accountalias',
    rows: settingsRows.accountalias,
    drawn: drawnRows.accountalias,
    tail: '/:tab?',
    titleKey: 'settings:account',
    // That of the tabs which a member of a mailbox may open.
    by: profile.saveNickname,
    rowsBy: Object.fromEntries(accountTabs.map(({ tab, by }) => [`/${tab}`, by])),
    icon: iconUser,
    group: 'account',
    page: () => <AccountPage tabs={accountTabs} />,
  },
  {
    path: 'client',
    rows: settingsRows.client,
    titleKey: 'client-access:title',
    by: clientAccess.detail,
    icon: iconKey,
    group: 'account',
    needs: 'clientSwitch',
    page: part(() => import('../../features/client-access/client-page.tsx'), 'ClientPage'),
  },
  {
    path: 'device',
    rows: settingsRows.device,
    titleKey: 'client-access:devices.title',
    by: clientAccess.devices,
    icon: iconDevice,
    group: 'account',
    needs: 'deviceEnable',
    page: part(() => import('../../features/client-access/device-page.tsx'), 'DevicePage'),
  },
  {
    path: 'decryption',
    titleKey: 'smime:page.title',
    by: smime.own,
    icon: iconLock,
    group: 'account',
    needs: 'smimeEnable',
    page: part(() => import('../../features/smime/decryption-page.tsx'), 'DecryptionPage'),
  },
  {
    path: 'mailretrieval',
    titleKey: 'records:retrieval.title',
    by: records.recover,
    icon: iconRestore,
    group: 'records',
    page: part(() => import('../../features/records/retrieval-page.tsx'), 'RetrievalPage'),
  },
  {
    path: 'mailhistory',
    titleKey: 'records:history.title',
    by: records.history,
    icon: iconClock,
    group: 'records',
    page: part(() => import('../../features/records/history-page.tsx'), 'HistoryPage'),
  },
  {
    path: 'selfquery',
    titleKey: 'records:log.title',
    by: records.userLog,
    icon: iconListBullet,
    group: 'records',
    page: part(() => import('../../features/records/log-page.tsx'), 'LogPage'),
  },
  {
    path: 'selfChecking',
    titleKey: 'shell:screens.selfCheck',
    by: records.selfCheck,
    icon: iconShield,
    group: 'records',
    page: part(() => import('../../features/records/self-check-page.tsx'), 'SelfCheckPage'),
  },
]
