import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import type { OwnPicture } from '@hongyan/contract/own-pictures'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { EditorHandle } from '../../editor/editor-api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './own-text-dialog.module.css'
import { OwnTextEditor } from './own-text-editor.public.tsx'
import { useUnsaved } from './unsaved.public.tsx'

/** What the parts of a dialog's own need: something was changed, and the editor. */
interface OwnTextParts {
  touch: () => void
  editor: RefObject<EditorHandle | null>
}

interface OwnTextDialogProps {
  title: string
  width: number
  /** What there is already; null for a new one. */
  text: { name: string; content: string; pictures: readonly OwnPicture[] } | null
  name: { label: string; maxLength: number; missing: ErrorCode }
  content: { label: string; placeholder: string; hint?: string; least: number }
  saveLabel: string
  onSave: (text: { name: string; content: string }) => Promise<void>
  onClose: () => void
  /** Between the name and the content. */
  head?: (parts: OwnTextParts) => ReactNode
  /** In the editor's bar. */
  tools?: (parts: OwnTextParts) => ReactNode
  /** Below the content. */
  foot?: (parts: OwnTextParts) => ReactNode
}

/** Makes or changes a text that is kept under a name. What was typed stays until it is saved. */
export function OwnTextDialog(props: OwnTextDialogProps) {
  const { text, content, onSave, onClose } = props
  const { t } = useTranslation('common')
  const editor = useRef<EditorHandle | null>(null)
  const [name, setName] = useState(text?.name ?? '')
  const [uploading, setUploading] = useState(0)
  const [noName, setNoName] = useState(false)
  const save = useAttempt()
  const unsaved = useUnsaved(onClose)
  const parts = { touch: unsaved.touch, editor }
  const submit = async () => {
    setNoName(name.trim() === '')
    if (name.trim() === '') return
    const html = editor.current?.getHtml() ?? ''
    if (await save.attempt(() => onSave({ name, content: html }))) onClose()
  }
  return (
    <Dialog
      title={props.title}
      closeLabel={t('close')}
      width={props.width}
      onClose={unsaved.close}
      footer={
        <>
          <Button onClick={unsaved.close}>{t('cancel')}</Button>
          <Button
            kind="primary"
            busy={save.busy}
            disabled={uploading > 0}
            onClick={() => void submit()}
          >
            {props.saveLabel}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {unsaved.question}
        {save.error && <Banner tone="danger">{save.error}</Banner>}
        <TextField
          label={props.name.label}
          value={name}
          maxLength={props.name.maxLength}
          data-autofocus
          error={noName ? errorText(props.name.missing, currentLanguage()) : null}
          onChange={(event) => {
            setName(event.target.value)
            setNoName(false)
            unsaved.touch()
          }}
        />
        {props.head?.(parts)}
        <div>
          <p className={styles.label}>{content.label}</p>
          <OwnTextEditor
            editor={editor}
            html={text?.content ?? ''}
            pictures={text?.pictures ?? []}
            label={content.label}
            placeholder={content.placeholder}
            least={content.least}
            onChange={() => {
              save.setError(null)
              unsaved.touch()
            }}
            onUploading={(by) => setUploading((count) => count + by)}
          >
            {props.tools?.(parts)}
          </OwnTextEditor>
          {content.hint && <p className={styles.hint}>{content.hint}</p>}
        </div>
        {props.foot?.(parts)}
      </div>
    </Dialog>
  )
}
