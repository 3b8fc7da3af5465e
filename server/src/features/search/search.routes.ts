import { search as contract } from '@hongyan/contract/search'
import type { Http } from '../../platform/http/http.ts'
import type { SavedSearches } from './saved.service.ts'
import type { Searching } from './search.service.ts'

/** Search, suggestions while typing, and saved searches. */
export function searchRoutes(http: Http, searching: Searching, saved: SavedSearches): void {
  http.bind(contract.search, ({ caller, query }) => searching.search(caller, query))
  http.bind(contract.count, ({ caller, query }) => searching.count(caller, query))
  http.bind(contract.snippets, ({ caller, query }) => searching.snippets(caller, query))
  http.bind(contract.suggest, ({ caller, query }) => searching.suggest(caller, query.keyword))
  http.bind(contract.saved, ({ caller }) => saved.list(caller.accountId))
  http.bind(contract.save, ({ caller, body }) => saved.save(caller.accountId, body))
  http.bind(contract.forget, ({ caller, body }) => saved.forget(caller.accountId, body.id))
}
