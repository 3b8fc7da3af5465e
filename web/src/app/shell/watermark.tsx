import { useSettings, useUser } from '../../lib/me.ts'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './watermark.module.css'

/** So many cover a screen of 4 k: wherever a picture of it is cut out, one is in it. */
const marks = Array.from({ length: 17 * 17 }, (_, index) => `mark ${index}`)

/** Name and address of who reads, lightly over everything, where the organisation wants it (SHELL-29, G60). */
export function Watermark() {
  const enabled = useSettings()?.watermark === 1
  const user = useUser()
  if (!enabled || !user) return null
  return (
    <div className={styles.watermark} aria-hidden="true" data-watermark>
      {marks.map((mark) => (
        <span key={mark} className={styles.mark}>
          <Isolated>{user.userName}</Isolated>
          {'\n'}
          {user.emailAddr}
        </span>
      ))}
    </div>
  )
}
