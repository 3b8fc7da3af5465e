import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import type { LetterPicture } from '@hongyan/contract/letter-pictures'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { EditorHandle } from '../../editor/editor-api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './letter-dialog.module.css'
import { LetterEditor } from './letter-editor.public.tsx'
import { useUnsaved } from './unsaved.public.tsx'

/** What the parts of a dialog's own need: something was changed, and the editor. */
interface LetterParts {
  touch: () => void
  editor: RefObject<EditorHandle | null>
}

interface LetterDialogProps {
  title: string
  width: number
  /** What there is already; null for a new one. */
  letter: { name: string; content: string; pictures: readonly LetterPicture[] } | null
  name: { label: string; maxLength: number; missing: ErrorCode }
  content: { label: string; placeholder: string; hint?: string; least: number }
  saveLabel: string
  onSave: (letter: { name: string; content: string }) => Promise<void>
  onClose: () => void
  /** Between the name and the content. */
  head?: (parts: LetterParts) => ReactNode
  /** In the editor's bar. */
  tools?: (parts: LetterParts) => ReactNode
  /** Below the content. */
  foot?: (parts: LetterParts) => ReactNode
}

/** Makes or changes a text that is kept under a name. What was typed stays until it is saved. */
export function LetterDialog(props: LetterDialogProps) {
  const { letter, content, onSave, onClose } = props
  const { t } = useTranslation('common')
  const editor = useRef<EditorHandle | null>(null)
  const [name, setName] = useState(letter?.name ?? '')
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
          <LetterEditor
            editor={editor}
            html={letter?.content ?? ''}
            pictures={letter?.pictures ?? []}
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
          </LetterEditor>
          {content.hint && <p className={styles.hint}>{content.hint}</p>}
        </div>
        {props.foot?.(parts)}
      </div>
    </Dialog>
  )
}
