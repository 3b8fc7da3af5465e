import { useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ImportForm } from './import-form.tsx'
import { useImportOpen } from './import-open.ts'
import { ImportProgress } from './import-progress.tsx'
import { closeImport, forgetImport, stopImport, takeUpRunning, useImport } from './import-store.ts'

const formId = 'import-form'

/** Mail from files: choose, watch, read what became of it (N5). Closing it stops nothing. */
export function ImportDialog() {
  const { t } = useTranslation('imports')
  const open = useImportOpen((state) => state.open)
  const run = useImport((state) => state.run)
  useEffect(() => void takeUpRunning(), [])
  if (!open) return null
  const footer =
    run === null ? (
      <>
        <Button onClick={closeImport}>{t('common:cancel')}</Button>
        <Button type="submit" form={formId} kind="primary">
          {t('start')}
        </Button>
      </>
    ) : run.phase === 'ended' ? (
      <>
        <Button onClick={forgetImport}>{t('another')}</Button>
        <Button kind="primary" data-autofocus onClick={closeImport}>
          {t('common:close')}
        </Button>
      </>
    ) : (
      <>
        <Button onClick={() => void stopImport()}>{t('stop')}</Button>
        <Button kind="primary" onClick={closeImport}>
          {t('inBackground')}
        </Button>
      </>
    )
  return (
    <Dialog
      title={t('title')}
      closeLabel={t('common:close')}
      width={480}
      onClose={closeImport}
      footer={footer}
    >
      {run ? <ImportProgress run={run} /> : <ImportForm id={formId} folderId={open.folderId} />}
    </Dialog>
  )
}
