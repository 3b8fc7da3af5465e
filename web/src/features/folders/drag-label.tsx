import { useTranslation } from '../../lib/i18n.ts'
import { useDrag } from './drag-store.ts'
import styles from './folders.module.css'

/** "moving N mails" at the pointer (M77). */
export function DragLabel() {
  const { t } = useTranslation('folders')
  const label = useDrag((state) => state.label)
  if (!label) return null
  return (
    <div
      className={styles.dragLabel}
      role="status"
      data-dropped={label.dropped || undefined}
      style={{ left: label.x + 14, top: label.y + 10 }}
    >
      {t('dragging', { count: label.count })}
    </div>
  )
}
