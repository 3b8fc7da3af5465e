import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { AtWork } from './at-work.ts'
import type { ConsoleActs } from './console-acts.ts'
import { ownAddress } from './console-addresses.ts'
import { type ListedRow, overviewOf, peopleSeen, type Wanted } from './console-people.queries.ts'
import { storageOf } from './console-storage.ts'
import { madePassword } from './made-password.ts'
import { createReach } from './reach.ts'
import { mayActOn, sightOf } from './sight.ts'

export interface PeopleParts {
  database: Database
  directory: Directory
  mailstore: Pick<Mailstore, 'folders'>
  acts: ConsoleActs
}

interface NewOne {
  name: string
  address: string
  departmentId: number | null
  duties: string
  phone: string
  quotaBytes?: number | undefined
}

/** People as an administrator sees them, and new ones. */
export function createConsolePeople({ database, directory, mailstore, acts }: PeopleParts) {
  const { found, refuseDepartment } = createReach(database)
  return {
    overview: ({ admin }: AtWork) => overviewOf(database, admin.organisationId),
    storage: (work: AtWork) => storageOf(database, work),
    list: async (
      { admin }: AtWork,
      { pageNum, pageSize, ...wanted }: Wanted & { pageNum: number; pageSize: number },
    ) => {
      const sight = sightOf(admin)
      const page = { ...wanted, offset: (pageNum - 1) * pageSize, limit: pageSize }
      const { total, list } = await peopleSeen(database, sight, page)
      return { total, list: list.map(shown) }
    },
    one: async (work: AtWork, accountId: number) => {
      const row = await found(work, accountId)
      const locked = (await mailstore.folders(row.accountId)).filter((one) => one.hasPassword)
      const addresses = await directory.addressesOf(row.accountId)
      const { duties, phone, hasSecondStep, logins, headsDepartment } = row
      return {
        ...shown(row),
        aliases: addresses.filter((one) => one !== row.address),
        duties,
        phone,
        hasSecondStep,
        logins,
        headsDepartment,
        validUntil: row.validUntil?.toISOString() ?? null,
        lockedFolders: locked.map(({ id, name }) => ({ folderId: id, name })),
        mayChange: mayActOn(work.admin, row),
      }
    },
    add: async (work: AtWork, { name, address: typed, quotaBytes, ...rest }: NewOne) => {
      const address = await ownAddress(work, directory, typed)
      if (await directory.isTaken(address)) throw new AppError('alias.taken')
      await refuseDepartment(work, rest.departmentId)
      const password = madePassword()
      const { organisationId } = work.admin
      const quota = quotaBytes === undefined ? {} : { quotaBytes }
      const person = { organisationId, address, name, password, temporary: true, ...rest, ...quota }
      const { accountId } = await acts.doing(work, { act: 'person-added', whom: address }, () =>
        directory.createPerson(person),
      )
      return { accountId, password }
    },
  }
}

const shown = ({ lastLogin, ...row }: ListedRow) => ({
  accountId: row.accountId,
  name: row.name,
  address: row.address,
  department: row.department,
  departmentId: row.departmentId,
  role: row.role,
  disabled: row.disabled,
  usedBytes: row.usedBytes,
  quotaBytes: row.quotaBytes,
  lastLogin: lastLogin?.toISOString() ?? null,
})
