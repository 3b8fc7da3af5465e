import type { Folder } from '@hongyan/contract/folders'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { clearFolder, deleteFolder } from './folder-actions.ts'
import { FolderPasswordField } from './folder-password-field.tsx'
import { titleOf } from './folder-places.ts'

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
  const words = { close: t('common:close'), cancel: t('common:cancel') }
  const text = t('deleteText', { name: folder.folderName })
  const same = { title: t('delete'), width: 400, busy, danger: true }
  if (!folder.pwd) {
    return (
      <ConfirmDialog
        {...same}
        words={{ ...words, confirm: t('delete') }}
        error={error}
        onCancel={onClose}
        onConfirm={onSubmit}
      >
        {text}
      </ConfirmDialog>
    )
  }
  return (
    <FormDialog
      {...same}
      words={{ ...words, submit: t('delete') }}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <p>{text}</p>
      <FolderPasswordField value={password} error={error} onChange={setPassword} />
    </FormDialog>
  )
}

/** Asks before everything in a folder moves to the recycle bin, or out of it. */
export function ClearDialog({ folder, onClose }: EndProps) {
  const { t } = useTranslation('folders')
  const { busy, error, attempt } = useAttempt()
  const forGood = folder.role === 'trash' || folder.role === 'junk'
  return (
    <ConfirmDialog
      title={t('clear')}
      words={{
        close: t('common:close'),
        cancel: t('common:cancel'),
        confirm: t('clear'),
      }}
      danger
      busy={busy}
      error={error}
      width={400}
      onCancel={onClose}
      onConfirm={() =>
        void attempt(async () => {
          await clearFolder(folder)
          onClose()
        })
      }
    >
      {t(forGood ? 'clearForGoodText' : 'clearText', {
        name: titleOf(folder, t),
        count: folder.mail,
      })}
    </ConfirmDialog>
  )
}
