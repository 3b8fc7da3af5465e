import type { Folder } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import { folderNameProblem, tidyName } from '@hongyan/contract/names'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { CountedField } from '../../ui/counted-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { createFolder, folderOf, renameFolder } from './folder-actions.ts'

interface NameDialogProps {
  /** Null: a new one. */
  folder: Folder | null
  parent: Folder | null
  onMade?: ((folder: Promise<Folder | undefined>) => void) | undefined
  onClose: () => void
}

/** The name of a new or an old folder. A refused name stays, with the reason under it (FOLDERS-14). */
export function NameDialog({ folder, parent, onMade, onClose }: NameDialogProps) {
  const { t } = useTranslation('folders')
  const [name, setName] = useState(folder?.folderName ?? '')
  const { busy, error, attempt, setError } = useAttempt()
  const onSubmit = () => {
    // A name that a program gave may be longer than one that is typed here.
    if (folder?.folderName === tidyName(name)) return onClose()
    const problem = folderNameProblem(name)
    if (problem !== null) return setError(t(`name.${problem}`))
    void attempt(async () => {
      if (folder) await renameFolder(folder, name)
      else {
        const made = await createFolder(name, parent?.folderId ?? null)
        onMade?.(folderOf(made))
      }
      onClose()
    })
  }
  return (
    <FormDialog
      title={
        folder ? t('rename') : parent ? t('createIn', { name: parent.folderName }) : t('create')
      }
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={380}
      busy={busy}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <CountedField
        label={t('folderName')}
        data-autofocus
        maxLength={255}
        value={name}
        count={[...tidyName(name)].length}
        limit={limits.itemName}
        error={error}
        onChange={(event) => {
          setName(event.target.value)
          setError(null)
        }}
      />
    </FormDialog>
  )
}
