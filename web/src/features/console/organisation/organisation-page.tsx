import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import console from '../console.module.css'
import { useAsked } from '../use-asked.ts'
import { AnnouncementsTab } from './announcements-tab.tsx'
import { AssistantSection } from './assistant-section.tsx'
import { FeedbackTab } from './feedback-tab.tsx'
import { FestivalSection } from './festival-section.tsx'
import { MachineTab } from './machine-tab.tsx'
import { NameSection } from './name-section.tsx'
import styles from './organisation.module.css'
import { SwitchesSection } from './switches-section.tsx'
import { TextsTab } from './texts-tab.tsx'

const tabs = ['announcements', 'feedback', 'settings', 'texts', 'machine'] as const
type Tab = (typeof tabs)[number]

/** What an administrator sets for everybody. */
export function OrganisationPage() {
  const { t } = useTranslation('console-organisation')
  const [tab, setTab] = useState<Tab>('announcements')
  const query = { state: 'open', pageSize: 20 } as const
  const open = useAsked(api.feedback, { query }).data?.open ?? 0
  const label = (id: Tab) =>
    id === 'feedback' && open > 0 ? t('tabs.feedbackOpen', { count: open }) : t(`tabs.${id}`)
  return (
    <div className={styles.page}>
      <h1 className={console.title}>{t('title')}</h1>
      <Tabs
        label={t('title')}
        tabs={tabs.map((id) => ({ id, label: label(id) }))}
        current={tab}
        onPick={setTab}
      >
        <div className={styles.tab}>
          {tab === 'announcements' && <AnnouncementsTab />}
          {tab === 'feedback' && <FeedbackTab />}
          {tab === 'settings' && <SettingsTab />}
          {tab === 'texts' && <TextsTab />}
          {tab === 'machine' && <MachineTab />}
        </div>
      </Tabs>
    </div>
  )
}

function SettingsTab() {
  const { data, error } = useAsked(api.organisation, {})
  if (error) return <Banner tone="danger">{error.message}</Banner>
  if (!data) return null
  return (
    <>
      <NameSection organisation={data} />
      <SwitchesSection organisation={data} />
      <FestivalSection organisation={data} />
      <AssistantSection organisation={data} />
    </>
  )
}
