import type { OwnLogin } from '@hongyan/contract/session'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type SessionId, type UserId } from '../../platform/ids.ts'
import { loginsOf, revokeOwn, revokeSignOns, type SignedOut } from './own-logins.queries.ts'

interface Login {
  sessionId: SessionId
  userId: UserId
}

/** What somebody sees and ends of the own logins. @param ended told of those that are over */
export const ownLoginsIn = (database: Database, ended: (ids: readonly SessionId[]) => void) => ({
  /** The one that asks stands first, then by their last use. */
  logins: async ({ sessionId, userId }: Login): Promise<OwnLogin[]> => {
    const rows = await loginsOf(database, userId)
    const own = (row: { id: SessionId }) => Number(row.id === sessionId)
    return rows
      .toSorted((a, b) => own(b) - own(a))
      .map(({ id, client, ip, createdAt, lastUsedAt, locked }) => ({
        sessionId: id,
        current: id === sessionId ? 1 : 0,
        client,
        ip,
        createdTime: createdAt.toISOString(),
        lastUsedTime: lastUsedAt.toISOString(),
        locked: locked ? 1 : 0,
      }))
  },
  /** @throws session.not-found */
  endLogin: async ({ userId }: Login, id: number): Promise<void> => {
    const over = await revokeOwn(database, userId, { id: asId(id), others: false })
    if (over.length === 0) throw new AppError('session.not-found')
    ended(over.map((one) => one.id))
  },
  /** What the sign-on provider ended. */
  endSignOns: async (which: SignedOut): Promise<void> => {
    ended((await revokeSignOns(database, which)).map((one) => one.id))
  },
  /** @returns how many there were */
  endOthers: async ({ sessionId, userId }: Login): Promise<number> => {
    const over = await revokeOwn(database, userId, { id: sessionId, others: true })
    ended(over.map((one) => one.id))
    return over.filter((one) => one.isLogin).length
  },
})
