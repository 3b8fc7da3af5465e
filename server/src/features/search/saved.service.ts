import { limits } from '@hongyan/contract/limits'
import type { SavedSearch } from '@hongyan/contract/search'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { forgetSearch, savedSearches, saveSearch } from './saved.queries.ts'
import { checkTimes, type SearchFields } from './search-input.ts'

export type SavedSearches = ReturnType<typeof createSavedSearches>

/** Searches that a person keeps under a name. */
export const createSavedSearches = ({ database }: { database: Database }) => ({
  list: async (accountId: AccountId) => ({
    list: await savedSearches<SearchFields>(database, accountId),
  }),

  /** @throws search.empty, search.range, search.too-many-saved */
  save: async (
    accountId: AccountId,
    { name, query }: { name: string; query: SearchFields },
  ): Promise<SavedSearch> => {
    if (query.searchKeyword.trim() === '') throw new AppError('search.empty')
    checkTimes(query)
    const max = limits.savedSearches
    const saved = await saveSearch(database, accountId, { name, query, max })
    if (!saved) throw new AppError('search.too-many-saved', { max: String(max) })
    return saved
  },

  /** @throws item.not-found */
  forget: async (accountId: AccountId, id: number) => {
    if ((await forgetSearch(database, accountId, id)) === 0) throw new AppError('item.not-found')
    return {}
  },
})
