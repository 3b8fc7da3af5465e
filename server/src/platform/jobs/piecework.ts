import { z } from 'zod'
import type { Database, Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { type AccountId, asId } from '../ids.ts'
import type { Jobs } from './jobs.ts'

/** Between two looks at what somebody else is at. */
const laterMs = 1_500

/** Work on much mail, as each kind of it is told to the helper. */
export interface PieceworkPlan<Place extends object> {
  task: string
  /** What the job is told: ids, by which the work is found. */
  place: z.ZodType<Place>
  /**
   * Does the next piece and writes down, in the same transaction, how far the work is: a crash between two pieces
   * loses nothing and does nothing twice. Tells the progress. False when there is nothing more to do, or when somebody
   * has stopped the work: its row says so. `later` when somebody else is at what it needs: it is asked again soon.
   */
  piece(place: Place): Promise<boolean | 'later'>
  /** Ends work that runs into expected trouble, as a folder that is gone. Without it the job is tried again later. */
  fail?(place: Place, trouble: AppError): Promise<void>
}

export interface Piecework<Place extends object> {
  /** In the transaction that makes its row. The same work is waiting once, however often it is enqueued. */
  enqueue(db: Db, place: Place): Promise<void>
}

/** The place of work that has a row of its own. */
export const jobPlace = z.object({
  accountId: z.number().transform(asId<AccountId>),
  jobId: z.number(),
})
export type JobPlace = z.infer<typeof jobPlace>

/**
 * Work that is too much for one transaction, done piece by piece as a job. What a killed process has begun is taken up
 * by another within a minute (`dead-workers.ts`); a process that is stopped ends its piece and hands on the rest.
 * Before the jobs start.
 */
export function createPiecework<Place extends object>(
  { database, jobs }: { database: Database; jobs: Jobs },
  { task, place: schema, piece, fail }: PieceworkPlan<Place>,
): Piecework<Place> {
  const keyOf = (place: Place): string => [task, ...Object.values(place)].join('-')
  const enqueue = (db: Db, place: Place, runAt?: Date): Promise<void> =>
    jobs.enqueue(db, { task, payload: place, key: keyOf(place), ...(runAt ? { runAt } : {}) })

  const work = async (place: Place): Promise<void> => {
    try {
      for (let went = await piece(place); went; went = await piece(place)) {
        if (went === 'later') return await enqueue(database, place, new Date(Date.now() + laterMs))
        if (jobs.stopping.aborted) return await enqueue(database, place)
      }
    } catch (thrown) {
      if (!(thrown instanceof AppError) || !fail) throw thrown
      await fail(place, thrown)
    }
  }

  // One work is in one hand of a process; what is enqueued meanwhile makes it look again.
  const inHand = new Map<string, { again: boolean }>()
  jobs.register(task, async (payload) => {
    const place = schema.parse(payload)
    const key = keyOf(place)
    const other = inHand.get(key)
    if (other) {
      other.again = true
      return
    }
    const mine = { again: true }
    inHand.set(key, mine)
    try {
      while (mine.again) {
        mine.again = false
        await work(place)
      }
    } finally {
      inHand.delete(key)
    }
  })
  return { enqueue: (db, place) => enqueue(db, place) }
}
