import type { ErrorCode } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { variablesIn } from '../../templates/variables.public.ts'
import { identity, type Recipient } from '../recipients/recipients.ts'

/** What the checks look at; `newText` is the user's own text, never the quoted original. */
export interface SendFacts {
  recipients: Recipient[]
  subject: string
  newText: string
  /** It must have a sensitivity label and has none. */
  lacksLabel: boolean
  /** The mail answers another. */
  isReply: boolean
  /** The text shows a picture, a table or a line. */
  hasMore: boolean
  attachments: number
  /** Files or pictures still on their way up. */
  uploading: number
  /** Files whose upload failed and that are still listed. */
  failed: number
  /** Bytes of everything that is attached or shown, before base64. */
  bytes: number
}

export interface SendLimits {
  maxAttachments: number
  maxRecipients: number
  maxMessage: number
}

/** The field that takes the focus when a mail cannot leave like this. */
export type ProblemField = 'recipients' | 'subject' | 'sensitivity' | 'attachments'

/** A wall: the mail cannot be sent. Texts are those of the catalogue or of the composer's own files. */
export type SendProblem =
  | { kind: 'wall'; field: ProblemField; error: ErrorCode; details: Record<string, string> }
  | { kind: 'wall'; field: 'attachments'; text: 'uploading' | 'failed' }

/** A question: the user may send anyway. */
export type SendQuestion =
  | { kind: 'invalid'; list: string[] }
  | { kind: 'empty' }
  | { kind: 'forgotten' }
  | { kind: 'mass'; count: number }
  /** Variables of a letter template that nothing was filled in for. */
  | { kind: 'variables'; list: string[] }

/** Words for an attachment in both languages (COMPOSE-11, M41). */
const attachmentWords = /附件|附档|附檔|(?<!\p{L})attach(?:ed|ment|ments)?(?!\p{L})/iu

/** The first reason why this mail cannot leave; null when only questions remain. */
export function findProblem(facts: SendFacts, max: SendLimits): SendProblem | null {
  return (
    recipientProblem(facts, max) ??
    subjectProblem(facts) ??
    (facts.lacksLabel ? wall('sensitivity', 'sensitivity.missing') : null) ??
    fileProblem(facts, max)
  )
}

/** What to ask before sending, in the order it is asked. */
export function findQuestions(facts: SendFacts): SendQuestion[] {
  const questions: SendQuestion[] = []
  const invalid = facts.recipients.filter((one) => !one.valid).map((one) => one.address)
  if (invalid.length > 0) questions.push({ kind: 'invalid', list: invalid })
  if (facts.isReply && isEmpty(facts)) questions.push({ kind: 'empty' })
  if (facts.attachments === 0 && attachmentWords.test(facts.newText)) {
    questions.push({ kind: 'forgotten' })
  }
  const variables = variablesIn(`${facts.subject}\n${facts.newText}`)
  if (variables.length > 0) questions.push({ kind: 'variables', list: variables })
  const count = countMailboxes(facts.recipients)
  if (count > limits.massSend) questions.push({ kind: 'mass', count })
  return questions
}

/** An answer that says nothing: most likely a key was pressed too early. */
const isEmpty = ({ newText, hasMore, attachments }: SendFacts): boolean =>
  newText.replace(/\u200b/g, '').trim() === '' && !hasMore && attachments === 0

/** Different mailboxes among the valid entries. */
export function countMailboxes(recipients: Recipient[]): number {
  return new Set(recipients.filter((one) => one.valid).map(identity)).size
}

function recipientProblem(facts: SendFacts, max: SendLimits): SendProblem | null {
  const field = 'recipients'
  if (facts.recipients.length === 0) return wall(field, 'compose.no-recipient')
  const count = countMailboxes(facts.recipients)
  if (count === 0) {
    const list = facts.recipients.map((one) => one.address).join(', ')
    return wall(field, 'compose.bad-address', { list })
  }
  if (count <= max.maxRecipients) return null
  return wall(field, 'compose.too-many-recipients', { max: String(max.maxRecipients) })
}

function subjectProblem(facts: SendFacts): SendProblem | null {
  const subject = facts.subject.trim()
  if (subject === '') return wall('subject', 'compose.no-subject')
  // Counted in characters as people see them in a counter, not in UTF-16 units.
  return [...subject].length > limits.subject ? wall('subject', 'compose.subject-long') : null
}

function fileProblem(facts: SendFacts, max: SendLimits): SendProblem | null {
  const field = 'attachments'
  if (facts.uploading > 0) return { kind: 'wall', field, text: 'uploading' }
  if (facts.failed > 0) return { kind: 'wall', field, text: 'failed' }
  if (facts.attachments > max.maxAttachments) return wall(field, 'compose.too-many-attachments')
  return onTheWire(facts.bytes) > max.maxMessage
    ? wall(field, 'compose.too-big', { max: `${Math.floor(max.maxMessage / 1024 / 1024)}M` })
    : null
}

/** Base64 with a line break after 76 characters (RFC 2045 section 6.8). */
function onTheWire(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 * (78 / 76)
}

function wall(
  field: ProblemField,
  error: ErrorCode,
  details: Record<string, string> = {},
): SendProblem {
  return { kind: 'wall', field, error, details }
}
