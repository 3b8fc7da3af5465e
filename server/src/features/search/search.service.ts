import { limits } from '@hongyan/contract/limits'
import type { MessageItem } from '@hongyan/contract/messages'
import { parseQuery, type Query, wordsToMark } from '@hongyan/contract/query-language'
import type { SearchPage } from '@hongyan/contract/search'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { SearchRequest } from '../../mailstore/search/search.ts'
import type { Condition } from '../../mailstore/search/search-conditions.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId, type FolderId, type UserId } from '../../platform/ids.ts'
import { fromSortValues, toSortValues } from '../messages/messages.public.ts'
import { dayAt, namesFor } from './mailbox-names.ts'
import { checkTimes, fieldsOf, type SearchFields, yesNoAll } from './search-input.ts'
import { searchOf, withKnownNames } from './search-query.ts'
import { findSnippets } from './snippets.ts'
import { type PersonSource, suggest } from './suggest.ts'
import { understoodOf } from './understood.ts'

/** Who searches; folders that this session has not unlocked are hidden. */
export interface Searcher extends Viewer {
  userId: UserId
}

export interface SearchDeps {
  mailstore: Mailstore
  clock: Clock
  /** Rows as lists show them. */
  items(accountId: AccountId, rows: readonly MessageRow[]): Promise<MessageItem[]>
  people: PersonSource
}

export type Searching = ReturnType<typeof createSearching>

/** Search, its count and lines, and suggestions while typing. */
export const createSearching = (deps: SearchDeps) => ({
  /** @throws search.empty, search.range, folder.not-found */
  search: (
    caller: Searcher,
    input: SearchFields & { pageSize: number; sortValues?: string | undefined },
  ) => searchPage(deps, caller, input),

  /** @throws search.empty, search.range, folder.not-found */
  count: async (caller: Searcher, input: SearchFields) => {
    const { request } = await read(deps, caller, input)
    const limit = limits.searchCount
    return deps.mailstore.countFound({ ...request, limit, budgetMs: budgets.count })
  },

  snippets: async (
    caller: Searcher,
    { searchKeyword, mailIds }: { searchKeyword: string; mailIds: readonly number[] },
  ) => {
    const terms = wordsToMark(parseQuery(searchKeyword, dayAt(deps.clock.now())))
    if (terms.length === 0) return { list: [] }
    return { list: await findSnippets(deps.mailstore, caller, { mailIds, terms }) }
  },

  suggest: (caller: Searcher, keyword: string) => suggest(deps, caller, keyword),
})

/**
 * Time for looking into mails (ms). The first page answers at once, be it with what was found so far; who reads on
 * waits for that anyway.
 */
const budgets = { firstPage: 10, nextPage: 300, count: 2_000 }

async function searchPage(
  deps: SearchDeps,
  caller: Searcher,
  input: SearchFields & { pageSize: number; sortValues?: string | undefined },
): Promise<SearchPage> {
  const cursor = input.sortValues ? fromSortValues(input.sortValues) : null
  const { query, request } = await read(deps, caller, input)
  // One row more than asked for tells whether there is another page.
  const limit = input.pageSize + 1
  const budgetMs = cursor ? budgets.nextPage : budgets.firstPage
  const { rows, reached } = await deps.mailstore.search({ ...request, cursor, limit, budgetMs })
  return {
    list: await deps.items(caller.accountId, rows.slice(0, input.pageSize)),
    total: null,
    hasMore: rows.length === limit || reached !== null,
    readTo: reached === null ? null : toSortValues({ ...reached, value: null }),
    understood: understoodOf(query),
    terms: wordsToMark(query),
  }
}

type Read = { query: Query; request: Omit<SearchRequest, 'limit' | 'cursor' | 'budgetMs'> }

/** From the parameters of /search to what the store runs. */
async function read(deps: SearchDeps, caller: Searcher, input: SearchFields): Promise<Read> {
  const { accountId, hidden } = caller
  const { from, until } = checkTimes(input)
  const typed = input.searchKeyword
  const parsed = parseQuery(typed, dayAt(deps.clock.now()))
  const names = await namesFor(parsed, caller, deps.mailstore)
  const query = withKnownNames(typed, parsed, names)
  const search = searchOf(query, { names, fields: fieldsOf(input) })
  if (search === null) throw new AppError('search.empty')
  const filters = await filtersOf(deps, caller, input)
  const conditions = [...search.conditions, ...filters.map((one) => [one])]
  return { query, request: { ...search, accountId, from, until, hidden, conditions } }
}

/** The filters of the form. @throws folder.not-found, folder.locked */
async function filtersOf(
  { mailstore }: SearchDeps,
  { accountId, hidden }: Viewer,
  input: SearchFields,
): Promise<Condition[]> {
  const conditions: Condition[] = []
  if (input.mailboxId !== undefined) {
    const id = asId<FolderId>(input.mailboxId)
    if (hidden.includes(id)) throw new AppError('folder.locked')
    if (!(await mailstore.folder(accountId, id))) throw new AppError('folder.not-found')
    conditions.push({ kind: 'folder', id, negated: false })
  }
  const attachment = yesNoAll(input.hasAttachment)
  const unread = yesNoAll(input.isUnread)
  if (attachment !== null) {
    conditions.push({ kind: 'attachment', value: attachment, negated: false })
  }
  if (unread !== null) conditions.push({ kind: 'unread', value: unread, negated: false })
  return conditions
}
