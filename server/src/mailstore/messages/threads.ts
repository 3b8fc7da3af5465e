import { hash } from 'node:crypto'
import type { Envelope } from '@hongyan/mime/types'

/** At most so many references are looked at: the last ones name the nearest mails. */
const maxReferences = 20

/** Letters of an id or a subject that are looked at, twice a line of RFC 5322: strangers write some of a megabyte. */
const mostLooked = 2_000

/** A 64-bit key of a text, as the decimal that PostgreSQL's bigint takes. */
const keyOf = (kind: 'id' | 'subject', text: string): string =>
  hash('sha256', `${kind} ${looked(text)}`, 'buffer')
    .readBigInt64BE(0)
    .toString()

const looked = (text: string): string =>
  text.length <= mostLooked ? text : `${text.slice(0, mostLooked)} ${text.length}`

/** Prefixes of answers and forwards in the languages of our users' correspondents. */
const answerPrefix =
  /^\s*(?:(?:re|aw|antw|sv|fw|fwd|wg|tr|rv|回复|答复|回覆|转发|轉寄|返信|転送)(?:\[\d+\])?\s*[:：]\s*)+/iu

/** Key of a Message-ID in an account's thread table. */
export const messageKey = (messageId: string): string => keyOf('id', messageId)

/** The subject without answer prefixes, as it was written. */
export const withoutAnswerPrefix = (subject: string): string =>
  subject.replace(answerPrefix, '').trim()

/** The subject without answer prefixes, folded; empty when nothing is left. */
export const baseSubject = (subject: string): string =>
  subject.replace(answerPrefix, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** What a message can be threaded by. */
export interface ThreadKeys {
  /** Own Message-ID; null when it has none. */
  own: string | null
  /** Nearest first. */
  references: string[]
  /** Base subject: written for every message, looked up only by answers that name no message. */
  subject: string | null
  isAnswer: boolean
}

/** Keys of a message for its account's thread table. */
export function threadKeys(envelope: Envelope): ThreadKeys {
  const named = [...envelope.references.slice(-maxReferences), envelope.inReplyTo].filter(
    (one): one is string => one !== null && one !== '',
  )
  const base = baseSubject(envelope.subject)
  return {
    own: envelope.messageId ? messageKey(envelope.messageId) : null,
    references: [...new Set(named.reverse().map((one) => keyOf('id', one)))],
    subject: base === '' ? null : keyOf('subject', base),
    isAnswer: answerPrefix.test(envelope.subject),
  }
}
