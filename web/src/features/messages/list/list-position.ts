import type { MessagePage } from '@hongyan/contract/messages'
import type { PageCursor } from '../list-source.ts'

/**
 * Where a list stands: the cursor of the page, how many rows lie before it (known only while paging
 * forward from the start), and the pages walked through, so that "previous" returns exactly there.
 */
export interface ListPosition {
  cursor: PageCursor
  before: number | null
  trail: { cursor: PageCursor; before: number | null }[]
}

export const firstPage: ListPosition = { cursor: null, before: 0, trail: [] }

export function nextPage(position: ListPosition, page: MessagePage): ListPosition {
  const last = page.list.at(-1)
  if (!last) return position
  return {
    cursor: { direction: 'next', sortValues: page.readTo ?? last.sortValues },
    before: position.before === null ? null : position.before + page.list.length,
    trail: [...position.trail, { cursor: position.cursor, before: position.before }],
  }
}

export function previousPage(position: ListPosition, page: MessagePage): ListPosition {
  const back = position.trail.at(-1)
  if (back) return { ...back, trail: position.trail.slice(0, -1) }
  const first = page.list[0]
  if (!first) return firstPage
  return { cursor: { direction: 'prev', sortValues: first.sortValues }, before: null, trail: [] }
}

export const lastPage: ListPosition = { cursor: { direction: 'last' }, before: null, trail: [] }

/** What the paging control shows. `from` and `to` are null where counting would mean reading all pages. */
export interface PageRange {
  from: number | null
  to: number | null
  total: number | null
  hasPrevious: boolean
  hasNext: boolean
}

export function rangeOf(position: ListPosition, page: MessagePage): PageRange {
  const { cursor } = position
  const count = page.list.length
  const isLast = cursor?.direction === 'last'
  // Of a page behind which there is nothing the number is known from the end: mail that came since moved it on.
  const isEnd = isLast || (cursor?.direction !== 'prev' && !page.hasMore)
  const before = isEnd && page.total !== null ? Math.max(0, page.total - count) : position.before
  const hasNext = cursor?.direction === 'prev' ? true : !isLast && page.hasMore
  return {
    from: before === null || count === 0 ? null : before + 1,
    to: before === null ? null : before + count,
    total: page.total,
    hasPrevious: isLast ? page.hasMore || (before ?? 0) > 0 : cursor !== null,
    hasNext,
  }
}

/** Walking back by cursor ends at the newest mail: then the page is simply the first one again. */
export const endsAtStart = (position: ListPosition, page: MessagePage): boolean =>
  position.cursor?.direction === 'prev' && !page.hasMore
