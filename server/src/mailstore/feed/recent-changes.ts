import type { AccountId } from '../../platform/ids.ts'
import type { Change } from '../types.ts'

const maxOfAccount = 16
const maxAccounts = 2_000

/**
 * The last changes that this process made, for the browsers that are told of them the moment after: they need not be
 * read back. Knows nothing of other processes, so it answers only for a run of changes without a gap.
 */
export interface RecentChanges {
  /** Changes that have been committed. */
  add(changes: readonly Change[]): void
  /** All changes of an account after a position, as far as this process knows; null: ask the database. */
  after(accountId: AccountId, since: number): readonly Change[] | null
}

export function createRecentChanges(): RecentChanges {
  const byAccount = new Map<AccountId, Change[]>()

  const addOne = (change: Change): void => {
    const { accountId, modseq } = change
    const known = byAccount.get(accountId) ?? []
    const last = known.at(-1)?.modseq ?? 0
    // A later change was told before this one: what is kept goes on from that one.
    if (modseq <= last) return
    byAccount.delete(accountId)
    byAccount.set(
      accountId,
      modseq === last + 1 ? [...known.slice(1 - maxOfAccount), change] : [change],
    )
    const [oldest] = byAccount.keys()
    if (byAccount.size > maxAccounts && oldest !== undefined) byAccount.delete(oldest)
  }

  return {
    add: (changes) => changes.forEach(addOne),
    after: (accountId, since) => {
      const known = byAccount.get(accountId) ?? []
      const from = known.findIndex(({ modseq }) => modseq === since + 1)
      return from < 0 ? null : known.slice(from)
    },
  }
}
