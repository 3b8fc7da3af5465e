import styles from './file-name.module.css'
import { Isolated } from './isolated.tsx'

/** Signs at the end that stay in sight. */
const tail = 10

/** The name of a file; a long one is cut in the middle: the ending says what it is. */
export function FileName({ name }: { name: string }) {
  // By signs: between the two halves of one nothing is cut.
  const signs = Array.from(name)
  const cut = Math.max(0, signs.length - tail)
  return (
    <span className={styles.name}>
      <span className={styles.start}>
        <Isolated>{signs.slice(0, cut).join('')}</Isolated>
      </span>
      <span>
        <Isolated>{signs.slice(cut).join('')}</Isolated>
      </span>
    </span>
  )
}
