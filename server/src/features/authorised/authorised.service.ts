import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import { asId, type MessageId } from '../../platform/ids.ts'
import { deleteAuthorised, dropOldKeys, expiredAfter } from './authorised.queries.ts'
import type { AuthorisedDeps } from './authorised-deps.ts'
import { outsideSideOf } from './outside-side.ts'
import { readerSideOf } from './reader-side.ts'
import { senderSideOf } from './sender-side.ts'

const pieceSize = 200

/**
 * Read-limited mail: mailboxes hold notices, the original lies sealed and apart, and is given out by the counted read
 * alone. So IMAP, POP3, search, export, printing and quoting have nothing to leak.
 */
export type Authorised = ReturnType<typeof createAuthorised>

export const createAuthorised = (deps: AuthorisedDeps) => ({
  ...senderSideOf(deps),
  ...readerSideOf(deps),
  ...outsideSideOf(deps),
  /** Housekeeping, to be run now and then by one process. */
  sweep: () => sweep(deps),
})

/** Keys go with the days; the original itself goes when its sender has thrown away the sent copy too. */
async function sweep({ database, mailstore, outbox, clock }: AuthorisedDeps): Promise<void> {
  const now = clock.now()
  await dropOldKeys(database, now)
  for (let after = 0, more = true; more; ) {
    const rows = await expiredAfter(database, { after, now, limit: pieceSize })
    for (const { accountId, submissionId } of rows) {
      const status = await outbox.status(accountId, submissionId)
      const ids = status?.messageId == null ? [] : [asId<MessageId>(status.messageId)]
      const kept = await mailstore.visible({ accountId, hidden: [] }, ids)
      if (kept.length > 0) continue
      await database.transaction(async (tx) =>
        releaseBlobs(tx, await deleteAuthorised(tx, submissionId)),
      )
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length === pieceSize
  }
}
