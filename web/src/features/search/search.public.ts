export { markHits, useMarks, useSearchTerms } from './marks.ts'
export { SavedSearches } from './saved-searches.tsx'
export { SearchBox } from './search-box.tsx'
