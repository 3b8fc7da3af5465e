import { z } from 'zod'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { runAs } from '../../platform/actor.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'
import type { ClientAccess } from '../client-access/client-access.public.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Sessions } from '../session/session.public.ts'
import type { AtWork } from './at-work.ts'
import type { ConsoleActs } from './console-acts.ts'
import {
  type DeletionRow,
  deletionOf,
  eraseContents,
  insertDeletion,
  isHeir,
  isOnHold,
  lockDeletion,
  roomIn,
  setDeletion,
  someMessages,
  unhanded,
} from './console-deletions.queries.ts'
import { erasePerson } from './console-erase.queries.ts'
import { lockRoles, ownersBut, type PersonRow } from './console-people.queries.ts'
import { type HandOverParts, handOverPiece } from './hand-over.ts'
import { createReach } from './reach.ts'

export interface DeletionParts extends HandOverParts {
  database: Database
  directory: Pick<Directory, 'given' | 'setDisabledIn'>
  mailstore: HandOverParts['mailstore'] & Pick<Mailstore, 'removeIn' | 'eraseDeletedIn'>
  sessions: Pick<Sessions, 'endAll'>
  clientAccess: Pick<ClientAccess, 'cancel'>
  jobs: Jobs
  acts: ConsoleActs
}

interface Wish {
  accountId: number
  heirId: number | null
  addressesTo: 'heir' | 'nobody'
}

export type Deletions = ReturnType<typeof createDeletions>

/** Mails or rows that are taken away in one transaction. */
const atOnce = 500
const place = z.object({ accountId: z.number().transform(asId<AccountId>) })

/** People who are deleted: first their mail goes to somebody, then, when all of it is there, the rest is erased. */
export function createDeletions(parts: DeletionParts) {
  const { database, jobs, directory } = parts
  const piecework = createPiecework(
    { database, jobs },
    { task: 'delete-person', place, piece: ({ accountId }) => piece(parts, accountId) },
  )
  return {
    /** How far it is; null: nobody deletes this account. */
    of: async (accountId: AccountId) => {
      const row = await deletionOf(database, accountId)
      if (!row) return null
      const { state, heir, handed, total } = row
      return { state, heir, handed, total: Math.max(total, handed) }
    },
    begin: beginning(parts, (tx, accountId) => piecework.enqueue(tx, { accountId })),
    keep: async (work: AtWork, accountId: number): Promise<void> => {
      const { changeable } = createReach(database)
      const row = await changeable(work, accountId)
      await parts.acts.doing(work, { act: 'deletion-stopped', whom: row.address }, () =>
        database.transaction(async (tx) => {
          const known = await lockDeletion(tx, row.accountId)
          if (!known || (known.state !== 'handing' && known.state !== 'full'))
            throw new AppError('console.deleted-too-far')
          await setDeletion(tx, known.id, 'stopped')
          await directory.given.returnIn(tx, row.accountId, known.addresses)
        }),
      )
    },
  }
}

const beginning =
  (parts: DeletionParts, enqueue: Enqueue) =>
  async (work: AtWork, { accountId, heirId, addressesTo }: Wish): Promise<void> => {
    const { database, directory, sessions, clientAccess, acts } = parts
    const { changeable, refuseOwn } = createReach(database)
    const row = await changeable(work, accountId)
    refuseOwn(work, row)
    if (await goesOn(parts, row, enqueue)) return
    const heir = heirId === null ? null : await heirFor(parts, work, { row, heirId })
    const to = heir === null ? 'nobody' : addressesTo
    const details = { heir: heir?.address ?? '', addressesTo: to }
    await acts.doing(work, { act: 'person-deleted', whom: row.address, details }, async () => {
      await database.transaction(async (tx) => {
        await refuseNeeded(tx, work, row)
        await directory.setDisabledIn(tx, row.accountId, true)
        // What comes from now on reaches the heir: nothing is refused while the mail is handed over.
        const addresses =
          to === 'heir' && heir
            ? await directory.given.passIn(tx, row.accountId, heir.accountId)
            : []
        const begun = await insertDeletion(tx, {
          organisationId: work.admin.organisationId,
          accountId: row.accountId,
          heirId: heir?.accountId ?? null,
          addressesTo: to,
          addresses,
        })
        if (begun === 0) throw new AppError('console.being-deleted')
        await enqueue(tx, row.accountId)
      })
      await sessions.endAll(row.accountId, 'deleted')
      await clientAccess.cancel(row.accountId)
    })
  }

