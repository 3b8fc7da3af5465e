import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import type { Signature } from '@hongyan/contract/signatures'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle } from '../../editor/editor-api.ts'
import { currentLanguage } from '../../lib/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSave } from '../settings/use-save.public.ts'
import { LetterEditor } from './letter-editor.public.tsx'
import styles from './signatures.module.css'
import { saveSignature } from './signatures-query.ts'
import { useUnsaved } from './unsaved.public.tsx'

interface SignatureDialogProps {
  /** The one that is changed; null for a new one. */
  signature: Signature | null
  onClose: () => void
}

/** Makes or changes a signature. What was typed stays until it is saved. */
export function SignatureDialog({ signature, onClose }: SignatureDialogProps) {
  const { t } = useTranslation('signatures')
  const editor = useRef<EditorHandle | null>(null)
  const [name, setName] = useState(signature?.name ?? '')
  const [isDefault, setIsDefault] = useState(signature?.isDefault ?? false)
  const [isReplyDefault, setIsReplyDefault] = useState(signature?.isReplyDefault ?? false)
  const [uploading, setUploading] = useState(0)
  const [noName, setNoName] = useState(false)
  const save = useSave()
  const unsaved = useUnsaved(onClose)
  const submit = async () => {
    setNoName(name.trim() === '')
    if (name.trim() === '') return
    const content = editor.current?.getHtml() ?? ''
    const which = signature ? { signId: signature.signId } : {}
    const body = { ...which, name, content, isDefault, isReplyDefault }
    if (await save.run(() => saveSignature(body))) onClose()
  }
  return (
    <Dialog
      title={t(signature ? 'edit' : 'add')}
      closeLabel={t('common:close')}
      width={720}
      onClose={unsaved.close}
      footer={
        <>
          <Button onClick={unsaved.close}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            busy={save.saving}
            disabled={uploading > 0}
            onClick={() => void submit()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {unsaved.question}
        {save.error && <Banner tone="danger">{save.error}</Banner>}
        <TextField
          label={t('name')}
          value={name}
          maxLength={limits.signatureName}
          data-autofocus
          error={noName ? errorText('sign.no-name', currentLanguage()) : null}
          onChange={(event) => {
            setName(event.target.value)
            setNoName(false)
            unsaved.touch()
          }}
        />
        <div>
          <p className={styles.label}>{t('content')}</p>
          <LetterEditor
            editor={editor}
            html={signature?.content ?? ''}
            pictures={signature?.pictures ?? []}
            label={t('content')}
            placeholder={t('placeholder')}
            least={160}
            onChange={() => {
              save.clear()
              unsaved.touch()
            }}
            onUploading={(by) => setUploading((count) => count + by)}
          />
        </div>
        <div className={styles.checks}>
          <Checkbox checked={isDefault} onChange={(event) => setIsDefault(event.target.checked)}>
            {t('isDefault')}
          </Checkbox>
          <Checkbox
            checked={isReplyDefault}
            onChange={(event) => setIsReplyDefault(event.target.checked)}
          >
            {t('isReplyDefault')}
          </Checkbox>
        </div>
      </div>
    </Dialog>
  )
}
