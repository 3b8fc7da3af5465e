import type { ErrorCode } from '@hongyan/contract/errors'
import type { ConflictReason } from './save-trouble.ts'

/**
 * The life of one draft in one window, as a pure reducer: the hook `useDraft` feeds it events and
 * does what `nextSaveAt` and the state's kind say. Times are milliseconds since the epoch.
 *
 * `revision` counts local edits, `savedRevision` is the one the server has. Nothing is ever lost
 * as long as the hook keeps a local copy while `hasUnsaved` is true.
 */
interface DraftBase {
  /** Null until the first save. */
  draftId: number | null
  /** What the server answered last; sent back so that two windows cannot overwrite each other. */
  version: number
  revision: number
  savedRevision: number
  /** Failed saves since the last good one; each doubles the wait. */
  failures: number
}

/** Text that waits for its save: when the first and the latest unsaved edit happened. */
interface Pending {
  firstEditAt: number
  lastEditAt: number
}

export type DraftState = DraftBase &
  (
    | { kind: 'clean' }
    | ({ kind: 'dirty' } & Pending)
    | { kind: 'saving'; savingRevision: number; pending: Pending | null }
    | { kind: 'saved'; at: number }
    /** Somebody else's version is on the server: nothing is saved until the user chose. */
    | { kind: 'conflict'; reason: ConflictReason }
    /** The last save failed; kept on this device and tried again at `retryAt`. */
    | { kind: 'offline'; reason: ErrorCode | 'network'; retryAt: number }
    /** A save that was under way may still be: what it answers counts, and changes nothing that is shown. */
    | { kind: 'sending'; before: ConflictReason | null; savingRevision: number | null }
    | { kind: 'sent' }
  )

export type DraftEvent =
  | { kind: 'edited'; at: number }
  | { kind: 'save-started' }
  | { kind: 'save-done'; at: number; draftId: number; version: number }
  | { kind: 'save-conflict'; reason: ConflictReason }
  /** The screen is empty and was never saved: no draft is made of it (decision G62). */
  | { kind: 'nothing-to-save' }
  /** The draft no longer exists on the server (deleted elsewhere): what is on screen becomes a new one. */
  | { kind: 'save-gone'; at: number }
  | { kind: 'save-failed'; at: number; reason: ErrorCode | 'network' }
  | { kind: 'back-online'; at: number }
  | { kind: 'keep-mine'; at: number }
  | { kind: 'load-theirs'; draftId: number; version: number }
  | { kind: 'send-started' }
  | { kind: 'send-failed'; at: number }
  | { kind: 'send-done' }

/** Saved this long after typing stopped … */
export const pauseBeforeSave = 1_500
/** … and at the latest this long after the first unsaved key. */
export const longestUnsaved = 10_000
const firstRetry = 2_000
const longestRetry = 60_000

export function startDraft(draftId: number | null, version: number): DraftState {
  return { kind: 'clean', draftId, version, revision: 0, savedRevision: 0, failures: 0 }
}

/** When the hook should save; null when there is nothing to do now. */
export function nextSaveAt(state: DraftState): number | null {
  if (state.kind === 'dirty') {
    return Math.min(state.lastEditAt + pauseBeforeSave, state.firstEditAt + longestUnsaved)
  }
  return state.kind === 'offline' ? state.retryAt : null
}

/** True while the screen holds something that the server does not. */
export function hasUnsaved(state: DraftState): boolean {
  return state.kind !== 'sent' && state.revision > state.savedRevision
}

/** Only keys came between the two: a screen that shows one of them need not be drawn for the other. */
export const looksSame = (one: DraftState, other: DraftState): boolean =>
  (one.kind === 'dirty' || one.kind === 'saving') &&
  one.kind === other.kind &&
  one.draftId === other.draftId

export function draftReducer(state: DraftState, event: DraftEvent): DraftState {
  if (state.kind === 'sent') return state
  switch (event.kind) {
    case 'edited':
      return edited(state, event.at)
    case 'save-started':
      return { ...base(state), kind: 'saving', savingRevision: state.revision, pending: null }
    case 'save-done':
      return saveDone(state, event)
    case 'nothing-to-save':
      return settle(state)
    case 'save-conflict':
      return state.kind === 'sending'
        ? { ...state, before: event.reason }
        : { ...base(state), kind: 'conflict', reason: event.reason }
    case 'save-gone':
      return saveGone(state, event.at)
    case 'save-failed':
      return saveFailed(state, event)
    case 'back-online':
      return state.kind === 'offline' ? { ...state, retryAt: event.at, failures: 0 } : state
    default:
      return choice(state, event)
  }
}

