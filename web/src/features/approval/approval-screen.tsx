import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate, useSearchParams } from '../../lib/router/hooks.ts'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './approval.module.css'
import { ApprovalList } from './approval-list.tsx'
import type { Side, StateTab } from './approval-query.ts'
import { Deputy } from './deputy.tsx'

const tabs = ['all', 'pending', 'approved', 'rejected', 'withdrawn'] as const

interface ApprovalScreenProps {
  side: Side
}

/** /approval (R21): mails to decide on; /pending (R22): one's own that others decide on. */
export function ApprovalScreen({ side }: ApprovalScreenProps) {
  const { t } = useTranslation('approval')
  const navigate = useNavigate()
  const asked = useSearchParams().get('state')
  // What waits comes first for who decides; who wrote wants to see what became of it.
  const begins: StateTab = side === 'approver' ? 'pending' : 'all'
  const current = tabs.find((one) => one === asked) ?? begins
  const path = side === 'approver' ? '/approval' : '/pending'
  const title = t(side === 'approver' ? 'shell:screens.approval' : 'shell:screens.requests')
  return (
    <section className={styles.screen} aria-label={title}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.intro}>{t(`intro.${side}`)}</p>
        {side === 'approver' && <Deputy />}
      </header>
      <Tabs
        label={t('show')}
        tabs={tabs.map((id) => ({ id, label: t(`state.${id}`) }))}
        current={current}
        onPick={(state) => void navigate(`${path}?state=${state}`, { replace: true })}
      >
        <ApprovalList key={`${side} ${current}`} side={side} state={current} />
      </Tabs>
    </section>
  )
}
