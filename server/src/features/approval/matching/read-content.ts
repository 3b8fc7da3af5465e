import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { currentAsker } from '../../../platform/actor.ts'
import { messageOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Finds, Wanted } from './content-finds.ts'

export type ContentReader = ReturnType<typeof createContentReader>

/** Looks for words in mail, in threads of its own. */
export function createContentReader(log: Log) {
  const workers = createWorkers<readonly Wanted[]>({
    script: new URL('./content-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 20_000,
    memoryMb: 384,
  })
  let stopped = false
  return {
    /**
     * A mail that takes too much, or ends its thread, is one that could not be read.
     * @throws when nobody waits for the answer any more, or the server stops: that says nothing of the mail
     */
    find: async (raw: Uint8Array, wanted: readonly Wanted[]): Promise<Finds> => {
      try {
        return (await workers.run(wanted, raw)) as Finds
      } catch (thrown) {
        if (stopped || currentAsker().signal?.aborted) throw thrown
        log.warn(
          { bytes: raw.length, reason: messageOf(thrown) },
          'a mail could not be looked through',
        )
        const finds = wanted.map(() => [])
        return {
          ...{ finds, names: [], labels: null, unreadable: [''] },
          ...{ encrypted: true, sealed: false },
        }
      }
    },
    stop: () => {
      stopped = true
      return workers.stop()
    },
  }
}
