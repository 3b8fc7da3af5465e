import type { Feature } from '../feature.ts'
import type { SavedSearches } from './saved.service.ts'
import { searchRoutes } from './search.routes.ts'
import type { Searching } from './search.service.ts'

export { createSavedSearches } from './saved.service.ts'
export { createSearching, type Searching } from './search.service.ts'

export const searchFeature = (searching: Searching, saved: SavedSearches): Feature => ({
  routes: (http) => searchRoutes(http, searching, saved),
})
