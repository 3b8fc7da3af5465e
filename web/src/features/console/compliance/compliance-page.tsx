import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import own from './compliance.module.css'
import { HoldsTab } from './holds-tab.tsx'
import { RetentionTab } from './retention-tab.tsx'

const tabs = ['holds', 'retention'] as const
type TabId = (typeof tabs)[number]

/** How long mail is kept: by order, and by rule. */
export function CompliancePage({ me }: { me: Me }) {
  const { t } = useTranslation('console-compliance')
  const [tab, setTab] = useState<TabId>('holds')
  return (
    <>
      <h1 className={styles.title}>{t('console:pages.compliance')}</h1>
      <Tabs
        label={t('console:pages.compliance')}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        current={tab}
        onPick={setTab}
      >
        <div className={own.tab}>
          {tab === 'holds' && <HoldsTab me={me} />}
          {tab === 'retention' && <RetentionTab me={me} />}
        </div>
      </Tabs>
    </>
  )
}
