import type { Signer } from '../../platform/crypto/signer.ts'
import { AppError } from '../../platform/errors.ts'
import { guessNetwork } from '../../platform/net/network-key.ts'
import { owingLogin, type Sessions } from '../session/session.public.ts'
import type { FolderLocks } from './folder-locks.ts'

interface Options {
  signer: Pick<Signer, 'read'>
  sessions: Pick<Sessions, 'callerOf' | 'callerOfSession' | 'noteUse' | 'isHalfMark'>
  folderLocks: Pick<FolderLocks, 'hiddenWith'>
}

type Row = Awaited<ReturnType<Sessions['callerOf']>>

/** How a token is used. */
interface Use {
  /** Seconds since a person last did something at the caller's; null: this is no deed of a person at all. */
  idle: number | null
  /** The call is one of the few that a locked screen may make. */
  evenLocked: boolean
}

/**
 * Who calls, by a token or by a signed link, and which folders do not exist for this login. The one place where a caller is
 * found out, and so the one where a locked screen is refused: no door and no endpoint can forget it (SECURITY-22).
 */
export function createCallers({ signer, sessions, folderLocks }: Options) {
  const sighted = async (row: Row) =>
    row && { ...row, hidden: await folderLocks.hiddenWith(row.accountId, row) }
  return {
    /** @throws session.locked */
    ofToken: async (token: string, { idle, evenLocked }: Use) => {
      const row = await sessions.callerOf(token)
      if (row?.locked && !evenLocked) throw new AppError('session.locked')
      if (row && idle !== null) await sessions.noteUse(row, idle)
      return sighted(row)
    },
    /** The login that a link was made for; null for links that need none. @throws link.invalid when it has ended, session.locked */
    ofLink: async (link: string) => {
      const ticket = signer.read(link)
      if (ticket?.by === null) return null
      const caller = ticket && (await sighted(await sessions.callerOfSession(ticket.by)))
      if (!caller || caller.owing) throw new AppError('link.invalid')
      if (caller.locked) throw new AppError('session.locked')
      return caller
    },
    /** Whether a call comes from where its login began. */
    isAtHome: (
      { person, beganAt }: Pick<NonNullable<Row>, 'person' | 'beganAt'>,
      { ip, half }: { ip: string; half: string },
    ): boolean =>
      guessNetwork(beganAt) === guessNetwork(ip) ||
      sessions.isHalfMark(half, owingLogin(person.loginId)),
  }
}
