import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
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
  const [url, setUrl] = useState(props.url)
  const [text, setText] = useState(props.text)
  const [wrong, setWrong] = useState(false)
  const apply = () => {
    const target = linkUrl(url)
    setWrong(target === null)
    if (target !== null) props.onApply(target, text)
  }
  return (
    <FormDialog
      title={t('link.title')}
      words={{ close: t('close'), cancel: t('cancel'), submit: t('link.apply') }}
      extra={
        props.onRemove !== null && (
          <Button kind="quiet" onClick={props.onRemove}>
            {t('link.remove')}
          </Button>
        )
      }
      onClose={props.onClose}
      onSubmit={apply}
    >
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
    </FormDialog>
  )
}
