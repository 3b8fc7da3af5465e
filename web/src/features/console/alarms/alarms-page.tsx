import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { AlarmSettingsTab } from './alarm-settings-tab.tsx'
import { AlarmsTab } from './alarms-tab.tsx'
import { HoldsTab } from './holds-tab.tsx'

const all = ['alarms', 'holds', 'settings'] as const
type TabId = (typeof all)[number]

/** What goes wrong, accounts that are held for outgoing mail, and who is told. */
export function AlarmsPage({ me }: { me: Me }) {
  const { t } = useTranslation('console-watch')
  const [tab, setTab] = useState<TabId>('alarms')
  const [hasSettings, setHasSettings] = useState(false)
  const tabs = me.role === 'auditor' ? (['alarms'] as const) : all
  return (
    <>
      <h1 className={styles.title}>{t('console:pages.alarms')}</h1>
      <Tabs
        label={t('console:pages.alarms')}
        tabs={tabs.map((id) => ({ id, label: t(`alarms.tabs.${id}`) }))}
        current={tab}
        onPick={(id) => {
          setTab(id)
          if (id === 'settings') setHasSettings(true)
        }}
      >
        {tab === 'alarms' && <AlarmsTab />}
        {tab === 'holds' && <HoldsTab />}
        {/* What was typed there stays while another tab is looked at. */}
        {hasSettings && (
          <div hidden={tab !== 'settings'}>
            <AlarmSettingsTab />
          </div>
        )}
      </Tabs>
    </>
  )
}
