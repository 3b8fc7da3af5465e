import type { BulkProgress } from '@hongyan/contract/bulk'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { titleOf, useFolders } from '../../../folders/folders.public.ts'
import { stopBulk, useBulk } from '../../bulk-store.ts'
import styles from '../list-pane.module.css'

/** Actions on whole folders that are under way: how far they are, and a button that stops them. */
export function BulkBar() {
  const running = useBulk((state) => state.running)
  return running.map((progress) => <Running key={progress.jobId} progress={progress} />)
}

function Running({ progress }: { progress: BulkProgress }) {
  const { t } = useTranslation('list')
  const { all } = useFolders()
  const { jobId, mailboxId, action, looked, total } = progress
  const folder = all.find(({ folderId }) => folderId === mailboxId)
  const label = t('bulk.running', {
    action: t(`bulk.actions.${action}`),
    folder: folder ? titleOf(folder, t) : '',
  })
  return (
    <div className={styles.bulk} role="status">
      <div className={styles.bulkText}>
        <span>{label}</span>
        <progress className={styles.progress} max={Math.max(1, total)} value={looked}>
          {looked} / {total}
        </progress>
      </div>
      <span className={styles.bulkCount}>
        {looked} / {total}
      </span>
      <Button size="sm" onClick={() => void stopBulk(jobId)}>
        {t('bulk.stop')}
      </Button>
    </div>
  )
}
