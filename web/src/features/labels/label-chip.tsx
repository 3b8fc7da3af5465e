import type { Label } from '@hongyan/contract/labels'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './labels.module.css'
import { useEnabledLabels } from './labels-query.ts'

/** The colour of a label, as a dot. */
export function LabelDot({ color }: { color: number }) {
  return <span className={styles.dot} data-color={color} aria-hidden="true" />
}

/** A label as it stands on a mail. */
export function LabelChip({ label }: { label: Label }) {
  return (
    <span className={styles.chip} data-color={label.color} title={label.labelName}>
      <Isolated>{label.labelName}</Isolated>
    </span>
  )
}

/** The labels of one mail; what is disabled or deleted is not shown. */
export function LabelChips({ ids }: { ids: readonly number[] }) {
  const labels = useEnabledLabels()
  if (ids.length === 0) return null
  return labels
    .filter(({ labelId }) => ids.includes(labelId))
    .map((label) => <LabelChip key={label.labelId} label={label} />)
}
