import { drawnSkin, type SkinId } from '@hongyan/contract/skins'
import styles from './skins.module.css'

/** A small picture of the product in a skin. */
export function SkinSample({ skin }: { skin: SkinId }) {
  return (
    <span className={styles.sample} data-skin={drawnSkin(skin)} aria-hidden="true">
      <span className={styles.sampleBar} />
      <span className={styles.sampleSide} />
      <span className={styles.sampleSheet}>
        <span className={styles.sampleButton} />
        <span className={styles.sampleLine} />
        <span className={styles.sampleLine} />
      </span>
    </span>
  )
}
