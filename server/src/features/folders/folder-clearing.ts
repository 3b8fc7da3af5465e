import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

/** What a request does itself, in steps of a thousand messages; the rest is a job. */
const stepsAtOnce = 3

export interface ClearingOptions {
  mailstore: Mailstore
  database: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/** What becomes of the folder when nothing is in it any more. */
type Ending = 'keep' | 'delete'

interface Clearing {
  accountId: AccountId
  from: FolderId
  to: FolderId | null
  ending: Ending
}

const task = 'clear-folder'

type Folder = Pick<Awaited<ReturnType<Mailstore['folders']>>[number], 'id' | 'role' | 'emptying'>

/** Taking everything out of a folder: a few thousand messages at once, more in the background. */
export function createFolderClearing({ mailstore, database, jobs }: ClearingOptions) {
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
      const outcome = await takeSteps(mailstore, one, stepsAtOnce)
      if (!outcome.done) {
        await jobs.enqueue(database, { task, payload: one, key: `${task} ${folder.id}` })
      }
      return outcome
    },
  }
}

/** The job behind it. Whatever it is killed at, it goes on where it was. */
export const clearingJob = (mailstore: Mailstore) => ({
  task,
  handler: async (payload: unknown): Promise<void> => {
    const { accountId, from, to, ending } = payload as Clearing
    const one: Clearing = {
      accountId: asId(accountId),
      from: asId(from),
      to: to === null ? null : asId(to),
      ending,
    }
    await takeSteps(mailstore, one, Number.POSITIVE_INFINITY)
  },
})

async function takeSteps(
  mailstore: Mailstore,
  { accountId, from, to, ending }: Clearing,
  steps: number,
): Promise<{ count: number; done: boolean }> {
  let count = 0
  for (let step = 0; step < steps; step++) {
    await mailstore.setEmptying(accountId, from, true)
    const taken = await mailstore.takeOut(accountId, { from, to })
    count += taken
    if (taken > 0) continue
    if (ending === 'delete' && !(await mailstore.removeEmptyFolder(accountId, from))) continue
    await mailstore.setEmptying(accountId, from, false)
    return { count, done: true }
  }
  return { count, done: false }
}
