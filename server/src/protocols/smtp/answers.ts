import { replies } from '../../delivery/inbound/replies.ts'
import type { RecipientResult, Reply } from '../../delivery/inbound/types.ts'

/** A refusal in the shape that the library sends. */
export const refusal = ({ code, status, text }: Reply): Error =>
  Object.assign(new Error(`${status} ${text}`), { responseCode: code })

/**
 * The one answer of SMTP for all recipients together: as long as one can be tried again the sender
 * should, those who have the mail already are recognised then.
 */
export function commonRefusal(results: readonly RecipientResult[]): Reply {
  const failed = results.filter((one) => one.kind === 'failed').map((one) => one.reply)
  return failed.find((reply) => reply.code < 500) ?? failed[0] ?? replies.tryLater
}

/** The answers of LMTP, one for each recipient (RFC 2033 §4.2). */
export const separateAnswers = (
  results: readonly RecipientResult[],
  id: string,
): (string | Error)[] =>
  results.map((one) => (one.kind === 'failed' ? refusal(one.reply) : storedText(id)))

export const storedText = (id: string): string => `Stored as ${id}`