/** What the user decided: about a conflict, or to send. */
function choice(
  state: DraftState,
  event: Extract<
    DraftEvent,
    { kind: 'keep-mine' | 'load-theirs' | 'send-started' | 'send-failed' | 'send-done' }
  >,
): DraftState {
  switch (event.kind) {
    case 'keep-mine':
      return dirty({ ...base(state), draftId: null, version: 0 }, event.at)
    case 'load-theirs':
      return startDraft(event.draftId, event.version)
    case 'send-started':
      return {
        ...base(state),
        kind: 'sending',
        before: state.kind === 'conflict' ? state.reason : null,
        savingRevision: state.kind === 'saving' ? state.savingRevision : null,
      }
    case 'send-failed':
      return sendFailed(state, event.at)
    case 'send-done':
      return { ...base(state), kind: 'sent' }
  }
}

function base(state: DraftState): DraftBase {
  const { draftId, version, revision, savedRevision, failures } = state
  return { draftId, version, revision, savedRevision, failures }
}

function dirty(from: DraftBase, at: number): DraftState {
  // A copy or a failed send counts as an edit, so that it is saved even when nothing more is typed.
  const revision = Math.max(from.revision, from.savedRevision + 1)
  return { ...from, revision, kind: 'dirty', firstEditAt: at, lastEditAt: at }
}

function edited(state: DraftState, at: number): DraftState {
  const next = { ...state, revision: state.revision + 1 }
  switch (next.kind) {
    case 'dirty':
      return { ...next, lastEditAt: at }
    case 'saving':
      return {
        ...next,
        pending: { firstEditAt: next.pending?.firstEditAt ?? at, lastEditAt: at },
      }
    case 'clean':
    case 'saved':
      return { ...base(next), kind: 'dirty', firstEditAt: at, lastEditAt: at }
    case 'offline':
      // The server refused the content itself (too big, full mailbox): the edit may have cured it.
      return next.reason === 'network'
        ? next
        : { ...base(next), kind: 'dirty', firstEditAt: at, lastEditAt: at }
    default:
      return next
  }
}

function settle(state: DraftState): DraftState {
  if (state.kind !== 'saving') return state
  const next = { ...base(state), savedRevision: state.savingRevision, failures: 0 }
  return state.pending === null
    ? { ...next, kind: 'clean' }
    : { ...next, kind: 'dirty', ...state.pending }
}

function saveDone(
  state: DraftState,
  event: { at: number; draftId: number; version: number },
): DraftState {
  const saving = state.kind === 'saving' || state.kind === 'sending' ? state.savingRevision : null
  const savedRevision = saving ?? state.savedRevision
  const { draftId, version } = event
  const next = { ...base(state), draftId, version, savedRevision, failures: 0 }
  if (state.kind !== 'saving') return { ...state, ...next }
  if (state.pending !== null) return { ...next, kind: 'dirty', ...state.pending }
  return { ...next, kind: 'saved', at: event.at }
}

function saveGone(state: DraftState, at: number): DraftState {
  if (state.kind === 'sending') return { ...state, draftId: null, version: 0 }
  if (state.draftId !== null) return dirty({ ...base(state), draftId: null, version: 0 }, at)
  // There was no draft to be gone: a file or the answered mail is, and a new draft would not help.
  return saveFailed(state, { at, reason: 'item.not-found' })
}

function saveFailed(
  state: DraftState,
  event: { at: number; reason: ErrorCode | 'network' },
): DraftState {
  if (state.kind !== 'saving') return state
  return {
    ...base(state),
    kind: 'offline',
    reason: event.reason,
    failures: state.failures + 1,
    retryAt: event.at + Math.min(firstRetry * 2 ** state.failures, longestRetry),
  }
}

function sendFailed(state: DraftState, at: number): DraftState {
  if (state.kind !== 'sending') return state
  if (state.before !== null) return { ...base(state), kind: 'conflict', reason: state.before }
  return state.revision > state.savedRevision || state.draftId === null
    ? dirty(base(state), at)
    : { ...base(state), kind: 'clean' }
}
