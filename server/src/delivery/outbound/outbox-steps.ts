import { releaseBlobs, retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { StoredBlob } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'
import type { Hops } from '../hops/hop-types.ts'
import { domainOf } from './bounces.ts'
import {
  cancelRecipients,
  cancelScheduled,
  insertRecipients,
  insertSubmission,
  lockSubmission,
  moveSubmission,
  ownBlobs,
  requeue,
  retryBounced,
  setDue,
  submissionStatus,
} from './outbox.queries.ts'
import type { NewSubmission, SubmissionRow } from './types.ts'

/** What others do to the outbox inside a transaction of theirs. */
export const outboxSteps = (clock: Clock, hops: Pick<Hops, 'submitted'>) => ({
  /**
   * Hands a mail over inside the caller's transaction; call wake() after the commit. The blob must have been
   * put before. Recipients named twice count once.
   * @returns null when the account has used this send key before
   */
  submit: async (tx: Db, one: NewSubmission): Promise<SubmissionId | null> => {
    const now = clock.now()
    const id = await insertSubmission(tx, one, now)
    if (id === null) return null
    const { holdIn, alsoIn, limitIn, removed = [] } = one.judged
    const left = one.recipients.filter(({ address }) => !removed.includes(address.toLowerCase()))
    await retainBlobs(tx, [one.blob, ...left.flatMap(({ blob }) => blob ?? [])])
    const recipients = left.map(({ blob, wishes, ...each }) => ({
      ...each,
      ...wishes,
      domain: domainOf(each.address),
      blob: blob?.hash.toString('hex') ?? null,
    }))
    await insertRecipients(tx, id, { recipients, due: holdIn ? null : (one.holdUntil ?? now), now })
    await holdIn?.(tx, id)
    await alsoIn?.(tx)
    await limitIn?.(tx)
    hops.submitted(id)
    return id
  },
  /** Whoever decides of a held mail locks it first, so that of many one decides. */
  lockIn: (tx: Db, id: SubmissionId) => lockSubmission(tx, id),
  /** Lets a held mail go, at its time; false when it is not held any more. */
  releaseIn: async (tx: Db, id: SubmissionId, scheduledAt: Date | null): Promise<boolean> => {
    const now = clock.now()
    const isEarly = scheduledAt !== null && scheduledAt > now
    if ((await lockSubmission(tx, id)) !== 'awaiting-approval') return false
    await moveSubmission(tx, { id, next: isEarly ? 'scheduled' : 'queued', now })
    await setDue(tx, id, { due: isEarly ? scheduledAt : now, now })
    return true
  },
  /** Ends a held mail that shall not leave; false when it is not held any more. */
  endHeldIn: async (tx: Db, id: SubmissionId, next: 'rejected' | 'cancelled'): Promise<boolean> => {
    const now = clock.now()
    if ((await lockSubmission(tx, id)) !== 'awaiting-approval') return false
    const row = await moveSubmission(tx, { id, next, now })
    if (!row) return false
    await cancelRecipients(tx, id, now)
    await releaseBlobs(tx, [row.blob, ...(await ownBlobs(tx, id))])
    return true
  },
  /** Takes a waiting mail back: null when it has left, was taken back before, or is not the account's. */
  cancelIn: async (
    tx: Db,
    accountId: AccountId,
    id: SubmissionId,
  ): Promise<SubmissionRow | null> => {
    if (!(await submissionStatus(tx, accountId, id))) return null
    const row = await moveSubmission(tx, { id, next: 'cancelled', now: clock.now() })
    if (!row) return null
    await cancelRecipients(tx, id, clock.now())
    await releaseBlobs(tx, [row.blob, ...(await ownBlobs(tx, id))])
    return row
  },
  /** Scheduled mails whose sent copy is thrown away never leave (SENDMODES-12). Before the mailbox is locked. */
  cancelOfMessagesIn: async (
    tx: Db,
    accountId: AccountId,
    messageIds: readonly MessageId[],
  ): Promise<void> => {
    const now = clock.now()
    for (const { id, blob } of await cancelScheduled(tx, accountId, { messageIds, now })) {
      await cancelRecipients(tx, id, now)
      await releaseBlobs(tx, [blob, ...(await ownBlobs(tx, id))])
    }
  },
  /** Tries again those who did not get it; null when there is nobody. The sent copy's bytes are sent. */
  resendIn: async (
    tx: Db,
    accountId: AccountId,
    { id, blob }: { id: SubmissionId; blob: StoredBlob },
  ): Promise<number | null> => {
    if (!(await submissionStatus(tx, accountId, id))) return null
    const before = await lockSubmission(tx, id)
    if (before !== 'sent' && before !== 'failed' && before !== 'queued') return null
    const again = await retryBounced(tx, id, clock.now())
    if (again === 0) return null
    if (before !== 'queued') {
      await retainBlobs(tx, [blob])
      await requeue(tx, id, clock.now())
    }
    return again
  },
})
