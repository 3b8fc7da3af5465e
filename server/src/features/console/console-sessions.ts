import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { FolderId, SessionId, UserId } from '../../platform/ids.ts'
import type { Sessions } from '../session/session.public.ts'
import {
  adminOf,
  confirmConsole,
  consoleSession,
  endConsole,
  insertConsoleSession,
  insertTicket,
  noteConsoleUse,
  spendTicket,
  sweepConsole,
} from './console-sessions.queries.ts'

type Login = NonNullable<Awaited<ReturnType<Sessions['callerOfSession']>>>

/** Whoever is at work in the console, by its token. */
export type ConsoleCaller = Login & {
  hidden: readonly FolderId[]
  /** Of its token. */
  consoleHash: Buffer
  confirmed: boolean
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'callerOfSession'>
}

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>

function unlessLocked(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'session.locked') return null
  throw thrown
}

/** Tickets, tokens and who is behind them. A token of the console is worth nothing at the mail's doors, nor the other way round. */
export function createConsoleSessions({ database, sessions }: Options) {
  /** The login, while it lives in its own mailbox with nothing owed. @throws session.locked */
  const loginOf = async (sessionId: SessionId) => {
    const row = await sessions.callerOfSession(sessionId)
    if (row?.locked) throw new AppError('session.locked')
    return row && row.level === null && !row.owing ? row : null
  }
  const callerOfHash = async (hash: Buffer): Promise<ConsoleCaller | null> => {
    const known = await consoleSession(database, hash)
    const row = known && (await loginOf(known.sessionId))
    if (!row) return null
    if (known.stale) await noteConsoleUse(database, hash)
    return { ...row, hidden: [], consoleHash: hash, confirmed: known.confirmed }
  }
  return {
    adminOf: (userId: UserId) => adminOf(database, userId),
    /** @throws console.not-allowed */
    ticketFor: async ({
      sessionId,
      userId,
    }: Pick<Login, 'sessionId' | 'userId'>): Promise<string> => {
      if (!(await adminOf(database, userId))) throw new AppError('console.not-allowed')
      const ticket = newToken()
      await insertTicket(database, tokenHash(ticket), sessionId)
      return ticket
    },
    /** @throws console.ticket, session.locked */
    open: async (ticket: string): Promise<string> => {
      const sessionId = await spendTicket(database, tokenHash(ticket))
      const login = sessionId === null ? null : await loginOf(sessionId)
      if (!login || !(await adminOf(database, login.userId))) throw new AppError('console.ticket')
      const token = newToken()
      await insertConsoleSession(database, tokenHash(token), login.sessionId)
      return token
    },
    /** Asked at each call: it ends with its login at once, in every process. @throws session.locked */
    callerOf: (token: string): Promise<ConsoleCaller | null> => callerOfHash(tokenHash(token)),
    /** The login of what goes on in a session by itself, which is a use of it; null once that is over or locked. */
    loginAt: async (consoleHash: Buffer): Promise<SessionId | null> => {
      const caller = await callerOfHash(consoleHash).catch(unlessLocked)
      return caller?.sessionId ?? null
    },
    confirm: (caller: ConsoleCaller) => confirmConsole(database, caller.consoleHash),
    end: (caller: ConsoleCaller) => endConsole(database, caller.consoleHash),
    sweep: () => sweepConsole(database),
  }
}