/**
 * The last owner, and who is being handed somebody's mail, are needed, and whose mail is kept by order.
 * @throws console.last-owner, console.is-heir, console.on-hold
 */
async function refuseNeeded(tx: Db, { admin }: AtWork, row: PersonRow): Promise<void> {
  await lockRoles(tx, admin.organisationId)
  const isOwner = row.role === 'owner'
  if (isOwner && (await ownersBut(tx, admin.organisationId, row.userId)) === 0)
    throw new AppError('console.last-owner')
  if (await isHeir(tx, row.accountId)) throw new AppError('console.is-heir')
  if (await isOnHold(tx, row.accountId)) throw new AppError('console.on-hold')
}

type Enqueue = (tx: Db, accountId: AccountId) => Promise<void>

/** One that waited for room goes on with the heir it has. */
async function goesOn({ database }: DeletionParts, { accountId }: PersonRow, enqueue: Enqueue) {
  return database.transaction(async (tx) => {
    // Behind its lock: one that is stopped at this moment stays stopped.
    const known = await lockDeletion(tx, accountId)
    if (known?.state !== 'full') return false
    await setDeletion(tx, known.id, 'handing')
    await enqueue(tx, accountId)
    return true
  })
}

/** @throws console.heir, console.heir-full */
async function heirFor(
  { database }: DeletionParts,
  work: AtWork,
  { row, heirId }: { row: PersonRow; heirId: number },
): Promise<PersonRow> {
  const heir = await createReach(database)
    .found(work, heirId)
    .catch(() => null)
  if (!heir || heir.disabled || heir.accountId === row.accountId) throw new AppError('console.heir')
  if ((await roomIn(database, heir.accountId)) < row.usedBytes)
    throw new AppError('console.heir-full')
  return heir
}

/** @returns false when there is nothing more to do */
async function piece(parts: DeletionParts, accountId: AccountId): Promise<boolean> {
  const { database } = parts
  const row = await deletionOf(database, accountId)
  if (row?.state === 'erasing') return erasePiece(parts, row)
  if (row?.state !== 'handing') return false
  const went = await runAs({ client: 'console', ip: '' }, () => handOverPiece(parts, row))
  if (went) return true
  return database.transaction(async (tx) => {
    const now = await lockDeletion(tx, accountId)
    if (now?.state !== 'handing') return false
    // Nothing is erased before the heir has all of it.
    if (now.heirId !== null && (await unhanded(tx, now, 1)).length > 0) return true
    await setDeletion(tx, now.id, 'erasing')
    return true
  })
}

async function erasePiece(
  { database, mailstore, directory }: DeletionParts,
  row: DeletionRow,
): Promise<boolean> {
  const { accountId, userId } = row
  const ids = await someMessages(database, accountId, atOnce)
  if (ids.length > 0) {
    await database.transaction((tx) => mailstore.removeIn(tx, accountId, { forget: ids }))
    return true
  }
  const gone = await database.transaction(
    async (tx) =>
      (await mailstore.eraseDeletedIn(tx, accountId, atOnce)) +
      (await eraseContents(tx, accountId, atOnce)),
  )
  if (gone > 0) return true
  await database.transaction(async (tx) => {
    const now = await lockDeletion(tx, accountId)
    if (now?.state !== 'erasing') return
    await directory.given.retireIn(tx, accountId)
    await erasePerson(tx, { accountId, userId })
    await setDeletion(tx, row.id, 'done')
  })
  return false
}
