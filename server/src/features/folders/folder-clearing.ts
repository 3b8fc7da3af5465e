import { z } from 'zod'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'

/** What a request does itself, in steps of a thousand messages; the rest is a job. */
const stepsAtOnce = 3

export interface ClearingOptions {
  mailstore: Mailstore
  database: Database
  jobs: Jobs
}

const folderId = z.number().transform(asId<FolderId>)

/** `ending` is what becomes of the folder when nothing is in it any more. */
const clearing = z.object({
  accountId: z.number().transform(asId<AccountId>),
  from: folderId,
  to: folderId.nullable(),
  ending: z.enum(['keep', 'delete']),
})
type Clearing = z.infer<typeof clearing>
type Ending = Clearing['ending']

type Folder = Pick<Awaited<ReturnType<Mailstore['folders']>>[number], 'id' | 'role' | 'emptying'>

/** Taking everything out of a folder: a few thousand messages at once, more in the background. */
export function createFolderClearing({ mailstore, database, jobs }: ClearingOptions) {
  const rest = createPiecework(
    { database, jobs },
    {
      task: 'clear-folder',
      place: clearing,
      piece: async (one) => !(await takeStep(mailstore, one)).done,
    },
  )
  return {
    /**
     * To the recycle bin; out of the recycle bin and of spam for good, which mail retrieval can undo for 30 days.
     * @throws trash.emptying while somebody else empties the folder or the place where its mail would go
     */
    clear: async (
      accountId: AccountId,
      folder: Folder,
      ending: Ending,
    ): Promise<{ count: number; done: boolean }> => {
      const trash = await mailstore.folderByRole(accountId, 'trash')
      if (!trash) throw new AppError('folder.not-found')
      const final = folder.role === 'trash' || folder.role === 'junk'
      if (folder.emptying || (!final && trash.emptying)) throw new AppError('trash.emptying')
      const one: Clearing = { accountId, from: folder.id, to: final ? null : trash.id, ending }
      let count = 0
      for (let step = 0; step < stepsAtOnce; step++) {
        const { taken, done } = await takeStep(mailstore, one)
        count += taken
        if (done) return { count, done }
      }
      await rest.enqueue(database, one)
      return { count, done: false }
    },
  }
}

/** Whatever it is killed at, the next step goes on from there: what is taken out is in the folder no more. */
async function takeStep(
  mailstore: Mailstore,
  { accountId, from, to, ending }: Clearing,
): Promise<{ taken: number; done: boolean }> {
  await mailstore.setEmptying(accountId, from, true)
  const taken = await mailstore.takeOut(accountId, { from, to })
  if (taken > 0) return { taken, done: false }
  const isKept = ending === 'delete' && !(await mailstore.removeEmptyFolder(accountId, from))
  if (isKept) return { taken, done: false }
  await mailstore.setEmptying(accountId, from, false)
  return { taken, done: true }
}
