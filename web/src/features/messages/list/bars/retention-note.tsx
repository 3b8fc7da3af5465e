import type { Folder } from '@hongyan/contract/folders'
import { retentionByArrival } from '@hongyan/contract/retention-fields'
import { useTranslation } from '../../../../lib/i18n.ts'
import styles from '../list-pane.module.css'

/** Above the list of a folder from which a rule of the organisation deletes old mail. */
export function RetentionNote({ folder }: { folder: Folder | undefined }) {
  const { t, language } = useTranslation('list')
  if (!folder?.retention) return null
  const { days: count, keepStarred, keepLabel: label } = folder.retention
  const byArrival = retentionByArrival.some((kind) => kind === folder.role)
  const gap = language === 'zh' ? '' : ' '
  return (
    <p className={styles.note}>
      {byArrival ? t('retention.here', { count }) : t('retention.received', { count })}
      {keepStarred && gap + t('retention.starred')}
      {label !== '' && gap + t('retention.labelled', { label })}
    </p>
  )
}
