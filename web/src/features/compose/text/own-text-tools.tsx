import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useDateStyle, useUser } from '../../../lib/me.ts'
import { attempt } from '../../../lib/trouble.ts'
import { toast } from '../../../ui/toast-store.ts'
import { fetchSignature } from '../../signatures/mail-signature.public.ts'
import { SignatureMenu } from '../../signatures/signature-menu.public.tsx'
import { PaperMenu } from '../../templates/paper-menu.public.tsx'
import {
  TemplateMenu,
  takeTemplate,
  type UsedTemplate,
} from '../../templates/template-menu.public.tsx'
import {
  fillHtml,
  fillText,
  recipientOnly,
  type VariableValues,
  valuesOf,
  variablesIn,
} from '../../templates/variables.public.ts'
import { type Composer, pictureLinks } from '../screen/use-compose.ts'

/** Tools of the composer for what stands around a text: signature, letter template, letter paper. */
export function OwnTextTools({ composer }: { composer: Composer }) {
  const { paperId, signId, signHtml } = composer.fields
  const insert = useInsertTemplate(composer)
  return (
    <>
      <SignatureMenu
        signId={signId}
        isSigned={signHtml !== ''}
        onPick={(next) => void sign(composer, next)}
      />
      <TemplateMenu
        onPick={(templateId) => void attempt(async () => insert(await takeTemplate(templateId)))}
      />
      <PaperMenu paperId={paperId} onPick={(next) => composer.change({ paperId: next })} />
    </>
  )
}

/** Puts another signature in the place of the one there is, or none; the text is not touched. */
export async function sign(composer: Composer, signId: number | null): Promise<void> {
  if (signId === null) {
    composer.change({ signHtml: '', signId: null })
    return
  }
  await attempt(async () => {
    const { files, ...parts } = await fetchSignature({ signId })
    composer.change({ ...parts, files: [...composer.current().files, ...files] })
  })
}

/** The text goes to the cursor; subject and paper only where the mail has none yet. */
function useInsertTemplate(composer: Composer): (template: UsedTemplate) => void {
  const { t } = useTranslation('templates')
  const values = useValues(composer)
  const inserted = useRef(false)
  useLateRecipient(composer, () => (inserted.current ? recipientOnly(values()) : null))
  return ({ subject, content, paperId, files }) => {
    const { current: editor } = composer.editor
    const known = values()
    if (known === null || editor === null) return
    const now = composer.current()
    const title = now.subject.trim() === '' ? fillText(subject, known) : now.subject
    composer.change({
      files: [...now.files, ...files],
      subject: title,
      paperId: now.paperId === '' ? paperId : now.paperId,
    })
    const html = fillHtml(content, known)
    inserted.current = true
    editor.insertHtml(html, pictureLinks(files))
    const left = variablesIn(`${title}\n${html}`)
    if (left.length > 0) toast({ kind: 'info', text: t('notFilled', { list: left.join(' ') }) })
  }
}

/** What is known of the variables now; null while it is not known who is writing. */
function useValues(composer: Composer): () => VariableValues | null {
  const user = useUser()
  const { zone, hour12 } = useDateStyle()
  return () => {
    if (!user) return null
    const [first] = composer.current().recipients.to
    return valuesOf({
      recipient: first ?? null,
      user,
      now: Date.now(),
      zone,
      hour12,
      language: currentLanguage(),
    })
  }
}

/** A template is often there before its recipient: what asks for the recipient is filled in once that is known. */
function useLateRecipient(composer: Composer, values: () => VariableValues | null): void {
  const address = composer.fields.recipients.to[0]?.address
  const latest = useRef({ composer, values })
  latest.current = { composer, values }
  useEffect(() => {
    const { current } = latest
    const known = address === undefined ? null : current.values()
    if (known === null) return
    const { subject } = current.composer.current()
    const title = fillText(subject, known)
    if (title !== subject) current.composer.change({ subject: title })
    current.composer.editor.current?.replaceText((text) => fillText(text, known))
  }, [address])
}
