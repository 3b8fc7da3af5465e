import { type ErrorCode, errors } from '@hongyan/contract/errors'
import { ApiError } from '../../../lib/api-error.ts'

/**
 * Somebody else changed the draft (`changed`) or sent it (`sent`), or a mail left under the composer's own key
 * (`left`).
 */
export type ConflictReason = 'changed' | 'sent' | 'left'

/** What a failed save means for the draft. */
export type SaveTrouble =
  | { kind: 'save-conflict'; reason: ConflictReason }
  | { kind: 'save-gone' }
  | { kind: 'save-failed'; reason: ErrorCode | 'network' }

export function saveTroubleOf(error: unknown): SaveTrouble {
  switch (codeOf(error)) {
    case 'draft.conflict':
      return { kind: 'save-conflict', reason: 'changed' }
    case 'draft.sent':
      return { kind: 'save-conflict', reason: 'sent' }
    case 'draft.left':
      return { kind: 'save-conflict', reason: 'left' }
    case 'item.not-found':
      return { kind: 'save-gone' }
    default:
      return { kind: 'save-failed', reason: refusal(error) ?? 'network' }
  }
}

/** Name of the refusal in the catalogue; null for anything else. */
export function codeOf(error: unknown): ErrorCode | null {
  if (!(error instanceof ApiError)) return null
  const names = Object.keys(errors) as ErrorCode[]
  return names.find((name) => errors[name].code === error.code) ?? null
}

/** A "no" to this very content, as opposed to a line, a session or a server that is down. */
function refusal(error: unknown): ErrorCode | null {
  return error instanceof ApiError && error.kind === 'refused' && error.status !== 429
    ? codeOf(error)
    : null
}
