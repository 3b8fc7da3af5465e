import type { Folder } from '@hongyan/contract/folders'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { clearFolder, deleteFolder } from './folder-actions.ts'
import { FolderPasswordField } from './folder-password-field.tsx'
import { titleOf } from './folder-places.ts'
import styles from './folders.module.css'

interface EndProps {
  folder: Folder
  onClose: () => void
}

/** Asks before a folder goes; one with a password goes only with it (G76). */
export function DeleteDialog({ folder, onClose }: EndProps) {
  const { t } = useTranslation('folders')
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const onSubmit = () =>
    void attempt(async () => {
      await deleteFolder(folder, password)
      onClose()
    })
  return (
    <FormDialog
      title={t('delete')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('delete') }}
      width={400}
      busy={busy}
      danger
      startsAtSubmit={!folder.pwd}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <p>{t('deleteText', { name: folder.folderName })}</p>
      {folder.pwd && <FolderPasswordField value={password} error={error} onChange={setPassword} />}
      {!folder.pwd && error && (
        <p role="alert" className={styles.trouble}>
          {error}
        </p>
      )}
    </FormDialog>
  )
}

/** Asks before everything in a folder moves to the recycle bin, or out of it. */
export function ClearDialog({ folder, onClose }: EndProps) {
  const { t } = useTranslation('folders')
  const { busy, error, attempt } = useAttempt()
  const forGood = folder.role === 'trash' || folder.role === 'junk'
  return (
    <Dialog
      title={t('clear')}
      closeLabel={t('common:close')}
      width={400}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            kind="danger"
            busy={busy}
            data-autofocus
            onClick={() =>
              void attempt(async () => {
                await clearFolder(folder)
                onClose()
              })
            }
          >
            {t('clear')}
          </Button>
        </>
      }
    >
      <p>
        {t(forGood ? 'clearForGoodText' : 'clearText', {
          name: titleOf(folder, t),
          count: folder.mail,
        })}
      </p>
      {error && (
        <p role="alert" className={styles.trouble}>
          {error}
        </p>
      )}
    </Dialog>
  )
}
