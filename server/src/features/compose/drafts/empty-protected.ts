import { waitingStates } from '../../../delivery/outbound/submission-machine.ts'
import { wholeAccount } from '../../../mailstore/types.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { emptySent, protectedDrafts } from './drafts.queries.ts'

const atOnce = 200

/**
 * The text of a read-limited or encrypted mail is kept so that its sender can take it back. Once it has left it stays
 * nowhere but where it is sealed: the draft is emptied, and its files go with it unless another draft names them.
 */
export async function emptyProtected(deps: ComposeDeps): Promise<void> {
  const { database, outbox, files, clock } = deps
  const drafts = await protectedDrafts(database, { before: clock.now(), limit: atOnce })
  for (const draft of drafts) {
    const { accountId, submissionId } = draft
    const status = await outbox.status(accountId, submissionId)
    // Nobody has taken it to its readers yet, so it can still be taken back.
    if (status && waitingStates.includes(status.state)) continue
    if ((await emptySent(database, draft)) === 0) continue
    const viewer = wholeAccount(accountId)
    for (const { fileId } of await files.describe(viewer, draft.fileIds))
      await files.remove(viewer, fileId)
  }
}
