import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { currentAsker } from '../../../platform/actor.ts'
import { messageOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { MarkedMail } from './mark-mail.ts'

export type MailMarker = ReturnType<typeof createMailMarker>

/** Writes a line across the pages of PDF files in mail, in a thread of its own. */
export function createMailMarker(log: Log) {
  const workers = createWorkers<string>({
    script: new URL('./mark-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 30_000,
    memoryMb: 512,
    wastefulMb: 40,
  })
  let stopped = false
  return {
    /**
     * A mail that takes too much is one whose files cannot be marked.
     * @throws when nobody waits for the answer any more, or the server stops
     */
    mark: async (raw: Buffer, line: string): Promise<MarkedMail> => {
      try {
        return (await workers.run(line, raw)) as MarkedMail
      } catch (thrown) {
        if (stopped || currentAsker().signal?.aborted) throw thrown
        log.warn({ bytes: raw.length, reason: messageOf(thrown) }, 'a mail could not be marked')
        return { raw: null, marked: [], unmarked: [''], others: [] }
      }
    },
    stop: () => {
      stopped = true
      return workers.stop()
    },
  }
}
