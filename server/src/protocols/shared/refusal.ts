import { type ErrorCode, errorText } from '@hongyan/contract/errors'
import { isConnectionLoss } from '../../platform/db/connections.ts'
import { AppError } from '../../platform/errors.ts'

/** A command of a mail program that is understood and refused: NO of IMAP, -ERR of POP3. */
export class Refusal extends Error {
  readonly code: string | null

  constructor(text: string, code: string | null = null) {
    super(text)
    this.name = 'Refusal'
    this.code = code
  }
}

/** What an expected trouble is answered with, by the codes that a protocol has for the catalogue's; null for a bug. */
export const refusalBy =
  (codes: Partial<Record<ErrorCode, string>>) =>
  (thrown: unknown): Refusal | null => {
    if (thrown instanceof Refusal) return thrown
    // The database is away for a moment, or has too much to do: nobody's bug, and the program may try again.
    if (isConnectionLoss(thrown)) return refusalBy(codes)(new AppError('server.unavailable'))
    if (!(thrown instanceof AppError)) return null
    return new Refusal(errorText(thrown.code, 'en', thrown.details), codes[thrown.code] ?? null)
  }
