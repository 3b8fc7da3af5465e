import { randomInt } from 'node:crypto'
import { type ClientProtocol, codesPerDay, provedMinutes } from '@hongyan/contract/client-access'
import type { Mailstore } from '../../mailstore/mailstore.ts'
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
  writeCode,
  writeProtocol,
  writeState,
} from './client-access.queries.ts'
import { codeHash, provableKeys } from './code-forms.ts'
import { devicesOf } from './devices.queries.ts'
import { createDevices } from './devices.ts'
import { type ProgramDoorsConfig, programDoors } from './program-doors.ts'
import { programLogins } from './program-logins.ts'

/** Topic of the announcement that programs of an account have to show anew that they may be in. */
export const clientAccessTopic = 'client-access.changed'

/** The login that asks. */
interface Asking {
  accountId: AccountId
  sessionId: SessionId
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'judgeProgram' | 'callerOf' | 'callerOfSession' | 'logins' | 'endLogin'>
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
      const left = Math.max(0, codesPerDay - (row?.made ?? 0))
      return {
        state: row?.isOn ?? false,
        account: address,
        protocols: doors.map((door) => ({ ...door, state: !row?.closed.includes(door.protocol) })),
        hasPassword: row?.codeHash != null,
        passwordAt: row?.codeAt?.toISOString() ?? null,
        lastUse: await lastUseOf(database, accountId),
        left,
        nextAt: left === 0 ? (row?.nextAt?.toISOString() ?? null) : null,
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
      const scram = await provableKeys(code)
      const written = await database.transaction(async (tx) => {
        const to = { hash: codeHash(code), scram, max: codesPerDay, ...by }
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
    devices: createDevices({ database, sessions, changed }),
    ...programLogins({ database, sessions, mailstore }),
  }
}

async function lastUseOf(db: Db, accountId: AccountId) {
  const [last] = await devicesOf(db, accountId)
  if (!last) return null
  const { name, protocols, ip, lastAt } = last
  return { name, protocols, ip, lastTime: lastAt.toISOString() }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const codeLength = 16

/** 75 bits: with so many a fast hash is enough, for nobody tries them all. */
const newCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
