import { cleanName } from '@hongyan/mime/clean'
import type { MessageId } from '../../platform/ids.ts'

/** Why a recipient did not get a mail; the sentence is made by whoever shows it, in zh or en. */
export const reasonCodes = [
  'refused',
  'no-such-user',
  'bad-address',
  'mailbox-full',
  'too-big',
  'try-later',
  'unreachable',
  'timeout',
  'dns',
  'no-domain',
  'no-mail-there',
  'loop',
  'private-host',
  'no-smtputf8',
  'unanswered',
  'tls',
  'certificate',
  'tls-policy',
  'relay-login',
  'expired',
  'removed',
  'internal',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** A code, and the words of the other server in one printable line. */
export interface Reason {
  code: ReasonCode
  words: string
}

/** What one attempt came to for one recipient. */
export type Outcome =
  /** `copyId`: the message that it is in its mailbox. */
  | { kind: 'delivered'; copyId?: MessageId }
  /** `reports`: the next server knows of the wishes and reports itself (RFC 3461 §5.2.2). */
  | { kind: 'relayed'; words: string; reports: boolean }
  | { kind: 'deferred'; reason: Reason; unansweredBy?: string }
  | { kind: 'bounced'; reason: Reason }

const maxWords = 500

/** @param words anything, also hostile: the other server chose it */
export const reason = (code: ReasonCode, words = ''): Reason => ({ code, words: oneLine(words) })

/** What is kept in the row: the code, a space, the words. */
export const reasonText = ({ code, words }: Reason): string => `${code} ${words}`.trim()

/** Enhanced status code (RFC 3463) for a delivery report: the remote's own where it gave one. */
export function statusOf({ code, words }: Reason, permanent: boolean): string {
  const given = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1]
  const first = permanent ? '5' : '4'
  return given?.startsWith(first) ? given : `${first}.${statusTail[code]}`
}

const statusTail: Record<ReasonCode, string> = {
  refused: '0.0',
  'no-such-user': '1.1',
  'bad-address': '1.3',
  'mailbox-full': '2.2',
  'too-big': '3.4',
  'try-later': '0.0',
  unreachable: '4.1',
  timeout: '4.2',
  dns: '4.3',
  'no-domain': '1.2',
  'no-mail-there': '1.10',
  loop: '4.6',
  'private-host': '1.2',
  'no-smtputf8': '6.7',
  unanswered: '4.2',
  tls: '7.4',
  certificate: '7.4',
  'tls-policy': '7.30',
  'relay-login': '7.8',
  expired: '4.7',
  removed: '7.1',
  internal: '3.0',
}

/** The code for a reply with status 4xx or 5xx (RFC 5321 §4.2.3, RFC 3463). */
export function codeOfReply(reply: string): ReasonCode {
  if (/^[45]\d\d[ -][45]\.2\.2\b|^[45]52\b/.test(reply)) return 'mailbox-full'
  if (/^[45]\d\d[ -][45]\.3\.4\b/.test(reply)) return 'too-big'
  if (/^5\d\d[ -]5\.1\.[16]\b/.test(reply)) return 'no-such-user'
  return reply.startsWith('4') ? 'try-later' : 'refused'
}

/** One line without control, bidi or line separator characters: it goes into reports and onto screens. */
export const oneLine = (text: string): string => cleanName(text.toWellFormed()).slice(0, maxWords)
