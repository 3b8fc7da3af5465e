import type { Language } from '@hongyan/contract/errors'
import { authorisedHeader } from '../../../delivery/outbound/authorised-mark.ts'
import type { NewRecipient } from '../../../delivery/outbound/types.ts'
import { localTime } from '../../../platform/local-time.ts'
import type { SealedMail } from '../../authorised/authorised.public.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import type { MessageParts } from '../content/build-message.ts'
import type { ReadRecipients } from '../content/compose-checks.ts'
import { build } from '../content/compose-mail.ts'
import { escapeHtml } from '../content/quote.ts'

interface NoticeRequest {
  parts: MessageParts
  sealed: SealedMail
  recipients: ReadRecipients
  isSeparate: boolean
  language: Language
}

export interface Notices {
  /** The sender's copy. */
  own: Buffer
  /** One for each recipient, with the secret of that recipient. */
  recipients: NewRecipient[]
}

/**
 * What mailboxes hold of a read-limited mail: its head, and a text that says how to read it. Never a word of the body.
 */
export async function buildNotices(
  { blobs, origin }: Pick<ComposeDeps, 'blobs' | 'origin'>,
  { parts, sealed, recipients, isSeparate, language }: NoticeRequest,
): Promise<Notices> {
  const notice = (mark: string, text: string, to?: MessageParts['to']): Promise<Buffer> =>
    build({
      ...parts,
      ...(to ? { to, cc: [] } : {}),
      html: text,
      files: [],
      headers: [...parts.headers, [authorisedHeader, mark]],
    })
  const kept: NewRecipient[] = []
  for (const one of recipients.envelope) {
    const token = sealed.tokens.get(one.address.toLowerCase()) ?? ''
    const link = `${origin}/#/linkPage/letter/${token}`
    const text = readerText({ sender: parts.from, link, sealed, timeZone: parts.timeZone })
    const raw = await notice(token, text, isSeparate ? [one] : undefined)
    kept.push({ ...one, blob: await blobs.put(raw) })
  }
  return { own: await notice('own', ownText[language]), recipients: kept }
}

const ownText = {
  zh: '<p>这是您发出的授权邮件。正文已加密单独保存，请在网页邮箱中打开查看。</p>',
  en: '<p>This is a protected mail that you sent. Its text is kept encrypted and apart; open it in the webmail.</p>',
}

interface ReaderText {
  sender: { name: string; address: string }
  link: string
  sealed: SealedMail
  timeZone: number
}

/** Both languages: who reads it is not known yet. */
function readerText({ sender, link, sealed, timeZone }: ReaderText): string {
  const who = escapeHtml(sender.name || sender.address)
  // Whoever reads it has settings of another: in 24 hours nobody is misled.
  const until = localTime(sealed.validUntil, { timeZone, timeFormat: 24, language: 'en' })
  const { readCount } = sealed.terms
  return [
    `<p>${who} 给您发送了一封授权邮件，可阅读 ${readCount} 次，有效期至 ${until}。</p>`,
    `<p>请在网页邮箱中打开，或点击链接阅读：<a href="${link}">${link}</a></p>`,
    '<p>每次打开都会计为一次阅读。</p>',
    `<p>${who} has sent you a protected mail. It can be read ${readCount} times, until ${until}.</p>`,
    `<p>Open it in the webmail, or by this link: <a href="${link}">${link}</a></p>`,
    '<p>Every time it is opened counts as one read.</p>',
  ].join('')
}
