import type { ApprovalItem } from '@hongyan/contract/approval-fields'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { iconCheck, iconClose, iconUndo } from '../../ui/icons.ts'
import styles from './approval.module.css'
import type { Decision, Side } from './approval-query.ts'
import { DecideDialog } from './decide-dialog.tsx'

interface BulkBarProps {
  side: Side
  /** Those of the list about which something can be done. */
  open: readonly ApprovalItem[]
  picked: readonly ApprovalItem[]
  onPick: (ids: readonly number[], on: boolean) => void
}

const offered = {
  approver: [
    { decision: 'approve', icon: iconCheck },
    { decision: 'reject', icon: iconClose },
  ],
  own: [{ decision: 'withdraw', icon: iconUndo }],
} as const

/** Several at once. */
export function BulkBar({ side, open, picked, onPick }: BulkBarProps) {
  const { t } = useTranslation('approval')
  const [decision, setDecision] = useState<Decision | null>(null)
  const idsOf = (items: readonly ApprovalItem[]) => items.map(({ approvalId }) => approvalId)
  return (
    <div className={styles.bulk}>
      <Checkbox
        checked={picked.length === open.length}
        mixed={picked.length > 0 && picked.length < open.length}
        onChange={(event) => onPick(idsOf(open), event.target.checked)}
      >
        {t('all')}
      </Checkbox>
      <span className={styles.bulkCount} role="status">
        {picked.length > 0 ? t('list:selected', { count: picked.length }) : ''}
      </span>
      {offered[side].map(({ decision: one, icon }, index) => (
        <Button
          key={one}
          size="sm"
          kind={index === 0 ? 'primary' : 'secondary'}
          icon={icon}
          disabled={picked.length === 0}
          onClick={() => setDecision(one)}
        >
          {t(`do.${one}`)}
        </Button>
      ))}
      {decision && (
        <DecideDialog
          decision={decision}
          items={picked}
          onClose={() => setDecision(null)}
          onDone={() => onPick(idsOf(picked), false)}
        />
      )}
    </div>
  )
}
