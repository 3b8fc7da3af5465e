// A door of its own: loaded with the first search.
export { SearchHead } from './search-head.tsx'
