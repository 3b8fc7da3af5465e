import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './compose.module.css'
import { linkUrl } from './link-url.ts'

interface LinkDialogProps {
  url: string
  text: string
  onApply: (url: string, text: string) => void
  onRemove: (() => void) | null
  onClose: () => void
}

export function LinkDialog(props: LinkDialogProps) {
  const { t } = useTranslation('compose')
  const form = useId()
  const [url, setUrl] = useState(props.url)
  const [text, setText] = useState(props.text)
  const [wrong, setWrong] = useState(false)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const target = linkUrl(url)
    setWrong(target === null)
    if (target !== null) props.onApply(target, text)
  }
  return (
    <Dialog
      title={t('link.title')}
      closeLabel={t('close')}
      onClose={props.onClose}
      footer={
        <>
          {props.onRemove !== null && (
            <Button kind="quiet" onClick={props.onRemove}>
              {t('link.remove')}
            </Button>
          )}
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t('link.apply')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.linkForm} onSubmit={apply} noValidate>
        <TextField
          label={t('link.url')}
          value={url}
          inputMode="url"
          autoComplete="off"
          data-autofocus
          error={wrong ? t('link.invalid') : null}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label={t('link.text')}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
