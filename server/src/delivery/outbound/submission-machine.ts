/** States of an outgoing message (idea 3: every way a mail can leave is one machine). */
export type SubmissionState =
  | 'held'
  | 'scheduled'
  | 'awaiting-approval'
  | 'queued'
  | 'sent'
  | 'failed'
  | 'cancelled'
  | 'rejected'
  | 'recalled'

/** States of one recipient of an outgoing message. */
export type RecipientState =
  | 'queued'
  | 'delivered'
  | 'relayed'
  | 'deferred'
  | 'bounced'
  | 'cancelled'
  | 'recalled'
  | 'recall-refused'

/**
 * Where a submission may go from each state. `held` waits for the undo time, `scheduled` for the time its
 * sender chose, `awaiting-approval` for those who may let it go (ADR 34), `queued` is on its way. The others are ends, but what left may be recalled, and who did not get it
 * may be tried again.
 */
export const submissionMoves: Record<SubmissionState, readonly SubmissionState[]> = {
  held: ['queued', 'cancelled'],
  scheduled: ['queued', 'cancelled'],
  'awaiting-approval': ['queued', 'scheduled', 'cancelled', 'rejected'],
  queued: ['sent', 'failed', 'recalled'],
  sent: ['recalled', 'queued'],
  failed: ['queued'],
  cancelled: [],
  rejected: [],
  recalled: [],
}

/**
 * `delivered`: in a mailbox of ours; `relayed`: another server took it over; `deferred`: tried, will be tried again;
 * `recalled`: lost it again or never got it; `recall-refused`: keeps it, the reason says why.
 */
export const recipientMoves: Record<RecipientState, readonly RecipientState[]> = {
  queued: ['delivered', 'relayed', 'deferred', 'bounced', 'cancelled', 'recalled'],
  deferred: ['delivered', 'relayed', 'deferred', 'bounced', 'recalled'],
  delivered: ['recalled', 'recall-refused'],
  relayed: ['recalled', 'recall-refused'],
  bounced: ['queued'],
  cancelled: [],
  recalled: [],
  'recall-refused': [],
}

/** The states that a compare-and-set to `next` may start from. */
export const submissionBefore = (next: SubmissionState): SubmissionState[] =>
  before(submissionMoves, next)

/** The states that a recipient's compare-and-set to `next` may start from. */
export const recipientBefore = (next: RecipientState): RecipientState[] =>
  before(recipientMoves, next)

/** States of a mail that has not begun to leave: it can be taken back whole. */
export const waitingStates: readonly SubmissionState[] = ['held', 'scheduled', 'awaiting-approval']

/** States in which a recipient still waits for something. */
export const openRecipientStates: readonly RecipientState[] = ['queued', 'deferred']

/**
 * What a submission that left becomes when its recipients are in these states: null while one of them is still open,
 * `recalled` when everybody who could have it lost it, `failed` when nobody got it.
 */
export function submissionEnd(
  states: readonly RecipientState[],
): 'sent' | 'failed' | 'recalled' | null {
  if (states.some((state) => openRecipientStates.includes(state))) return null
  if (states.some((state) => arrivedStates.includes(state))) return 'sent'
  return states.includes('recalled') ? 'recalled' : 'failed'
}

const arrivedStates: readonly RecipientState[] = ['delivered', 'relayed', 'recall-refused']

function before<S extends string>(moves: Record<S, readonly S[]>, next: S): S[] {
  const states = Object.keys(moves) as S[]
  return states.filter((state) => moves[state].includes(next))
}
