import { createGate } from '../../../platform/gate.ts'
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
/**
 * People who look at a source at the same time, one look each. Their places are their own: a stranger's server that is
 * silent takes no room from those who read their mail. A source bounds what it holds itself, to a few megabytes.
 */
const looks = createGate({ total: 8, share: 1 })

/** A look at a source, which is closed behind it, and after a while in any case. @throws SourceTrouble */
export const withSource = <T>(
  open: OpenSource,
  login: SourceLogin,
  work: (source: Source) => Promise<T>,
): Promise<T> =>
  looks.run(async () => {
    const until = performance.now() + lookMs
    const source = await open(login).catch((thrown: unknown) => {
      // A line that breaks before anybody is in is a server that cannot be reached.
      if (thrown instanceof SourceTrouble && thrown.reason === 'line')
        throw new SourceTrouble('unreachable', thrown)
      throw thrown
    })
    const timer = setTimeout(() => source.close(), until - performance.now())
    try {
      return await work(source)
    } finally {
      clearTimeout(timer)
      source.close()
    }
  })
