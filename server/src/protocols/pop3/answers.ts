import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import { AppError } from '../../platform/errors.ts'

/** A command that is understood and refused: -ERR. */
export class Refusal extends Error {
  readonly code: string | null

  constructor(text: string, code: string | null = null) {
    super(text)
    this.name = 'Refusal'
    this.code = code
  }
}

/** The catalogue's codes as POP3 says them (RFC 2449 §8, RFC 3206); all others are -ERR without a code. */
const codes: Partial<Record<ErrorCode, string>> = {
  'login.failed': 'AUTH',
  'client-access.unbound': 'AUTH',
  // Asked for the code again, its owner would type it again and again.
  'login.too-many': 'SYS/TEMP',
  'login.directory-away': 'SYS/TEMP',
  'trash.emptying': 'IN-USE',
}

/** What an expected trouble is answered with; null for a bug. */
export function refusalOf(thrown: unknown): Refusal | null {
  if (thrown instanceof Refusal) return thrown
  if (!(thrown instanceof AppError)) return null
  return new Refusal(errorText(thrown.code, 'en', thrown.details), codes[thrown.code] ?? null)
}

export const okLine = (text: string): string => `+OK ${text}\r\n`

export const errLine = (text: string, code: string | null = null): string =>
  `-ERR ${code === null ? '' : `[${code}] `}${text.replace(/[\r\n]+/g, ' ')}\r\n`
