import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { queryClient } from '../../../../lib/queries.ts'
import {
  type Cursor,
  hasRanks,
  type ListSource,
  type ListView,
  pageQuery,
  sourceKey,
} from '../../list-source.ts'
import {
  blockOf,
  blockSize,
  type Chain,
  freshChain,
  learn,
  offsets,
  rankCursor,
} from './list-blocks.ts'

/** One long list: how many rows it has, and the row at a place once it was loaded. */
export interface Continuous {
  count: number
  /** All of the list; null where only what was read is known. */
  total: number | null
  /** Rows of the blocks on screen, in order. */
  rows: MessageItem[]
  at: (index: number) => MessageItem | undefined
  indexOf: (mailId: number) => number | null
  /** Tells which rows are on screen: their blocks are loaded. */
  show: (first: number, last: number) => void
  state: {
    page: undefined
    range: null
    error: Error | null
    isPending: boolean
    isTurning: false
    isFetching: boolean
    refetch: () => void
  }
}

interface Mode {
  view: ListView
  continuous: boolean
  known: boolean
}

interface Known {
  key: string
  chain: Chain
  total: number
  /** Blocks on screen. */
  from: number
  to: number
}

const nobody: ListSource = { kind: 'folder', folderId: 0 }

/** The list in blocks of 50: by row number where the server counts them, else one after the other. */
export function useContinuousList(source: ListSource | null, mode: Mode): Continuous {
  const { view } = mode
  const enabled = source !== null && mode.continuous && mode.known
  const ranked = source !== null && hasRanks(source, view)
  const key = source ? `${sourceKey(source)} ${JSON.stringify(view)}` : ''
  const [known, setKnown] = useState<Known>(() => startOf(key))
  const now = useMemo(() => (known.key === key ? known : startOf(key)), [known, key])
  const change = useCallback(
    (work: (before: Known) => Known) =>
      setKnown((before) => work(before.key === key ? before : startOf(key))),
    [key],
  )

  const sums = useMemo(() => (ranked ? [] : offsets(now.chain)), [ranked, now.chain])
  const cursorOf = useCallback(
    (block: number): Cursor =>
      ranked ? rankCursor(block) : (now.chain.blocks[block]?.cursor ?? null),
    [ranked, now.chain],
  )
  const queryOf = useCallback(
    (block: number) =>
      pageQuery({ source: source ?? nobody, view, pageSize: blockSize, cursor: cursorOf(block) }),
    [source, view, cursorOf],
  )
  const blocks = useMemo(() => (enabled ? rangeOf(now, ranked) : []), [enabled, now, ranked])
  const results = useQueries({ queries: blocks.map(queryOf) })
  const { pages, rows } = useStableRows(results.map(({ data }) => data))

  useEffect(() => {
    blocks.forEach((block, index) => {
      const page = pages[index]
      if (page) change((before) => learned(before, { block, page, ranked }))
    })
  })

  const places = useMemo(
    () => placesIn({ ranked, sums, blocks, pages, queryOf }),
    [ranked, sums, blocks, pages, queryOf],
  )
  const count = ranked ? now.total : (sums.at(-1) ?? 0) + (now.chain.open ? 1 : 0)
  const total = ranked ? now.total : now.chain.open ? null : count
  const { show, refetch } = useShowing({ change, ranked, sums, results })
  const error = results.find((one) => one.error !== null)?.error ?? null
  const isPending = enabled && pages.every((page) => page === undefined) && count <= 1
  const isFetching = results.some((one) => one.isFetching)
  const state = useMemo(
    () => ({
      ...({ page: undefined, range: null, isTurning: false } as const),
      ...{ error, isPending, isFetching, refetch },
    }),
    [error, isPending, isFetching, refetch],
  )
  return useMemo(
    () => ({ count, total, rows, ...places, show, state }),
    [count, total, rows, places, show, state],
  )
}

interface Blocks {
  ranked: boolean
  sums: readonly number[]
  /** Those on screen, and the pages that they are. */
  blocks: readonly number[]
  pages: readonly (MessagePage | undefined)[]
  queryOf: (block: number) => { queryKey: QueryKey }
}

/** Which row stands where. */
function placesIn(given: Blocks): Pick<Continuous, 'at' | 'indexOf'> {
  const { ranked, sums, blocks, pages, queryOf } = given
  const firstOf = (block: number) => (ranked ? block * blockSize : (sums[block] ?? 0))
  return {
    at: (index) => {
      const block = ranked ? Math.floor(index / blockSize) : blockOf(sums, index)
      const place = blocks.indexOf(block)
      const page =
        place >= 0 ? pages[place] : queryClient.getQueryData<MessagePage>(queryOf(block).queryKey)
      return page?.list[index - firstOf(block)]
    },
    indexOf: (mailId) => {
      for (const [index, page] of pages.entries()) {
        const place = page?.list.findIndex((item) => item.mailId === mailId) ?? -1
        if (place >= 0) return firstOf(blocks[index] ?? 0) + place
      }
      return null
    },
  }
}

const startOf = (key: string): Known => ({ key, chain: freshChain, total: 0, from: 0, to: 0 })

interface Showing {
  change: (work: (before: Known) => Known) => void
  ranked: boolean
  sums: readonly number[]
  results: readonly { refetch: () => Promise<unknown> }[]
}

function useShowing({ change, ranked, sums, results }: Showing) {
  const show = useCallback(
    (first: number, last: number) => {
      const blockAt = (row: number) =>
        ranked ? Math.floor(row / blockSize) : blockOf(sums, Math.max(0, row))
      const from = blockAt(first)
      const to = blockAt(last)
      change((before) =>
        before.from === from && before.to === to ? before : { ...before, from, to },
      )
    },
    [change, ranked, sums],
  )
  const latest = useRef(results)
  useEffect(() => {
    latest.current = results
  })
  const refetch = useCallback(() => {
    for (const one of latest.current) void one.refetch()
  }, [])
  return { show, refetch }
}

/** The blocks on screen; with row numbers none behind the end. */
function rangeOf({ from, to, chain, total }: Known, ranked: boolean): number[] {
  const last = ranked
    ? Math.max(0, Math.ceil(total / blockSize) - 1)
    : Math.max(0, chain.blocks.length - 1)
  const first = Math.min(from, last)
  const length = Math.min(to, last) - first + 1
  return Array.from({ length: Math.max(1, length) }, (_, index) => first + index)
}

function learned(
  before: Known,
  { block, page, ranked }: { block: number; page: MessagePage; ranked: boolean },
): Known {
  if (ranked) {
    const total = page.total ?? before.total
    return total === before.total ? before : { ...before, total }
  }
  const chain = learn(before.chain, block, page)
  return chain === before.chain ? before : { ...before, chain }
}

interface Pages {
  pages: readonly (MessagePage | undefined)[]
  rows: MessageItem[]
}

/** Some pages and their rows as one list, both the same objects while the pages are. */
function useStableRows(pages: Pages['pages']): Pages {
  const [kept, setKept] = useState<Pages>({ pages: [], rows: [] })
  const same =
    kept.pages.length === pages.length && pages.every((page, at) => page === kept.pages[at])
  if (same) return kept
  const next = { pages, rows: pages.flatMap((page) => page?.list ?? []) }
  setKept(next)
  return next
}
