import type { Budget } from '../../../platform/budget.ts'
import { openImapSource } from './imap-source.ts'
import { openPop3Source } from './pop3-source.ts'
import { type ReachOptions, reach } from './reach.ts'
import { type Source, type SourceLogin, SourceTrouble } from './source.ts'

/** Signs in at the other side, over TLS alone. */
export const createOpenSource =
  (options: ReachOptions) =>
  async (login: SourceLogin): Promise<Source> => {
    const reached = await reach(options, login.server)
    const open = login.server.protocol === 'imap' ? openImapSource : openPop3Source
    return open(login, reached)
  }
export type OpenSource = ReturnType<typeof createOpenSource>

/** Somebody waits for the answer. */
const lookMs = 60_000
/** What a listing may hold. */
const listingBytes = 8 * 1024 * 1024

/** A look at a source, which is closed behind it, and after a while in any case. @throws SourceTrouble */
export async function withSource<T>(
  { open, memory }: { open: OpenSource; memory: Budget },
  login: SourceLogin,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const release = await memory.take(listingBytes)
  try {
    const source = await open(login).catch((thrown: unknown) => {
      // A line that breaks before anybody is in is a server that cannot be reached.
      if (thrown instanceof SourceTrouble && thrown.reason === 'line')
        throw new SourceTrouble('unreachable', thrown)
      throw thrown
    })
    const timer = setTimeout(() => source.close(), lookMs)
    try {
      return await work(source)
    } finally {
      clearTimeout(timer)
      source.close()
    }
  } finally {
    release()
  }
}
