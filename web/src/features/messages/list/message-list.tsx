import { findMarks } from '@hongyan/contract/mark-words'
import type { MessageItem } from '@hongyan/contract/messages'
import { Fragment, type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useKeptPress } from '../../../lib/kept-press.ts'
import { useKeptScroll, useOnChange } from '../../../lib/kept-screen.ts'
import { useMay } from '../../../lib/me.ts'
import { madeKey } from '../../../lib/text-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QuietSky } from '../../../ui/geese.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { titleOf, useDragMails, useFolders } from '../../folders/folders.public.ts'
import { useSearchTerms } from '../../search/search.public.ts'
import { isWhole, sourceKey } from '../list-source.ts'
import { plainLine } from '../people.ts'
import { actionNeeds } from '../permitted-actions.ts'
import { hasHeadings, pinsOnTop } from './day-headings.ts'
import { focusRow, keepFocusInGrid, type MessageListProps, type RowsProps } from './grid.ts'
import { headingOf, headingText } from './heading.ts'
import { selectedIds, useListStore } from './list-store.ts'
import { LongList } from './long/long-list.tsx'
import styles from './message-list.module.css'
import { MessageRow, type RowFolder } from './rows/message-row.tsx'
import { useRowStyle } from './rows/use-row-style.ts'
import type { MessageList as List } from './use-message-list.ts'

/** The rows of a list as a grid: one stop for Tab, arrows inside. */
export function MessageList(props: MessageListProps) {
  const { list, empty } = props
  const rowStyle = useRowStyle()
  const folders = useRowFolders(props.across)
  const nothing = list.long ? list.long.count === 0 || list.isPending : list.rows.length === 0
  if (nothing) return <NoRows list={list} empty={empty} />
  return list.long ? (
    <LongList {...props} long={list.long} rowStyle={rowStyle} folders={folders} />
  ) : (
    <PageOfRows {...props} rowStyle={rowStyle} folders={folders} />
  )
}

/** Names and uses of all folders, for rows that say where they lie. */
function useRowFolders(across: boolean): ReadonlyMap<number, RowFolder> | null {
  const { t } = useTranslation('folders')
  const { all } = useFolders()
  return useMemo(
    () =>
      across
        ? new Map(all.map((one) => [one.folderId, { title: titleOf(one, t), role: one.role }]))
        : null,
    [across, all, t],
  )
}

function PageOfRows(props: RowsProps) {
  const { list, label, openedId, role, actions, rowStyle, folders } = props
  const { t } = useTranslation('list')
  const selection = useListStore((state) => state.selection)
  const activeId = useListStore((state) => state.activeId)
  const grid = useRef<HTMLDivElement>(null)
  useKeptScroll(grid)
  const press = useKeptPress()
  const current = activeId ?? openedId ?? list.order[0] ?? null
  useFollowActive(grid, activeId)
  const drag = useDragMails({
    rows: list.rows,
    selected: selectedIds,
    onMove: actions.move,
    isOff: !useMay()(actionNeeds.move),
  })
  const hits = useHits(list)
  const headings = useMemo(() => headingsOf(list, rowStyle.date.zone), [list, rowStyle.date.zone])
  const begins = (index: number) =>
    headings[index] !== undefined &&
    headings[index] !== null &&
    headings[index] !== headings[index - 1]
  const tops = useListStore((state) => state.tops)
  const toTop = () => grid.current?.scrollTo({ top: 0 })
  // While the next page is on its way the one before it stands as it is.
  const page = list.isTurning
    ? null
    : `${list.source && sourceKey(list.source)} ${JSON.stringify(list.position)}`
  useOnChange(page, () => page !== null && toTop())
  useOnChange(tops, toTop)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of interactive rows, not a table of data
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={list.range?.total ?? -1}
      aria-multiselectable="true"
      aria-busy={list.isTurning}
      tabIndex={-1}
      className={styles.grid}
      data-selecting={selection.ids.size > 0 || undefined}
      data-density={rowStyle.density}
      onKeyDown={keepFocusInGrid}
      {...drag}
      {...press}
    >
      {list.rows.map((item: MessageItem, index) => (
        <Fragment key={item.mailId}>
          {begins(index) && (
            <div className={styles.heading} aria-hidden="true">
              {headingText(headings[index] ?? '', t, rowStyle.date)}
            </div>
          )}
          <MessageRow
            item={item}
            index={index}
            selected={selection.ids.has(item.mailId)}
            current={item.mailId === current}
            opened={item.mailId === openedId}
            hit={hits[index]}
            folder={folders?.get(item.mailboxId)}
            role={role}
            rowStyle={rowStyle}
            actions={actions}
          />
        </Fragment>
      ))}
    </div>
  )
}

/** Where the words of the search stand in each row. */
function useHits({ rows, source }: List): ('subject' | 'text')[] {
  const terms = useSearchTerms()
  const isSearch = source?.kind === 'search'
  return useMemo(() => {
    if (!isSearch) return []
    return rows.map((row) =>
      findMarks(plainLine(row.mailSubject), terms).length > 0 ? 'subject' : 'text',
    )
  }, [rows, isSearch, terms])
}

/** The heading of each row; none where rows are not by date. */
function headingsOf({ rows, view, source }: List, zone: number): (string | null)[] {
  if (!hasHeadings(view) || source?.kind === 'search') return []
  return rows.map((item) => headingOf(item, { zone, pinsOnTop: pinsOnTop(source, view) }))
}

/** The row the keyboard moved to gets the focus and is scrolled into view. */
function useFollowActive(grid: RefObject<HTMLDivElement | null>, id: number | null): void {
  const entered = useListStore((state) => state.entered)
  useOnChange(`${id} ${entered}`, () => id !== null && focusRow(grid.current, id))
}

function NoRows({ list, empty }: { list: List; empty: string }) {
  const { t } = useTranslation('list')
  if (list.error) {
    return (
      <EmptyState
        title={t('loadFailed')}
        text={list.error.message}
        action={<Button onClick={list.refetch}>{t('common:retry')}</Button>}
      />
    )
  }
  if (list.isPending) return <Waiting />
  const kind = isWhole(list.view) ? empty : 'filtered'
  return (
    <EmptyState
      title={t(madeKey(`empty.${kind}`))}
      text={t(madeKey(`empty.${kind}Text`))}
      picture={<QuietSky />}
    />
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      {Array.from({ length: 9 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nine equal bars
        <div key={index} className={styles.waitingRow}>
          <Skeleton width={32} height={32} />
          <div>
            <Skeleton width={`${38 + ((index * 17) % 30)}%`} />
            <Skeleton width={`${60 + ((index * 23) % 35)}%`} />
          </div>
        </div>
      ))}
    </div>
  )
}
