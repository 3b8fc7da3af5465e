import type { ClientDevice, DeviceStatus } from '@hongyan/contract/client-access'
import { currentActor } from '../../platform/actor.ts'
import { tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId, UserId } from '../../platform/ids.ts'
import type { Sessions } from '../session/session.public.ts'
import {
  changeDevice,
  type DeviceSeen,
  devicesOf,
  hasDevicePage,
  removeDevice,
  seeDevice,
} from './devices.queries.ts'

/** What a program says of itself (IMAP ID, RFC 2971 §3.3), in lower case names. */
export type ProgramId = Readonly<Record<string, string>>

interface Program {
  accountId: AccountId
  protocol: string
  network: string
  /** Null: it says nothing. */
  programId: ProgramId | null
}

/**
 * Notes the device that a program runs on. It is recognised by name, maker and system that it tells, not by its version, which
 * an update changes; one that tells nothing by protocol and network. @returns null for one that was unbound
 */
export function noteDevice(
  db: Db,
  { accountId, protocol, network, programId }: Program,
): Promise<DeviceSeen | null> {
  const { name = '', vendor = '', os = '', version = '' } = programId ?? {}
  const isNamed = name !== '' || vendor !== ''
  const mark = isNamed ? ['id', name, vendor, os] : ['network', protocol, network]
  const shown = [[name || vendor, version].filter(Boolean).join(' '), os]
  return seeDevice(db, accountId, {
    mark: tokenHash(JSON.stringify(mark)),
    name: isNamed ? shown.filter(Boolean).join(' · ').slice(0, maxName) : '',
    protocol,
    ip: currentActor().ip || network,
  })
}

const maxName = 200

/** The login that asks. */
interface Owner {
  accountId: AccountId
  userId: UserId
  sessionId: SessionId
}

interface Options {
  database: Database
  sessions: Pick<Sessions, 'logins' | 'endLogin'>
  /** Programs of the account have to show anew that they may be in. */
  changed(accountId: AccountId): void
}

/** What somebody sees of the own devices and does with them: programs, and browsers that are signed in. */
export function createDevices({ database, sessions, changed }: Options) {
  const allowed = async (accountId: AccountId): Promise<void> => {
    if (!(await hasDevicePage(database, accountId)))
      throw new AppError('client-access.devices-closed')
  }
  return {
    /** @throws client-access.devices-closed */
    list: async (owner: Owner): Promise<ClientDevice[]> => {
      await allowed(owner.accountId)
      const programs = await devicesOf(database, owner.accountId)
      const logins = await sessions.logins(owner)
      return [
        ...programs.map(({ id, isUnbound, isOffline, createdAt, lastAt, ...row }) => ({
          ...row,
          deviceId: `program-${id}`,
          kind: 'program' as const,
          registeredTime: createdAt.toISOString(),
          lastTime: lastAt.toISOString(),
          status: statusOf({ isUnbound, isOffline }),
          current: 0,
          canWipe: 0,
        })),
        ...logins.map((login) => ({
          deviceId: `browser-${login.sessionId}`,
          kind: 'browser' as const,
          name: login.client,
          protocols: [],
          ip: login.ip,
          registeredTime: login.createdTime,
          lastTime: login.lastUsedTime,
          status: 'registered' as const,
          current: login.current,
          canWipe: 1,
        })),
      ]
    },
    /** @throws client-access.devices-closed, client-access.no-wipe, item.not-found, session.not-found */
    change: async (owner: Owner, { deviceId, status }: DeviceStatus): Promise<void> => {
      await allowed(owner.accountId)
      const { kind, id } = partsOf(deviceId)
      // A browser keeps no mail: what it shows goes with its login.
      if (kind === 'browser') {
        if (status !== 'registered') await sessions.endLogin(owner, id)
        return
      }
      // IMAP, POP3 and SMTP have no command that makes a program delete what it holds.
      if (status === 'wipe') throw new AppError('client-access.no-wipe')
      if ((await changeDevice(database, owner.accountId, { id, to: status })) === 0)
        throw new AppError('item.not-found')
      changed(owner.accountId)
    },
    /** @throws client-access.devices-closed, item.not-found, session.not-found */
    remove: async (owner: Owner, deviceId: string): Promise<void> => {
      await allowed(owner.accountId)
      const { kind, id } = partsOf(deviceId)
      if (kind === 'browser') return sessions.endLogin(owner, id)
      if ((await removeDevice(database, owner.accountId, id)) === 0)
        throw new AppError('item.not-found')
      changed(owner.accountId)
    },
  }
}

const statusOf = (row: { isUnbound: boolean; isOffline: boolean }): ClientDevice['status'] => {
  if (row.isUnbound) return 'unbound'
  return row.isOffline ? 'offline' : 'registered'
}

function partsOf(deviceId: string): { kind: string; id: number } {
  const [kind = '', id] = deviceId.split('-')
  return { kind, id: Number(id) }
}
