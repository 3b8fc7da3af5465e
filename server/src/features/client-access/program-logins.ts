import { timingSafeEqual } from 'node:crypto'
import type { ClientProtocol } from '@hongyan/contract/client-access'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId } from '../../platform/ids.ts'
import type { Sessions } from '../session/session.public.ts'
import { noteNetwork, openTo, type ProgramRow } from './client-access.queries.ts'
import { codeHash } from './code-forms.ts'
import { type DeviceSeen, touchDevice } from './devices.queries.ts'
import { noteDevice, type ProgramId } from './devices.ts'
import { leaseMaildrop, type MaildropLease } from './maildrop-lease.ts'

/** A program that came in, with a code or with a login of the web that lives. */
export interface ProgramLogin {
  accountId: AccountId
  address: string
  protocol: ClientProtocol
  /** Null of one that came by an access token. */
  codeHash: Buffer | null
  /** The login whose access token it gave: it stays in for as long as that one. Null of one with a code. */
  sessionId: SessionId | null
  network: string
  /** Null as long as it is not known which one it is: programs tell it behind the login. */
  device: DeviceSeen | null
  /** ms (performance.now): when the device was written down as being in. */
  seenAt: number
}

interface From {
  protocol: ClientProtocol
  username: string
  network: string
  /** What the program has said of itself (IMAP ID). */
  programId?: ProgramId | null
}

interface Attempt extends From {
  /** The code, or a proof that it is known (SCRAM). */
  password: string | ((scramKeys: Buffer) => boolean)
}

interface TokenAttempt extends From {
  /** An access token of ours; `username` may be '' for whose it is. */
  token: string
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'judgeProgram' | 'callerOf' | 'callerOfSession'>
  /** Writes the owner's log. */
  mailstore: Pick<Mailstore, 'record'>
}

/** How programs come in, and whether they may stay. */
export function programLogins({ database, sessions, mailstore }: Options) {
  /** What it came in by is still good. */
  const holds = async ({ codeHash }: ProgramRow, login: ProgramLogin): Promise<boolean> =>
    login.sessionId === null
      ? Boolean(codeHash && login.codeHash?.equals(codeHash))
      : isOpen(await sessions.callerOfSession(login.sessionId))
  const enter = async (login: ProgramLogin, programId: ProgramId | null): Promise<void> => {
    const seen = await noteDevice(database, { ...login, programId })
    login.device = seen ?? { id: 0, epoch: cutOff }
    login.seenAt = performance.now()
    if (!seen) throw new AppError('client-access.unbound')
  }
  const admit = async (login: ProgramLogin, programId: ProgramId | null): Promise<ProgramLogin> => {
    // A program of IMAP may tell only now which one it is (`identify`, `settle`).
    if (login.protocol !== 'imap' || programId) await enter(login, programId)
    // Programs come every few minutes: the owner's log tells of each place once.
    await database.transaction(async (tx) => {
      if ((await noteNetwork(tx, login.accountId, login.network)) > 0)
        await mailstore.record(tx, { accountId: login.accountId, kind: 'client-login' })
    })
    return login
  }
  return {
    /** A program that is in says which one it is; one that was shut out is not let in by another name. @throws client-access.unbound */
    identify: async (login: ProgramLogin, programId: ProgramId | null): Promise<void> => {
      if (login.device?.epoch === cutOff) throw new AppError('client-access.unbound')
      await enter(login, programId)
    },
    /** One that did not say so is known by its network. @throws client-access.unbound */
    settle: async (login: ProgramLogin): Promise<void> => {
      if (!login.device) await enter(login, null)
      if (login.device?.epoch === cutOff) throw new AppError('client-access.unbound')
    },
    /** Whose program this is. @throws login.failed, login.too-many, client-access.unbound */
    logIn: async ({
      protocol,
      password,
      programId = null,
      ...from
    }: Attempt): Promise<ProgramLogin> => {
      const login: ProgramLogin = await sessions.judgeProgram<ProgramLogin>(
        from,
        async (accountId) => {
          const about = { protocol, device: null, sessionId: null }
          const row = accountId === null ? null : await openTo(database, accountId, about)
          if (accountId === null || !row || !isKnown(row, password)) return null
          const { scramKeys: _, ...told } = row
          return { accountId, network: from.network, seenAt: 0, ...about, ...told }
        },
      )
      return admit(login, programId)
    },
    /**
     * The same by an access token of a login to the own mailbox (RFC 7628): the program stays until that login ends or its
     * screen is locked. @throws login.failed, login.too-many, client-access.unbound
     */
    logInByToken: async ({
      protocol,
      token,
      programId = null,
      ...from
    }: TokenAttempt): Promise<ProgramLogin> => {
      const caller = await sessions.callerOf(token)
      const username = from.username || (caller?.address ?? '')
      const login: ProgramLogin = await sessions.judgeProgram<ProgramLogin>(
        { ...from, username },
        async (accountId) => {
          if (accountId === null || caller?.accountId !== accountId || !isOpen(caller)) return null
          const about = { protocol, device: null, sessionId: caller.sessionId }
          const row = await openTo(database, accountId, about)
          const { network } = from
          return row && { accountId, network, seenAt: 0, ...about, ...row, codeHash: null }
        },
      )
      return admit(login, programId)
    },
    /** POP3 has the mailbox for itself. @returns null while another session has it */
    leaseMaildrop: (accountId: AccountId): Promise<MaildropLease | null> =>
      leaseMaildrop(database, accountId),
    /** Asked before what a program wants is done: a code that was cancelled, or a person shut out, ends it. */
    isAlive: async (login: ProgramLogin): Promise<boolean> => {
      const row = await openTo(database, login.accountId, login)
      if (!row || !(await holds(row, login))) return false
      const now = performance.now()
      if (login.device && now - login.seenAt > touchMs) {
        login.seenAt = now
        await touchDevice(database, login.device)
      }
      return true
    },
  }
}

/** A login to the own mailbox that may read mail now. */
const isOpen = (caller: Awaited<ReturnType<Sessions['callerOf']>>): boolean =>
  caller !== null && caller.level === null && !caller.locked && !caller.owing

const isKnown = (row: ProgramRow, password: Attempt['password']): boolean =>
  typeof password === 'string'
    ? row.codeHash !== null && timingSafeEqual(row.codeHash, codeHash(password))
    : row.scramKeys !== null && password(row.scramKeys)

/** An epoch that no device has: the program is out, whatever it goes on with. */
const cutOff = -1

/** What is in for long is noted as being in every ten minutes. */
const touchMs = 10 * 60_000
