import { lazyPart } from '../lib/lazy-part.tsx'
import styles from './text-field.module.css'
import type { DateTimeFieldProps } from './time-format.ts'

/** As high as the field that is on its way. */
const Waiting = ({ label, hint }: DateTimeFieldProps) => (
  <div className={styles.field} aria-hidden>
    <span className={styles.label}>{label}</span>
    <div className={[styles.box, styles.md].join(' ')} />
    {hint && <p className={styles.hint}>{hint}</p>}
  </div>
)

/**
 * A date and time in the product's language, whatever the browser's is: typed in parts, stepped with the arrow keys or chosen from a
 * month. What it is made of is loaded when it is first drawn (ADR 23).
 */
export const DateTimeField = lazyPart(
  () => import('./heavy/date-time-field.tsx'),
  'DateTimeField',
  { waiting: Waiting },
)
