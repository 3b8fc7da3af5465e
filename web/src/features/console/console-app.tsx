import { consoleContract as api } from '@hongyan/contract/console'
import type { ConsoleRole } from '@hongyan/contract/console-endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { setLanguage, useTranslation } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  iconClock,
  iconExport,
  iconGlobe,
  iconHome,
  iconImport,
  iconJunk,
  iconLogout,
  iconMail,
  iconPeople,
  iconRefresh,
  iconSearch,
  iconSettings,
  iconShield,
  iconSort,
} from '../../ui/icons.ts'
import { iconAnnounce, iconApproval, iconDisk, iconKey } from '../../ui/icons-later.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { SkipButton } from '../../ui/skip-button.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { ActsPage } from './acts-page.tsx'
import { AlarmsPage } from './alarms/alarms-page.tsx'
import { ask } from './ask.ts'
import { CompliancePage } from './compliance/compliance-page.tsx'
import { ExportsPage } from './compliance/exports-page.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { keepToken, type Me, useConsole } from './console-state.ts'
import styles from './desk.module.css'
import { DomainsPage } from './domains/domains-page.tsx'
import { GroupsPage } from './groups/groups-page.tsx'
import { HealthPage } from './health/health-page.tsx'
import { ListsPage } from './lists-page.tsx'
import { OrganisationPage } from './organisation/organisation-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { PeoplePage } from './people-page.tsx'
import { PolicyPage } from './policy/policy-page.tsx'
import { ProtectionPage } from './protection/protection-page.tsx'
import { QueuePage } from './queue/queue-page.tsx'
import { SignInsPage } from './sign-ins/sign-ins-page.tsx'
import { SyncPage } from './sync-page.tsx'
import { TracePage } from './trace/trace-page.tsx'
import { UnsavedParts } from './unsaved-parts.ts'
import { useDeskPage } from './use-desk-page.tsx'
import { useFieldWords } from './use-field-words.ts'

type PageId =
  | 'overview'
  | 'people'
  | 'lists'
  | 'sync'
  | 'domains'
  | 'groups'
  | 'organisation'
  | 'protection'
  | 'queue'
  | 'trace'
  | 'signIns'
  | 'health'
  | 'alarms'
  | 'compliance'
  | 'exports'
  | 'policy'
  | 'acts'

interface Page {
  id: PageId
  icon: string
  may: readonly ConsoleRole[]
  Page: ComponentType<{ me: Me }>
}

const pages: readonly Page[] = [
  { id: 'overview', icon: iconHome, may: api.overview.may, Page: OverviewPage },
  { id: 'people', icon: iconPeople, may: api.people.may, Page: PeoplePage },
  { id: 'lists', icon: iconImport, may: api.lists.may, Page: ListsPage },
  { id: 'sync', icon: iconRefresh, may: api.sync.may, Page: SyncPage },
  { id: 'domains', icon: iconGlobe, may: api.domains.may, Page: DomainsPage },
  { id: 'groups', icon: iconMail, may: api.groups.may, Page: GroupsPage },
  {
    id: 'organisation',
    icon: iconSettings,
    may: api.organisation.may,
    Page: OrganisationPage,
  },
  { id: 'policy', icon: iconApproval, may: api.rules.may, Page: PolicyPage },
  { id: 'protection', icon: iconJunk, may: api.protection.may, Page: ProtectionPage },
  { id: 'queue', icon: iconClock, may: api.queue.may, Page: QueuePage },
  { id: 'trace', icon: iconSearch, may: api.trace.may, Page: TracePage },
  { id: 'signIns', icon: iconKey, may: api.signIns.may, Page: SignInsPage },
  { id: 'health', icon: iconSort, may: api.health.may, Page: HealthPage },
  { id: 'alarms', icon: iconAnnounce, may: api.alarms.may, Page: AlarmsPage },
  { id: 'compliance', icon: iconDisk, may: api.legalHolds.may, Page: CompliancePage },
  { id: 'exports', icon: iconExport, may: api.mailExports.may, Page: ExportsPage },
  { id: 'acts', icon: iconShield, may: api.acts.may, Page: ActsPage },
]

