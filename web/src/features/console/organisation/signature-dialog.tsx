import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import { limits } from '@hongyan/contract/limits'
import type { OwnPicture } from '@hongyan/contract/own-pictures'
import type { Signature } from '@hongyan/contract/signatures'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { iconImage } from '../../../ui/icons-later.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { SignatureCard } from '../../signatures/signature-card.public.tsx'
import { ask } from '../ask.ts'
import console from '../console.module.css'
import { useSaving } from '../use-saving.ts'
import styles from './organisation.module.css'
import { pictureTypes, readPicture } from './read-picture.ts'

/** Text and default of a signature of the organisation, with how it looks. */
export function SignatureDialog({
  signature,
  onClose,
}: {
  signature: Signature | null
  onClose: () => void
}) {
  const { t } = useTranslation('console-organisation')
  const [name, setName] = useState(signature?.name ?? '')
  const [text, setText] = useState(signature ? asWritten(signature.content) : '')
  const [isDefault, setDefault] = useState(signature?.isDefault ?? false)
  const [pictures, setPictures] = useState<readonly OwnPicture[]>(signature?.pictures ?? [])
  const leaving = useLeaving({ name, text, isDefault }, useLeavingWords(), onClose)
  const chooser = useRef<HTMLInputElement>(null)
  const { error, save } = useSaving()
  const content = asHtml(text)
  const addPicture = (file: File) =>
    save(async () => {
      const made = await ask(api.addPicture, { body: await readPicture(file) })
      setPictures((all) => [...all, made])
      setText((now) => `${now}${now === '' ? '' : '\n'}<img src="cid:${made.contentId}" alt="">`)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const known = signature ? { id: signature.signId } : {}
    save(async () => {
      await ask(api.saveSignature, { body: { ...known, name, content, isDefault } })
      onClose()
    })
  }
  const drawn = { signId: 0, name: name || t('signatures.preview'), content, isSystem: true }
  return (
    <Dialog
      title={t(signature ? 'signatures.change' : 'signatures.add')}
      closeLabel={t('console:close')}
      width={640}
      onClose={leaving.onDismiss}
    >
      <form className={console.form} onSubmit={submit}>
        {error && <Banner tone="danger">{error}</Banner>}
        <TextField
          label={t('signatures.name')}
          data-autofocus
          maxLength={limits.signatureName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextArea
          label={t('signatures.text')}
          hint={t('signatures.textHint')}
          rows={7}
          maxLength={limits.signature}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button size="sm" icon={iconImage} onClick={() => chooser.current?.click()}>
            {t('signatures.picture')}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept={pictureTypes}
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) addPicture(file)
            }}
          />
        </div>
        {content !== '' && (
          <ul className={styles.cards}>
            <SignatureCard
              signature={{
                ...drawn,
                isDefault,
                isReplyDefault: isDefault,
                pictures: [...pictures],
              }}
            />
          </ul>
        )}
        <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
          {t('signatures.default')}
        </Checkbox>
        <div className={console.actions}>
          <Button
            type="submit"
            kind="primary"
            disabled={name.trim() === '' || content.trim() === ''}
          >
            {t('console:save')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </form>
      {leaving.question}
    </Dialog>
  )
}

const hasTags = (text: string): boolean => /<[a-z]/i.test(text)

const escaped = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Lines of plain text become lines of HTML; what has tags is HTML already. */
const asHtml = (text: string): string =>
  text.trim() === '' || hasTags(text)
    ? text
    : text
        .split('\n')
        .map((line) => `<div>${escaped(line) || '<br>'}</div>`)
        .join('')

/** HTML that is nothing but lines is shown as lines. */
function asWritten(html: string): string {
  const lines = html.replaceAll('<br>', '').replace(/<\/div>\s*<div>/g, '\n')
  const inner = lines.replace(/^<div>/, '').replace(/<\/div>$/, '')
  if (hasTags(inner) || inner.includes('</')) return html
  return inner.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
