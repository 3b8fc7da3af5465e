import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import { replies } from '../../../delivery/inbound/replies.ts'
import type { Reply } from '../../../delivery/inbound/types.ts'
import { BlobStoreFull } from '../../../platform/blobs/blobs.ts'
import { AppError } from '../../../platform/errors.ts'

const reply = (code: number, status: string, text: string): Reply => ({ code, status, text })

/** Answers of submission alone (RFC 4954 §6, RFC 6409 §6, RFC 4865 §4). */
export const submissionReplies = {
  logInFirst: reply(530, '5.7.0', 'Log in first'),
  logInAgain: reply(421, '4.7.0', 'Log in again'),
  wrongCode: reply(535, '5.7.8', 'The authorisation code is wrong, or programs may not come in'),
  tooManyWrong: reply(454, '4.7.0', 'Too many wrong codes, try again later'),
  tooManyPrograms: reply(454, '4.7.0', 'Too many programs of this account are in'),
  badRecipient: reply(553, '5.1.3', 'This is no address that mail could go to'),
  badHold: reply(501, '5.5.4', 'When the mail shall leave is not understood'),
  badWish: reply(501, '5.5.4', 'What is wanted of reports is not understood'),
  notHeldSoLong: reply(501, '5.5.4', 'The mail cannot be held for so long'),
} as const satisfies Record<string, Reply>

/** The catalogue's codes as submission says them; all others are a refusal of the mail. */
const codes: Partial<Record<ErrorCode, readonly [number, string]>> = {
  'address.not-yours': [550, '5.7.1'],
  'compose.bad-address': [553, '5.1.3'],
  'compose.no-recipient': [554, '5.5.1'],
  'compose.too-many-recipients': [452, '4.5.3'],
  // Programs keep the mail and come again.
  'compose.too-fast': [451, '4.7.1'],
  'alarms.too-many': [451, '4.7.1'],
  'compose.too-big': [552, '5.3.4'],
  'compose.header-too-long': [554, '5.6.0'],
  'upload.suffix': [550, '5.7.1'],
  // Nobody can be asked there.
  'policy.warn': [554, '5.7.1'],
  'policy.justify': [554, '5.7.1'],
  'quota.full': [552, '5.2.2'],
  'login.failed': [535, '5.7.8'],
  'client-access.unbound': [535, '5.7.8'],
  'login.too-many': [454, '4.7.0'],
  'login.directory-away': [454, '4.7.0'],
}

/** What a program is answered to something that was thrown; null for a bug. */
export function replyOf(thrown: unknown): Reply | null {
  if (thrown instanceof BlobStoreFull) return replies.storeFull
  if (!(thrown instanceof AppError)) return null
  const [code, status] = codes[thrown.code] ?? [550, '5.7.1']
  return reply(code, status, plain(errorText(thrown.code, 'en', thrown.details)))
}

/** Replies are ASCII (RFC 5321 section 4.2): names in other letters are left out. */
const plain = (text: string): string =>
  text
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
