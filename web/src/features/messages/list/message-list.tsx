import type { MessageItem } from '@hongyan/contract/messages'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDateStyle, useSettings } from '../../../lib/me.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDragMails } from '../../folders/folders.public.ts'
import type { RowActions } from '../action-types.ts'
import { useListStore } from './list-store.ts'
import styles from './message-list.module.css'
import { MessageRow } from './message-row.tsx'
import { QuietBox } from './quiet-box.tsx'
import type { MessageList as List } from './use-message-list.ts'

interface MessageListProps {
  list: List
  label: string
  outgoing: boolean
  openedId: number | null
  searching: boolean
  actions: RowActions
}

/** The rows of a page as a grid: one stop for Tab, arrows inside. */
export function MessageList(props: MessageListProps) {
  const { list, label, outgoing, openedId, searching, actions } = props
  const selection = useListStore((state) => state.selection)
  const activeId = useListStore((state) => state.activeId)
  const settings = useSettings()
  const dateStyle = useDateStyle()
  const grid = useRef<HTMLDivElement>(null)
  const current = activeId ?? openedId ?? list.order[0] ?? null
  useFollowActive(grid, activeId)
  const drag = useDragMails({ rows: list.rows, selected: selectedIds, onMove: actions.move })
  useEffect(() => {
    if (!list.isTurning) grid.current?.scrollTo({ top: 0 })
  }, [list.isTurning])

  if (list.rows.length === 0) return <NoRows list={list} searching={searching} />
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
      data-density={settings?.tableSize ?? 2}
      onKeyDown={keepFocusInGrid}
      {...drag}
    >
      {list.rows.map((item: MessageItem, index) => (
        <MessageRow
          key={item.mailId}
          item={item}
          index={index}
          selected={selection.ids.has(item.mailId)}
          current={item.mailId === current}
          opened={item.mailId === openedId}
          outgoing={outgoing}
          showSize={settings?.showMailSize === 1}
          dateStyle={dateStyle}
          actions={actions}
        />
      ))}
    </div>
  )
}

const selectedIds = () => useListStore.getState().selection.ids

/** Page keys scroll the list; the shortcuts of the page move between rows. */
function keepFocusInGrid(event: KeyboardEvent): void {
  if (event.key === ' ') event.preventDefault()
}

/** The row the keyboard moved to gets the focus and is scrolled into view. */
function useFollowActive(grid: React.RefObject<HTMLDivElement | null>, id: number | null): void {
  useEffect(() => {
    if (id === null) return
    const row = grid.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)
    if (!row || row.contains(document.activeElement)) return
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  }, [grid, id])
}

function NoRows({ list, searching }: { list: List; searching: boolean }) {
  const { t } = useTranslation('list')
  if (list.error) {
    return (
      <EmptyState
        title={t('loadFailed')}
        text={list.error.message}
        action={<Button onClick={() => void list.refetch()}>{t('common:retry')}</Button>}
      />
    )
  }
  if (list.isPending) return <Waiting />
  return (
    <EmptyState
      title={t(searching ? 'nothingFound' : 'emptyFolder')}
      text={t(searching ? 'nothingFoundText' : 'emptyFolderText')}
      picture={<QuietBox />}
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
