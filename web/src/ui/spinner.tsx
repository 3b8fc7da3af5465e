import styles from './spinner.module.css'

/** A turning ring. With a label it is announced; without, something beside it says what happens. */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  const ring = (
    <span className={styles.ring} style={{ width: size, height: size }} aria-hidden="true" />
  )
  if (!label) return ring
  return (
    <span role="status" className={styles.labelled}>
      {ring}
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
