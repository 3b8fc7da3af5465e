import type { LegalCopy, LegalHold } from '@hongyan/contract/console-compliance'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AtWork, createReach } from '../console/console.public.ts'
import {
  type CopyRow,
  copiesPage,
  endHold,
  type HoldRow,
  holdsPage,
  insertHold,
  sweepCopies,
} from './holds.queries.ts'

interface Wish {
  reason: string
  accountIds: readonly number[]
  departmentIds: readonly number[]
  mailFrom: string | null
  mailUntil: string | null
}

interface Page {
  before?: number | undefined
  pageSize: number
}

const piece = 500

/** Legal holds: who is on one, and what was kept because of it. The mailstore keeps it (`mailstore/records/legal.queries.ts`). */
export function createLegalHolds({ database }: { database: Database }) {
  const reach = createReach(database)
  /** @throws compliance.nobody, compliance.range, console.gone, console.department-gone */
  const checked = async (work: AtWork, wish: Wish) => {
    const accountIds = [...new Set(wish.accountIds)]
    const departmentIds = [...new Set(wish.departmentIds)]
    if (accountIds.length + departmentIds.length === 0) throw new AppError('compliance.nobody')
    const mailFrom = wish.mailFrom === null ? null : new Date(wish.mailFrom)
    const mailUntil = wish.mailUntil === null ? null : new Date(wish.mailUntil)
    if (mailFrom && mailUntil && mailFrom >= mailUntil) throw new AppError('compliance.range')
    const addresses: string[] = []
    for (const id of accountIds) addresses.push((await reach.found(work, id)).address)
    for (const id of departmentIds) await reach.refuseDepartment(work, id)
    return {
      addresses,
      hold: { reason: wish.reason, accountIds, departmentIds, mailFrom, mailUntil },
    }
  }
  return {
    list: async ({ admin }: AtWork, { before, pageSize: limit }: Page) => ({
      list: (
        await holdsPage(database, admin.organisationId, { before: before ?? null, limit })
      ).map(shownHold),
    }),
    checked,
    add: ({ admin }: AtWork, hold: Awaited<ReturnType<typeof checked>>['hold']): Promise<number> =>
      database.transaction((tx) =>
        insertHold(tx, admin.organisationId, { ...hold, createdBy: admin.address }),
      ),
    /** @throws compliance.hold-gone */
    release: async ({ admin }: AtWork, id: number): Promise<void> => {
      const count = await endHold(database, admin.organisationId, { id, by: admin.address })
      if (count === 0) throw new AppError('compliance.hold-gone')
    },
    copies: async ({ admin }: AtWork, { id, before, pageSize }: Page & { id: number }) => {
      const at = { holdId: id, before: before ?? null, limit: pageSize }
      const rows = await copiesPage(database, admin.organisationId, at)
      return { list: rows.map((row) => shownCopy(row, admin.role !== 'auditor')) }
    },
    sweep: async (): Promise<void> => {
      while ((await database.transaction((tx) => sweepCopies(tx, piece))) === piece);
    },
  }
}

export type LegalHolds = ReturnType<typeof createLegalHolds>

const shownHold = ({ createdAt, releasedAt, mailFrom, mailUntil, ...row }: HoldRow): LegalHold => ({
  ...row,
  createdAt: createdAt.toISOString(),
  releasedAt: releasedAt?.toISOString() ?? null,
  mailFrom: mailFrom?.toISOString() ?? null,
  mailUntil: mailUntil?.toISOString() ?? null,
})

/** What mail is about is its text: auditors do not see it. */
const shownCopy = (
  { subject, receivedAt, keptAt, ...row }: CopyRow,
  subjects: boolean,
): LegalCopy => ({
  ...row,
  subject: subjects ? subject : null,
  receivedAt: receivedAt.toISOString(),
  keptAt: keptAt.toISOString(),
})