/** Spends the ticket of the link, if there is one, and takes it out of the address. */
async function takeTicket(): Promise<void> {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket')
  if (ticket === null) return
  history.replaceState(null, '', location.pathname)
  keepToken('')
  keepToken((await ask(api.open, { body: { ticket } })).token)
}

export function ConsoleApp() {
  const { t } = useTranslation('console')
  const token = useConsole((state) => state.token)
  const me = useConsole((state) => state.me)
  const [trouble, setTrouble] = useState('')
  const [ready, setReady] = useState(false)
  useEffect(() => {
    takeTicket()
      .then(async () => {
        if (useConsole.getState().token !== '') useConsole.setState({ me: await ask(api.me, {}) })
      })
      .catch((error: Error) => setTrouble(error.message))
      .finally(() => setReady(true))
  }, [])
  usePageTitle(t('title'))
  useFieldWords()
  if (!ready) return null
  return (
    <>
      {me && token !== '' ? <Desk me={me} /> : <Outside trouble={trouble} />}
      <ConfirmPassword />
      <Toasts label={t('notices')} closeLabel={t('close')} />
    </>
  )
}

/** Nobody is in: the way in is from the mail. */
function Outside({ trouble }: { trouble: string }) {
  const { t } = useTranslation('console')
  return (
    <main className={styles.outside}>
      <EmptyState isPage title={trouble || t('outside.title')} text={t('outside.text')} />
    </main>
  )
}

function Desk({ me }: { me: Me }) {
  const { t } = useTranslation('console')
  const mine = pages.filter((page) => page.may.includes(me.role))
  const desk = useDeskPage<PageId>(
    mine.map(({ id }) => id),
    mine[0]?.id ?? 'people',
  )
  const { current } = desk
  const Page = mine.find(({ id }) => id === current)?.Page
  const main = useRef<HTMLElement>(null)
  // Who goes to a page by the keyboard is on it: behind the list of pages it would be as far as the last of them.
  const enter = (id: PageId) => desk.open(id, () => main.current?.focus())
  return (
    <div className={styles.desk}>
      <SkipButton label={t('skip')} onSkip={() => main.current?.focus()} />
      <TopBar me={me} leaving={desk.leaving} />
      <nav className={styles.nav} aria-label={t('pages.label')}>
        <Select
          className={styles.pick ?? ''}
          label={t('pages.label')}
          hideLabel
          value={current}
          options={mine.map(({ id }) => ({ value: id, label: t(`pages.${id}`) }))}
          onChange={(event) => desk.open(event.target.value as PageId)}
        />
        {mine.map(({ id, icon }) => (
          <button
            key={id}
            type="button"
            className={styles.link}
            aria-current={id === current ? 'page' : undefined}
            onClick={() => enter(id)}
          >
            <Icon icon={icon} size={18} />
            {t(`pages.${id}`)}
          </button>
        ))}
      </nav>
      {/* A page of figures has nothing else that the keyboard could reach, and is to be scrolled all the same. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached */}
      <main ref={main} className={styles.page} key={current} tabIndex={0}>
        <UnsavedParts value={desk.report}>{Page && <Page me={me} />}</UnsavedParts>
      </main>
      {desk.question}
    </div>
  )
}

function TopBar({ me, leaving }: { me: Me; leaving: (go: () => void) => void }) {
  const { t, language } = useTranslation('console')
  const queries = useQueryClient()
  const leave = () => {
    void ask(api.end, { body: {} }).catch(() => undefined)
    queries.clear()
    keepToken('')
  }
  return (
    <header className={styles.top}>
      <BrandMark size={24} />
      <strong className={styles.name}>{t('title')}</strong>
      <span className={styles.organisation}>{me.organisation}</span>
      <span className={styles.who} title={me.address}>
        <Isolated>{me.name}</Isolated> · {t(`roles.${me.role}`)}
      </span>
      <Button
        kind="quiet"
        size="sm"
        lang={language === 'zh' ? 'en' : 'zh'}
        onClick={() => void setLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {language === 'zh' ? 'English' : '中文'}
      </Button>
      <Button kind="quiet" size="sm" icon={iconLogout} onClick={() => leaving(leave)}>
        {t('leave')}
      </Button>
    </header>
  )
}
