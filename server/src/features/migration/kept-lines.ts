import type { FolderAtWork } from './folder-at-work.ts'
import type { Source } from './sources/source.ts'

/** A line that is open, and where it is. */
interface AtWork {
  source: Source
  folder: FolderAtWork | null
}

/** A line whose next turn does not come here is hung up, before the lease ends and another process may ask. */
const mostIdleMs = 15_000

export type KeptLines = ReturnType<typeof createKeptLines>

/** The open lines of this process, by migration. Between two turns they are kept for a while only: any process may take the next. */
export function createKeptLines(onIdle: (jobId: number) => void) {
  const lines = new Map<number, AtWork>()
  const idle = new Map<number, NodeJS.Timeout>()
  /** Its turn has come. */
  const wanted = (jobId: number): void => {
    clearTimeout(idle.get(jobId))
    idle.delete(jobId)
  }
  const hangUp = (jobId: number): void => {
    wanted(jobId)
    lines.get(jobId)?.source.close()
    lines.delete(jobId)
  }
  return {
    of: (jobId: number): AtWork | undefined => lines.get(jobId),
    keep: (jobId: number, line: AtWork): void => void lines.set(jobId, line),
    wanted,
    /** Its turn is over, or has not come yet. */
    unused: (jobId: number): void => {
      if (!lines.has(jobId) || idle.has(jobId)) return
      const tooLong = (): void => {
        hangUp(jobId)
        onIdle(jobId)
      }
      idle.set(jobId, setTimeout(tooLong, mostIdleMs).unref())
    },
    hangUp,
    hangUpAll: (): void => [...lines.keys()].forEach(hangUp),
  }
}
