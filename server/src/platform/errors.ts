import { type ErrorCode, errors } from '@hongyan/contract/errors'

/**
 * Expected trouble, named by its row in the catalogue. Every door (HTTP, SMTP, …) maps the same code once.
 * @param details values for the `{name}` places of the text
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string>

  constructor(code: ErrorCode, details: Record<string, string> = {}) {
    super(errors[code].en)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** The message of anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
