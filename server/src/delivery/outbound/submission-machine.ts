/** States of an outgoing message (idea 3: every way a mail can leave is one machine). */
export type SubmissionState = 'held' | 'queued' | 'sent' | 'failed' | 'cancelled'

/** States of one recipient of an outgoing message. */
export type RecipientState =
  | 'queued'
  | 'delivered'
  | 'relayed'
  | 'deferred'
  | 'bounced'
  | 'cancelled'

/**
 * Where a submission may go from each state. `held` waits for the undo time, `queued` is on its way;
 * the others are ends.
 */
export const submissionMoves: Record<SubmissionState, readonly SubmissionState[]> = {
  held: ['queued', 'cancelled'],
  queued: ['sent', 'failed'],
  sent: [],
  failed: [],
  cancelled: [],
}

/** `delivered`: in a mailbox of ours; `relayed`: another server took it over; `deferred`: tried, will be tried again. */
export const recipientMoves: Record<RecipientState, readonly RecipientState[]> = {
  queued: ['delivered', 'relayed', 'deferred', 'bounced', 'cancelled'],
  deferred: ['delivered', 'relayed', 'deferred', 'bounced'],
  delivered: [],
  relayed: [],
  bounced: [],
  cancelled: [],
}

/** The states that a compare-and-set to `next` may start from. */
export const submissionBefore = (next: SubmissionState): SubmissionState[] =>
  before(submissionMoves, next)

/** The states that a recipient's compare-and-set to `next` may start from. */
export const recipientBefore = (next: RecipientState): RecipientState[] =>
  before(recipientMoves, next)

/** States in which a recipient still waits for something. */
export const openRecipientStates: readonly RecipientState[] = ['queued', 'deferred']

/**
 * What a queued submission becomes when its recipients are in these states: null while one of them is
 * still open, `failed` when nobody got it.
 */
export function submissionEnd(states: readonly RecipientState[]): 'sent' | 'failed' | null {
  if (states.some((state) => openRecipientStates.includes(state))) return null
  return states.some((state) => state === 'delivered' || state === 'relayed') ? 'sent' : 'failed'
}

function before<S extends string>(moves: Record<S, readonly S[]>, next: S): S[] {
  const states = Object.keys(moves) as S[]
  return states.filter((state) => moves[state].includes(next))
}
