import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { SubmissionId } from '../../platform/ids.ts'
import { lockSubmission, moveSubmission, ownBlobs, recipientStates } from './outbox.queries.ts'
import { submissionEnd } from './submission-machine.ts'

/**
 * Ends a submission when its last recipient came to an end; its bytes are then kept by the copies alone. One that
 * ended before may still become recalled. Also locks it.
 */
export async function finishIn(tx: Db, id: SubmissionId, now: Date): Promise<void> {
  const before = await lockSubmission(tx, id)
  const next = submissionEnd(await recipientStates(tx, id))
  if (!next || next === before) return
  const moved = await moveSubmission(tx, { id, next, now })
  if (moved && before === 'queued')
    await releaseBlobs(tx, [moved.blob, ...(await ownBlobs(tx, id))])
}
