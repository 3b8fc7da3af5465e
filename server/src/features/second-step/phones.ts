import type { Mailstore } from '../../mailstore/mailstore.ts'
import { onlyOnce } from '../../platform/db/only-once.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Entering } from '../session/session.public.ts'
import { bindPhone, factorsByPhone, factorsOf } from './second-step.queries.ts'
import { hidden } from './second-step.service.ts'

interface Owner {
  userId: UserId
  accountId: AccountId
}

export type Phones = ReturnType<typeof createPhones>

interface Options {
  database: Database
  mailstore: Pick<Mailstore, 'record'>
}

const isWayIn = (row: Awaited<ReturnType<typeof factorsByPhone>>): boolean =>
  row !== null && (row.totpOn || !row.byPhone)

/** Phones that a code proved, and whose they are. */
export const createPhones = ({ database, mailstore }: Options) => ({
  /** Who is signed in by that phone; null: nobody, or somebody for whom it is but the second step. */
  enteredBy: async (phone: string): Promise<(Entering & { address: string }) | null> => {
    const row = await factorsByPhone(database, phone)
    return isWayIn(row) ? row : null
  },
  /**
   * Whose password a code to that phone replaces: nobody's where the phone is asked for at a login as well, for whoever
   * holds it would have both steps; nor where the directory knows the password.
   */
  resettableBy: async (phone: string): Promise<(Entering & { address: string }) | null> => {
    const row = await factorsByPhone(database, phone)
    return row?.byPhone || row?.elsewhere ? null : row
  },
  /** Whether the phone alone signs somebody in: not where it is the second step of a password. */
  isWayIn: async (phone: string): Promise<boolean> =>
    isWayIn(await factorsByPhone(database, phone)),
  /** The bound phone of somebody who is not shut out. */
  boundTo: async (userId: UserId): Promise<string | null> =>
    (await factorsOf(database, userId))?.phone ?? null,
  /** The bound phone, its middle hidden; '' for none. */
  shown: async ({ userId }: Owner): Promise<string> =>
    hidden((await factorsOf(database, userId))?.phone ?? null),
  /** @param phone null: none any more @throws phone.taken */
  bind: async ({ userId, accountId }: Owner, phone: string | null): Promise<void> => {
    const bound = await onlyOnce(() =>
      database.transaction(async (tx) => {
        const rows = await bindPhone(tx, userId, phone)
        if (rows > 0) await mailstore.record(tx, { accountId, kind: 'second-step' })
        return rows
      }),
    )
    if (bound === 0) throw new AppError('phone.taken')
  },
})
