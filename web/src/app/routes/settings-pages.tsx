import { type ComponentType, lazy } from 'react'
import { SystemNotices } from '../../features/push/system-notices.public.tsx'
import { ForwardSection } from '../../features/rules/forward-section.tsx'
import { ReplySection } from '../../features/rules/reply-section.tsx'
import { GeneralPage } from '../../features/settings/general-page.tsx'
import { LanguageSection } from '../../features/settings/language-section.tsx'
import { ListSection } from '../../features/settings/list-section.tsx'
import { NoticeSection } from '../../features/settings/notice-section.tsx'
import type { SettingsPage } from '../../features/settings/settings.public.tsx'
import { TimeSection } from '../../features/settings/time-section.tsx'
import {
  iconClock,
  iconFolder,
  iconListBullet,
  iconLock,
  iconRestore,
  iconShield,
  iconSignature,
  iconSliders,
  iconSort,
  iconTemplate,
} from '../../ui/icons.ts'

const ReadingSection = lazy(() =>
  import('../../features/messages/reading-pages.public.ts').then(({ ReadingSection }) => ({
    default: ReadingSection,
  })),
)

/** Sections of /set/normalset, top to bottom. */
const generalSections: readonly ComponentType[] = [
  LanguageSection,
  ReadingSection,
  ListSection,
  TimeSection,
  NoticeSection,
  SystemNotices,
  ReplySection,
  ForwardSection,
]

const RulesPage = lazy(() =>
  import('../../features/rules/rules-page.tsx').then(({ RulesPage }) => ({ default: RulesPage })),
)
const SelfCheckPage = lazy(() =>
  import('../../features/records/self-check-page.tsx').then(({ SelfCheckPage }) => ({
    default: SelfCheckPage,
  })),
)
const LogPage = lazy(() =>
  import('../../features/records/log-page.tsx').then(({ LogPage }) => ({ default: LogPage })),
)
const HistoryPage = lazy(() =>
  import('../../features/records/history-page.tsx').then(({ HistoryPage }) => ({
    default: HistoryPage,
  })),
)
const RetrievalPage = lazy(() =>
  import('../../features/records/retrieval-page.tsx').then(({ RetrievalPage }) => ({
    default: RetrievalPage,
  })),
)

/**
 * Every page under /set, in the order of the navigation (R45-R63): a line here and a file of the feature,
 * `lazy(() => import('../features/x/x-page.tsx').then(({ XPage }) => ({ default: XPage })))`.
 */
export const settingsPages: readonly SettingsPage[] = [
  {
    path: 'normalset',
    titleKey: 'settings:general',
    icon: iconSliders,
    group: 'mail',
    page: () => <GeneralPage sections={generalSections} />,
  },
  {
    path: 'foldermanagement',
    titleKey: 'folders:management',
    icon: iconFolder,
    group: 'mail',
    page: lazy(() =>
      import('../../features/folders/management-page.tsx').then(({ ManagementPage }) => ({
        default: ManagementPage,
      })),
    ),
  },
  {
    path: 'mailclassification',
    titleKey: 'rules:title',
    icon: iconSort,
    group: 'mail',
    page: RulesPage,
  },
  {
    path: 'signature',
    titleKey: 'signatures:title',
    icon: iconSignature,
    group: 'mail',
    page: lazy(() =>
      import('../../features/signatures/signatures-page.tsx').then(({ SignaturesPage }) => ({
        default: SignaturesPage,
      })),
    ),
  },
  {
    path: 'lettertemplate',
    titleKey: 'templates:title',
    icon: iconTemplate,
    group: 'mail',
    page: lazy(() =>
      import('../../features/templates/templates-page.tsx').then(({ TemplatesPage }) => ({
        default: TemplatesPage,
      })),
    ),
  },
  {
    path: 'decryption',
    titleKey: 'smime:page.title',
    icon: iconLock,
    group: 'account',
    needs: 'smimeEnable',
    page: lazy(() =>
      import('../../features/smime/decryption-page.tsx').then(({ DecryptionPage }) => ({
        default: DecryptionPage,
      })),
    ),
  },
  {
    path: 'mailretrieval',
    titleKey: 'records:retrieval.title',
    icon: iconRestore,
    group: 'records',
    page: RetrievalPage,
  },
  {
    path: 'mailhistory',
    titleKey: 'records:history.title',
    icon: iconClock,
    group: 'records',
    page: HistoryPage,
  },
  {
    path: 'selfquery',
    titleKey: 'records:log.title',
    icon: iconListBullet,
    group: 'records',
    page: LogPage,
  },
  {
    path: 'selfChecking',
    titleKey: 'records:check.title',
    icon: iconShield,
    group: 'records',
    page: SelfCheckPage,
  },
]
