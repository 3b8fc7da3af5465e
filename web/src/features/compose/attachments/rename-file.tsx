import { attachments } from '@hongyan/contract/attachments'
import type { ComposeFile } from '@hongyan/contract/compose'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconPencil } from '../../../ui/icons-later.ts'
import { TextField } from '../../../ui/text-field.tsx'

interface RenameFileProps {
  file: ComposeFile
  onRenamed: (file: ComposeFile) => void
}

/** Another name for an attachment. Its ending says what it is and is not asked for (COMPOSE-22). */
export function RenameFile({ file, onRenamed }: RenameFileProps) {
  const { t } = useTranslation('compose')
  const [asks, setAsks] = useState(false)
  return (
    <>
      <IconButton
        icon={iconPencil}
        size="sm"
        label={t('files.rename', { name: file.fileName })}
        onClick={() => setAsks(true)}
      />
      {asks && (
        <RenameDialog
          file={file}
          onClose={() => setAsks(false)}
          onRenamed={(renamed) => {
            setAsks(false)
            onRenamed(renamed)
          }}
        />
      )}
    </>
  )
}

function RenameDialog({ file, onRenamed, onClose }: RenameFileProps & { onClose: () => void }) {
  const { t } = useTranslation('compose')
  const dot = file.fileName.lastIndexOf('.')
  const ending = dot > 0 ? file.fileName.slice(dot) : ''
  const [stem, setStem] = useState(dot > 0 ? file.fileName.slice(0, dot) : file.fileName)
  const [error, setError] = useState<string | null>(null)
  const rename = async (): Promise<void> => {
    try {
      const body = { fileId: file.fileId, fileName: stem.trim() === '' ? '' : stem.trim() + ending }
      onRenamed(await call(attachments.rename, { body }))
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  return (
    <FormDialog
      title={t('files.renameTitle')}
      words={{ close: t('close'), cancel: t('cancel'), submit: t('files.renameDo') }}
      onClose={onClose}
      onSubmit={() => void rename()}
    >
      <TextField
        label={ending === '' ? t('files.newNameBare') : t('files.newName', { ending })}
        value={stem}
        error={error}
        data-autofocus
        maxLength={200}
        onChange={(event) => {
          setStem(event.target.value)
          setError(null)
        }}
      />
    </FormDialog>
  )
}
