import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { JudgementTab } from './judgement-tab.tsx'
import own from './protection.module.css'
import { QuarantineTab } from './quarantine-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { SendersTab } from './senders-tab.tsx'
import { WavesTab } from './waves-tab.tsx'

const tabs = ['quarantine', 'reports', 'waves', 'senders', 'judgement'] as const
type TabId = (typeof tabs)[number]

/** Protection of what comes in: held mail, what people reported, lists of senders, how mail is judged. */
export function ProtectionPage({ me }: { me: Me }) {
  const { t } = useTranslation('protection')
  const [current, setCurrent] = useState<TabId>('quarantine')
  const [hasJudgement, setHasJudgement] = useState(false)
  const mayChange = me.role !== 'auditor'
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <Tabs
        label={t('title')}
        tabs={tabs
          .filter((id) => mayChange || id !== 'waves')
          .map((id) => ({ id, label: t(`tabs.${id}`) }))}
        current={current}
        onPick={(id) => {
          setCurrent(id)
          if (id === 'judgement') setHasJudgement(true)
        }}
      >
        <div className={own.tab}>
          {current === 'quarantine' && <QuarantineTab mayChange={mayChange} />}
          {current === 'reports' && <ReportsTab mayChange={mayChange} />}
          {current === 'waves' && <WavesTab />}
          {current === 'senders' && <SendersTab mayChange={mayChange} />}
          {/* What was typed there stays while another tab is looked at. */}
          {hasJudgement && (
            <div hidden={current !== 'judgement'}>
              <JudgementTab mayChange={mayChange} />
            </div>
          )}
        </div>
      </Tabs>
    </>
  )
}
