import { limits } from '@hongyan/contract/limits'
import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useKeptPress } from '../../../../lib/kept-press.ts'
import { useKeptScroll, useOnChange } from '../../../../lib/kept-screen.ts'
import { useMay } from '../../../../lib/me.ts'
import { useDragMails } from '../../../folders/folders.public.ts'
import { sourceKey } from '../../list-source.ts'
import { actionNeeds } from '../../permitted-actions.ts'
import { hasHeadings, learnStarts, pinsOnTop, type Starts } from '../day-headings.ts'
import { focusRow, keepFocusInGrid, type RowsProps } from '../grid.ts'
import { headingOf, headingText } from '../heading.ts'
import { selectedIds, useListStore } from '../list-store.ts'
import styles from '../message-list.module.css'
import { MessageRow } from '../rows/message-row.tsx'
import type { Continuous } from '../use-message-list.ts'
import { blockSize } from './list-blocks.ts'
import longStyles from './long-list.module.css'
import { useKeptPlace } from './use-kept-place.ts'
import { type Drawn, type Rows, useRows } from './use-rows.ts'

interface LongListProps extends RowsProps {
  long: Continuous
}

/** All rows of a list in one scroll: only those near the screen are drawn, their blocks are loaded where it rests. */
export function LongList(props: LongListProps) {
  const { list, long, label, openedId, role, actions, rowStyle, folders } = props
  const { t } = useTranslation('list')
  const selection = useListStore((state) => state.selection)
  const activeId = useListStore((state) => state.activeId)
  const grid = useRef<HTMLDivElement>(null)
  useKeptScroll(grid)
  const press = useKeptPress()
  const height = useRowHeight(grid, rowStyle.density)
  const { key: shownList, headingAt, beginning, learn } = useHeadings(props)
  const rows = useRows({ grid, count: long.count, height, beginning })
  const { drawn } = rows
  const isFilled = useFilling(rows, long)
  const tops = useListStore((state) => state.tops)
  useOnChange(tops, () => grid.current?.scrollTo({ top: 0 }))
  useKeptPlace({ grid, rows, long, height, list: shownList })
  useShown(drawn, long)
  useActiveRow({ grid, rows, long, activeId })
  const drag = useDragMails({
    rows: list.rows,
    selected: selectedIds,
    onMove: actions.move,
    isOff: !useMay()(actionNeeds.move),
  })
  useLayoutEffect(() => learn(drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? -1))
  const top = drawn.find(({ end }) => end > rows.scrolled)
  const shown = top ? headingAt(top.index) : null
  const current = activeId ?? openedId ?? long.at(drawn[0]?.index ?? 0)?.mailId ?? null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of interactive rows, not a table of data
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={long.total ?? -1}
      aria-multiselectable="true"
      tabIndex={-1}
      className={styles.grid}
      data-long
      data-selecting={selection.ids.size > 0 || undefined}
      data-density={rowStyle.density}
      data-busy={list.isFetching || undefined}
      onKeyDown={keepFocusInGrid}
      {...drag}
      {...press}
    >
      {shown !== null && (
        <div className={`${styles.heading} ${longStyles.current}`} aria-hidden="true">
          {headingText(shown, t, rowStyle.date)}
        </div>
      )}
      <div role="presentation" className={longStyles.sizer} style={{ height: rows.box.height }}>
        {drawn.map((place) => {
          const { index, start } = place
          const item = isFilled(place) ? long.at(index) : undefined
          const heading = beginning.get(index)
          return (
            <div
              key={item?.mailId ?? `wait${index}`}
              role="presentation"
              className={heading ? `${longStyles.slot} ${longStyles.begins}` : longStyles.slot}
              style={{ transform: `translateY(${start - rows.box.base}px)` }}
            >
              {heading && (
                <div className={styles.heading} aria-hidden="true">
                  {headingText(heading, t, rowStyle.date)}
                </div>
              )}
              {item ? (
                <MessageRow
                  item={item}
                  index={index}
                  selected={selection.ids.has(item.mailId)}
                  current={item.mailId === current}
                  opened={item.mailId === openedId}
                  folder={folders?.get(item.mailboxId)}
                  role={role}
                  rowStyle={rowStyle}
                  actions={actions}
                />
              ) : (
                <div className={longStyles.blank} aria-hidden="true" />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const noStarts: Starts = new Map()

/** Headings of days: where a group begins is known once its rows were drawn. */
function useHeadings({ list, long, rowStyle }: LongListProps) {
  const { view, source } = list
  const { zone } = rowStyle.date
  const key = source ? `${sourceKey(source)} ${JSON.stringify(view)}` : ''
  const [known, setKnown] = useState<{ key: string; starts: Starts }>({ key, starts: noStarts })
  const starts = known.key === key ? known.starts : noStarts
  const beginning = useMemo(
    () => new Map([...starts].map(([heading, index]) => [index, heading])),
    [starts],
  )
  const headingAt = (index: number): string | null => {
    const item = hasHeadings(view) ? long.at(index) : undefined
    return item ? headingOf(item, { zone, pinsOnTop: pinsOnTop(source, view) }) : null
  }
  const learn = (first: number, last: number): void => {
    const next = learnStarts(starts, { first, last, headingAt })
    if (next !== starts) setKnown({ key, starts: next })
  }
  return { key, headingAt, beginning, learn }
}

/** Height of a row in pixels, as the style sheet has it for the density and the width of the list. */
function useRowHeight(grid: RefObject<HTMLDivElement | null>, density: number): number {
  const [height, setHeight] = useState(60)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || density === 0) return
    const read = () => {
      const pixels = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row'))
      if (pixels > 0) setHeight(pixels)
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, density])
  return height
}

/**
 * A block brings all the rows that are drawn at once: those in view are drawn with it, the others when there is time, or
 * when they come into view.
 */
function useFilling({ scrolled, room }: Rows, long: Continuous): (place: Drawn) => boolean {
  const later = useDeferredValue(long)
  return ({ index, start, end }) =>
    (end > scrolled && start < scrolled + room) || later.at(index) !== undefined
}

/**
 * Blocks are asked for at most every 100 ms: a dragged scroll bar passes thousands (LIMITS-08). A wheel passes less than two
 * in that time: the block it comes to is on its way before its rows are in view.
 */
function useShown(drawn: readonly Drawn[], long: Continuous): void {
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  const { show } = long
  const asked = useRef({ at: 0, middle: -1 })
  useEffect(() => {
    const wait = Math.max(0, limits.scrollDelay - (performance.now() - asked.current.at))
    const timer = setTimeout(() => {
      const before = asked.current.middle
      const middle = (first + last) / 2
      asked.current = { at: performance.now(), middle }
      const isNear = before >= 0 && Math.abs(middle - before) < 2 * blockSize
      const ahead = isNear ? Math.sign(middle - before) * blockSize : 0
      show(Math.max(0, Math.min(first, first + ahead)), Math.max(last, last + ahead))
    }, wait)
    return () => clearTimeout(timer)
  }, [first, last, show])
}

interface Following {
  grid: RefObject<HTMLDivElement | null>
  rows: Rows
  long: Continuous
  activeId: number | null
}

/** The row the keyboard moved to is scrolled to first: it may not be drawn yet. */
function useActiveRow({ grid, rows, long, activeId }: Following): void {
  const entered = useListStore((state) => state.entered)
  useOnChange(`${activeId} ${entered}`, () => {
    if (activeId === null || focusRow(grid.current, activeId)) return
    const index = long.indexOf(activeId)
    if (index === null) return
    rows.scrollTo(index)
    requestAnimationFrame(() => focusRow(grid.current, activeId))
  })
}
