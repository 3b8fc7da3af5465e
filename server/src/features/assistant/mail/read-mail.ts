import { hash } from 'node:crypto'
import { readContent } from '@hongyan/mime/content'
import { getHeader, getHeaders, type HeaderField, readHeaders } from '@hongyan/mime/headers'
import { htmlToText } from '@hongyan/mime/html/html-text'
import { parseMessage } from '@hongyan/mime/parse'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import type { Envelope, Part } from '@hongyan/mime/types'
import { authorisedMark } from '../../../delivery/outbound/authorised-mark.ts'
import { type Point, pointsOf } from '../engine/points.ts'
import { summarise } from '../engine/summary.ts'
import { attachmentFacts } from './attachment-facts.ts'
import { linkFacts } from './link-facts.ts'
import type { Fact } from './mail-facts.ts'
import { codesIn } from './picture-codes.ts'
import { wordFacts } from './word-facts.ts'

/** What of a mail is wanted: its text alone, with a summary, with what a brief stands on, or with the facts for a check. */
export type Reading = 'text' | 'summary' | 'brief' | 'check'

/** What is done with bytes in the thread. */
export type ReadTask =
  | { kind: 'mail'; reading: Reading; isOwnNotice: boolean }
  | { kind: 'words'; reading: Reading; subject: string }

/** What the thread answers: plain data. */
export type ReadMail =
  | { kind: 'protected' }
  | {
      kind: 'read'
      envelope: Envelope | null
      isList: boolean
      text: string
      summary: string[]
      points: Point[]
      facts: Fact[]
      /** Of a check: the same for mails of one author, subject and body, whichever way they came. */
      print: string
    }

/** HTML and text that are looked through, in characters, and what of the text is given on. */
const maxHtml = 1_000_000
const maxText = 20_000

/** Characters that no reader sees: soft hyphens, zero widths, turns of direction, tags. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu

/** Takes a mail apart as far as its reader would see it (T8, T39). */
export async function readMail(
  raw: Buffer,
  task: Extract<ReadTask, { kind: 'mail' }>,
): Promise<ReadMail> {
  const parsed = parseMessage(raw)
  const isSecret =
    smimeFormOf(parsed.root) === 'encrypted' ||
    isEncrypted(parsed.root) ||
    (task.isOwnNotice && authorisedMark(raw) !== null)
  const content = readContent(raw, parsed, { maxText: maxHtml })
  const seen = content.html === null ? (content.text ?? '') : htmlToText(content.html, maxText)
  const text = visible(seen.trim() === '' ? (content.text ?? '') : seen)
  if (isSecret || isArmoured(content.text ?? '', text)) return { kind: 'protected' }
  const fields = readHeaders(raw)
  const isList = ['list-id', 'list-post', 'list-unsubscribe'].some(
    (name) => getHeader(fields, name) !== null,
  )
  const { envelope } = parsed
  const sender = envelope.from[0]?.address ?? ''
  const codes = task.reading === 'check' ? await codesIn(raw, parsed.root) : []
  const facts =
    task.reading === 'check'
      ? [
          ...linkFacts({ html: content.html, text, sender, codes }),
          ...attachmentFacts({ raw, root: parsed.root, text }),
          ...wordFacts(`${envelope.subject}\n${text}`),
          ...pictureFacts(content.html, text),
        ]
      : []
  return {
    kind: 'read',
    envelope,
    isList,
    text,
    summary: summaryOf(task.reading, envelope.subject, text),
    points: task.reading === 'brief' ? pointsOf(text) : [],
    facts,
    print: task.reading === 'check' ? printOf(raw, envelope, fields) : '',
  }
}

/** Words that came with a request, of a mail that is not in the store. */
export function readWords(
  content: string,
  { reading, subject }: Extract<ReadTask, { kind: 'words' }>,
): ReadMail {
  const isHtml = /<[a-z!/]/i.test(content)
  const text = visible(isHtml ? htmlToText(content, maxText) : content)
  if (isArmoured(content, text)) return { kind: 'protected' }
  const facts =
    reading === 'check'
      ? [
          ...linkFacts({ html: isHtml ? content : null, text, sender: '', codes: [] }),
          ...wordFacts(`${subject}\n${text}`),
        ]
      : []
  return {
    kind: 'read',
    envelope: null,
    isList: false,
    text,
    summary: summaryOf(reading, subject, text),
    points: [],
    facts,
    print: '',
  }
}

/** Encrypted, or signed around that, or passed on by a mailing list with its own words below. Attached messages do not count. */
function isEncrypted({ type, subtype, params, parts }: Part): boolean {
  if (type === 'multipart') return subtype === 'encrypted' || parts.some(isEncrypted)
  const isEnveloped = /^(?:auth)?enveloped-data$/i.test(params['smime-type'] ?? '')
  return type === 'application' && /^(?:x-)?pkcs7-mime$/.test(subtype) && isEnveloped
}

/** An encrypted passage, also behind what is read of a long text. */
const isArmoured = (...texts: readonly string[]): boolean =>
  texts.some((one) => one.includes('-----BEGIN PGP MESSAGE-----'))

/** Hardly a word, and pictures: what is said is where no filter reads it. */
function pictureFacts(html: string | null, text: string): Fact[] {
  const isPictured = html !== null && /<img\b/i.test(html) && text.replace(/\s/g, '').length < 40
  return isPictured
    ? [{ code: 'pictures-only', weight: 'caution', evidence: text.trim().slice(0, 80) }]
    : []
}

/** What of a mail's head says how its body is read, and where an answer goes. */
const readBy = ['content-type', 'content-transfer-encoding', 'reply-to', 'from']

/** The body byte by byte: another link or file in it is another mail, and so is another way to read it or to answer it. */
function printOf(raw: Buffer, { from, subject }: Envelope, fields: HeaderField[]): string {
  const end = raw.indexOf('\r\n\r\n')
  const ways = readBy.map((name) => getHeaders(fields, name))
  const head = JSON.stringify([from[0]?.address.toLowerCase() ?? '', subject, ...ways])
  return hash('sha256', Buffer.concat([Buffer.from(head), raw.subarray(end < 0 ? 0 : end)]), 'hex')
}

const visible = (text: string): string => text.replace(unseen, '').slice(0, maxText)

const summaryOf = (reading: Reading, subject: string, text: string): string[] =>
  reading === 'summary' ? summarise(subject, text) : []
