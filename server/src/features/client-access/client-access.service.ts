import { randomInt, timingSafeEqual } from 'node:crypto'
import { type ClientProtocol, codesPerDay, provedMinutes } from '@hongyan/contract/client-access'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, SessionId } from '../../platform/ids.ts'
import type { Sessions } from '../session/session.public.ts'
import {
  accessOf,
  dropCode,
  isOffered,
  isProved,
  noteNetwork,
  openTo,
  writeCode,
  writeProtocol,
  writeState,
} from './client-access.queries.ts'
import { leaseMaildrop, type MaildropLease } from './maildrop-lease.ts'
import { type ProgramDoorsConfig, programDoors } from './program-doors.ts'

/** Topic of the announcement that programs of an account have to show anew that they may be in. */
export const clientAccessTopic = 'client-access.changed'

/** A program that came in with a code. */
export interface ProgramLogin {
  accountId: AccountId
  address: string
  protocol: ClientProtocol
  codeHash: Buffer
}

interface Attempt {
  protocol: ClientProtocol
  username: string
  password: string
  network: string
}

/** The login that asks. */
interface Asking {
  accountId: AccountId
  sessionId: SessionId
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'judgeProgram'>
  events: Pick<Events, 'announce'>
  /** Writes the owner's log. */
  mailstore: Pick<Mailstore, 'record'>
  config: ProgramDoorsConfig
}

export type ClientAccess = ReturnType<typeof createClientAccess>

/** Who may come in with a mail program: the one switchboard for all protocols. Never with the password of the web. */
export function createClientAccess({ database, sessions, events, mailstore, config }: Options) {
  const changed = (accountId: AccountId) => events.announce(clientAccessTopic, { accountId })
  const doors = programDoors(config)
  const offered = async (accountId: AccountId): Promise<void> => {
    if (!(await isOffered(database, accountId))) throw new AppError('client-access.closed')
  }
  return {
    detail: async ({ accountId, address }: { accountId: AccountId; address: string }) => {
      const row = await accessOf(database, accountId)
      return {
        state: row?.isOn ?? false,
        account: address,
        protocols: doors.map((door) => ({ ...door, state: !row?.closed.includes(door.protocol) })),
        hasPassword: row?.codeHash != null,
        passwordAt: row?.codeAt?.toISOString() ?? null,
        left: Math.max(0, codesPerDay - (row?.made ?? 0)),
      }
    },
    /** `isOn` by a login whose owner has given the password for it just now: it may make codes for some minutes. */
    setState: async ({ accountId, sessionId }: Asking, isOn: boolean): Promise<void> => {
      if (isOn) await offered(accountId)
      await writeState(database, accountId, { isOn, provedBy: isOn ? sessionId : null })
      changed(accountId)
    },
    setProtocol: async (
      accountId: AccountId,
      { protocol, state }: { protocol: ClientProtocol; state: boolean },
    ): Promise<void> => {
      await writeProtocol(database, accountId, { protocol, isOpen: state })
      changed(accountId)
    },
    /**
     * A code opens the mailbox for as long as nobody takes it away: a login alone, which may be stolen, makes none.
     * @returns the code, which is kept nowhere. @throws client-access.closed, client-access.off, client-access.unproved, client-access.too-many-codes
     */
    generate: async ({ accountId, sessionId }: Asking): Promise<string> => {
      await offered(accountId)
      const code = newCode()
      const by = { sessionId, minutes: provedMinutes }
      const written = await database.transaction(async (tx) => {
        const to = { hash: codeHash(code), max: codesPerDay, ...by }
        const count = await writeCode(tx, accountId, to)
        if (count > 0) await mailstore.record(tx, { accountId, kind: 'client-code' })
        return count
      })
      if (written === 0) {
        const row = await accessOf(database, accountId)
        if (!row?.isOn) throw new AppError('client-access.off')
        if (!(await isProved(database, accountId, by))) throw new AppError('client-access.unproved')
        throw new AppError('client-access.too-many-codes', { max: String(codesPerDay) })
      }
      changed(accountId)
      return code
    },
    cancel: async (accountId: AccountId): Promise<void> => {
      await database.transaction(async (tx) => {
        if ((await dropCode(tx, accountId)) > 0)
          await mailstore.record(tx, { accountId, kind: 'client-code-ended' })
      })
      changed(accountId)
    },
    /** In the transaction that changes the password. @returns what cuts the programs off, for after the commit */
    endIn: async (tx: Db, accountId: AccountId): Promise<() => void> => {
      await dropCode(tx, accountId)
      return () => changed(accountId)
    },
    /** Whose program this is. @throws login.failed, login.too-many */
    logIn: async ({ protocol, password, ...from }: Attempt): Promise<ProgramLogin> => {
      const login = await sessions.judgeProgram(from, async (accountId) => {
        const row = accountId === null ? null : await openTo(database, accountId, protocol)
        if (accountId === null || !row || !timingSafeEqual(row.codeHash, codeHash(password)))
          return null
        return { accountId, protocol, ...row }
      })
      // Programs come every few minutes: the owner's log tells of each place once.
      await database.transaction(async (tx) => {
        if ((await noteNetwork(tx, login.accountId, from.network)) > 0)
          await mailstore.record(tx, { accountId: login.accountId, kind: 'client-login' })
      })
      return login
    },
    /** POP3 has the mailbox for itself. @returns null while another session has it */
    leaseMaildrop: (accountId: AccountId): Promise<MaildropLease | null> =>
      leaseMaildrop(database, accountId),
    /** Asked before what a program wants is done: a code that was cancelled, or a person shut out, ends it. */
    isAlive: async ({ accountId, protocol, codeHash }: ProgramLogin): Promise<boolean> =>
      (await openTo(database, accountId, protocol))?.codeHash.equals(codeHash) ?? false,
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const codeLength = 16

/** 75 bits: with so many a fast hash is enough, for nobody tries them all. */
const newCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')

/** As people type it: blanks between groups of four, capitals of a telephone. */
const codeHash = (typed: string): Buffer => tokenHash(typed.replace(/\s/g, '').toLowerCase())
