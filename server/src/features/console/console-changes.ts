import type { ConsoleRole } from '@hongyan/contract/console-endpoint'
import { runAs } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import type { ClientAccess } from '../client-access/client-access.public.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Folders } from '../folders/folders.public.ts'
import type { Sessions } from '../session/session.public.ts'
import type { AtWork } from './at-work.ts'
import type { ConsoleActs } from './console-acts.ts'
import {
  changePerson,
  lockRoles,
  ownersBut,
  renameAccount,
  setQuota,
  setRole,
} from './console-people.queries.ts'
import { madePassword } from './made-password.ts'
import { createReach, type Reach } from './reach.ts'

export interface ChangeParts {
  database: Database
  directory: Directory
  sessions: Pick<Sessions, 'endAll'>
  clientAccess: Pick<ClientAccess, 'cancel'>
  folders: Pick<Folders, 'passwords'>
  clock: Clock
  acts: ConsoleActs
}

interface Changed {
  accountId: number
  name?: string | undefined
  departmentId?: number | null | undefined
  duties?: string | undefined
  phone?: string | undefined
  validUntil?: string | null | undefined
}

/** What an administrator changes of people. Each change stands in the console's log. */
export function createConsoleChanges(parts: ChangeParts) {
  const reach = createReach(parts.database)
  return {
    ...profileChanges(parts, reach),
    ...doorChanges(parts, reach),
    role: roleChange(parts, reach),
  }
}

const profileChanges = (
  { database, directory, sessions, clock, acts }: ChangeParts,
  { changeable, refuseOwn, refuseOwnGain, refuseDepartment }: Reach,
) => ({
  change: async (work: AtWork, { accountId, validUntil, ...to }: Changed): Promise<void> => {
    const row = await changeable(work, accountId)
    if (validUntil !== undefined) refuseOwn(work, row)
    const departmentId = to.departmentId === undefined ? row.departmentId : to.departmentId
    if (departmentId !== row.departmentId) await refuseDepartment(work, departmentId)
    const { name = row.name, duties = row.duties, phone = row.phone } = to
    const details = Object.fromEntries(
      Object.entries({ ...to, validUntil }).filter(([, value]) => value !== undefined),
    ) as Record<string, string | number | null>
    await acts.doing(work, { act: 'person-changed', whom: row.address, details }, async () => {
      await database.transaction(async (tx) => {
        await changePerson(tx, row.userId, { name, departmentId, duties, phone })
        await renameAccount(tx, row.accountId, name)
      })
      if (validUntil === undefined) return
      const until = validUntil === null ? null : new Date(validUntil)
      await directory.setValidUntil(row.accountId, until)
      if (until && until <= clock.now()) await sessions.endAll(row.accountId, 'the mailbox is over')
    })
  },
  quota: async (work: AtWork, accountId: number, quotaBytes: number): Promise<void> => {
    const row = await changeable(work, accountId)
    refuseOwnGain(work, row)
    const details = { quotaBytes }
    await acts.doing(work, { act: 'quota-changed', whom: row.address, details }, () =>
      setQuota(database, row.accountId, quotaBytes),
    )
  },
})

/** What the log of the owner says of who did it. */
const administrator = { client: 'console', ip: '' }

/** Who comes in, and what is opened with what. */
const doorChanges = (
  { database, directory, sessions, clientAccess, folders, acts }: ChangeParts,
  { changeable, refuseOwn }: Reach,
) => ({
  disable: async (work: AtWork, accountId: number, disabled: boolean): Promise<void> => {
    const row = await changeable(work, accountId)
    refuseOwn(work, row)
    const act = disabled ? 'person-disabled' : 'person-enabled'
    await acts.doing(work, { act, whom: row.address }, async () => {
      await database.transaction(async (tx) => {
        // Two owners who shut each other out at once would leave nobody.
        await lockRoles(tx, work.admin.organisationId)
        const isOwner = disabled && row.role === 'owner'
        if (isOwner && (await ownersBut(tx, work.admin.organisationId, row.userId)) === 0)
          throw new AppError('console.last-owner')
        await directory.setDisabledIn(tx, row.accountId, disabled)
      })
      if (disabled) await sessions.endAll(row.accountId, 'disabled')
    })
  },
  password: async (work: AtWork, accountId: number): Promise<{ password: string }> => {
    const row = await changeable(work, accountId)
    refuseOwn(work, row)
    if (row.loginBy === 'directory') throw new AppError('password.elsewhere')
    const password = madePassword()
    await acts.doing(work, { act: 'password-reset', whom: row.address }, async () => {
      await directory.setPassword(row.accountId, password, { temporary: true })
      await sessions.endAll(row.accountId, 'password changed')
      await clientAccess.cancel(row.accountId)
    })
    return { password }
  },
  endLogins: async (work: AtWork, accountId: number): Promise<void> => {
    const row = await changeable(work, accountId)
    await acts.doing(work, { act: 'logins-ended', whom: row.address }, () =>
      sessions.endAll(row.accountId, 'ended by an administrator'),
    )
  },
  cancelFolderPassword: async (work: AtWork, accountId: number, folderId: number) => {
    const row = await changeable(work, accountId)
    await acts.doing(work, { act: 'folder-password-cancelled', whom: row.address }, () =>
      runAs({ ...administrator, ip: work.ip }, () =>
        folders.passwords.reset(row.accountId, asId<FolderId>(folderId)),
      ),
    )
  },
})

const roleChange =
  ({ database, acts }: ChangeParts, { found, refuseOwn, refuseDepartment }: Reach) =>
  async (
    work: AtWork,
    accountId: number,
    { role, departmentId }: { role: ConsoleRole | null; departmentId: number | null },
  ): Promise<void> => {
    const row = await found(work, accountId)
    refuseOwn(work, row)
    if (role === 'department') {
      if (departmentId === null) throw new AppError('console.department-gone')
      await refuseDepartment(work, departmentId)
    }
    const of = role === 'department' ? departmentId : null
    const details = { role, departmentId: of }
    await acts.doing(work, { act: 'role-changed', whom: row.address, details }, () =>
      database.transaction(async (tx) => {
        await lockRoles(tx, work.admin.organisationId)
        if (role !== 'owner' && (await ownersBut(tx, work.admin.organisationId, row.userId)) === 0)
          throw new AppError('console.last-owner')
        await setRole(tx, row.userId, { role, departmentId: of })
      }),
    )
  }
