import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import type { Sessions } from '../session/session.public.ts'
import type { FolderLocks } from './folder-locks.ts'

interface Options {
  signer: Pick<Signer, 'read'>
  sessions: Pick<Sessions, 'callerOf' | 'callerOfSession'>
  folderLocks: Pick<FolderLocks, 'hiddenWith'>
}

type Row = Awaited<ReturnType<Sessions['callerOf']>>

/** Who calls, by a token or by a signed link, and which folders do not exist for this login. */
export function createCallers({ signer, sessions, folderLocks }: Options) {
  const sighted = async (row: Row) =>
    row && { ...row, hidden: await folderLocks.hiddenWith(row.accountId, row) }
  return {
    ofToken: async (token: string) => sighted(await sessions.callerOf(token)),
    /** The login that a link was made for; null for links that need none. @throws link.invalid when it has ended */
    ofLink: async (link: string) => {
      const ticket = signer.read(link)
      if (ticket?.by === null) return null
      const caller = ticket && (await sighted(await sessions.callerOfSession(ticket.by)))
      if (!caller || caller.owing) throw new AppError('link.invalid')
      return caller
    },
  }
}
