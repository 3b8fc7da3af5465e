import styles from './skeleton.module.css'

/** A grey bar where text will be. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string
  height?: number
}) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />
}
