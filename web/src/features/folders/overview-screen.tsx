import styles from './folder-table.module.css'
import { FolderTable } from './folder-table.tsx'
import { LabelTable } from './label-table.tsx'

/** The list of own folders (R23) or of labels (R24, R26). */
export function OverviewScreen({ of }: { of: 'folders' | 'labels' }) {
  return (
    <div className={styles.overview}>
      {of === 'folders' ? <FolderTable ownOnly /> : <LabelTable alone />}
    </div>
  )
}
