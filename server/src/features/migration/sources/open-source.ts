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

/** Work with a source that is closed behind it. @throws SourceTrouble */
export async function withSource<T>(
  open: OpenSource,
  login: SourceLogin,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const source = await open(login).catch((thrown: unknown) => {
    // A line that breaks before anybody is in is a server that cannot be reached.
    if (thrown instanceof SourceTrouble && thrown.reason === 'line')
      throw new SourceTrouble('unreachable', thrown)
    throw thrown
  })
  try {
    return await work(source)
  } finally {
    source.close()
  }
}
