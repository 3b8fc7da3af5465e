import { cleanName, cut } from '@hongyan/mime/clean'
import { encodeWord } from '@hongyan/mime/encoded-words'

export interface ReplyParts {
  from: { name: string; address: string }
  to: string
  /** Subject of the mail that is answered. */
  subject: string
  content: string
  language: 'zh' | 'en'
  /** Message-IDs without brackets. */
  messageId: string
  inReplyTo: string | null
  references: readonly string[]
  date: Date
  /** What it says of its sensitivity. */
  label: readonly [string, string][]
}

const prefix = { zh: '自动回复：', en: 'Automatic reply: ' }

/** The bytes of an automatic reply (RFC 3834 section 3): plain text, marked so that no program answers it. */
export function replyMail(parts: ReplyParts): Buffer {
  const { from, language } = parts
  const subject = prefix[language] + cut(cleanName(parts.subject.toWellFormed()), 200)
  const name = cut(cleanName(from.name.toWellFormed()), 100)
  const sender = name === '' ? from.address : `${phrase(name)} <${from.address}>`
  const thread = [...parts.references, ...(parts.inReplyTo ? [parts.inReplyTo] : [])]
  const fields: [string, string][] = [
    ['From', sender],
    ['To', parts.to],
    ['Subject', encodeWord(subject)],
    ['Date', parts.date.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${parts.messageId}>`],
    ['In-Reply-To', idList(parts.inReplyTo ? [parts.inReplyTo] : [])],
    ['References', idList(thread)],
    ['Auto-Submitted', 'auto-replied'],
    ['X-Auto-Response-Suppress', 'All'],
    ...parts.label,
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Transfer-Encoding', 'base64'],
  ]
  const head = fields.filter(([, value]) => value !== '').map(([key, value]) => `${key}: ${value}`)
  const text = parts.content.toWellFormed().replace(/\r\n?|\n/g, '\r\n')
  const body = Buffer.from(`${text}\r\n`).toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.trimEnd()}\r\n`)
}

/** RFC 5322 section 3.2.5: what is no plain word is quoted, what is not ASCII is encoded. */
const phrase = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name) && !name.includes('=?')
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : encodeWord(name)

/** Ids come from foreign mail: only those that fit into a header as they are, folded one a line. */
const idList = (ids: readonly string[]): string =>
  [...new Set(ids)]
    .filter((id) => /^[!-;=?-~]{3,250}$/.test(id))
    .slice(-20)
    .map((id) => `<${id}>`)
    .join('\r\n ')
