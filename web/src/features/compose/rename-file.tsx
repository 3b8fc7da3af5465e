import { attachments } from '@hongyan/contract/attachments'
import type { ComposeFile } from '@hongyan/contract/compose'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconPencil } from '../../ui/icons.ts'
import { TextField } from '../../ui/text-field.tsx'

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
  const form = useId()
  const dot = file.fileName.lastIndexOf('.')
  const ending = dot > 0 ? file.fileName.slice(dot) : ''
  const [stem, setStem] = useState(dot > 0 ? file.fileName.slice(0, dot) : file.fileName)
  const [error, setError] = useState<string | null>(null)
  const rename = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    try {
      const body = { fileId: file.fileId, fileName: stem.trim() === '' ? '' : stem.trim() + ending }
      onRenamed(await call(attachments.rename, { body }))
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  return (
    <Dialog
      title={t('files.renameTitle')}
      closeLabel={t('close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t('files.renameDo')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void rename(event)} noValidate>
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
      </form>
    </Dialog>
  )
}
