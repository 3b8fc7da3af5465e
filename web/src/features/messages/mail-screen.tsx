import type { Folder } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSettings } from '../../lib/me.ts'
import { useMedia } from '../../lib/media.ts'
import { useStoredNumber } from '../../lib/stored.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { titleOf } from '../folders/folders.public.ts'
import { composePath } from './compose-path.ts'
import { ConfirmDestroy } from './list/confirm-destroy.tsx'
import listStyles from './list/list-pane.module.css'
import { activate, select, useListStore } from './list/list-store.ts'
import { ListToolbar } from './list/list-toolbar.tsx'
import { MessageList } from './list/message-list.tsx'
import type { RowActions } from './list/message-row.tsx'
import { Pager } from './list/pager.tsx'
import { QuietBox } from './list/quiet-box.tsx'
import { SearchFilters } from './list/search-filters.tsx'
import { extendTo, nothingSelected, toggle as toggleRow } from './list/selection.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { type MessageList as List, useMessageList } from './list/use-message-list.ts'
import styles from './mail-screen.module.css'
import {
  destroyMessages,
  markSeen,
  markStarred,
  moveMessages,
  recycleMessages,
  type Target,
} from './message-actions.ts'
import { prefetchMessage } from './message-query.ts'
import { loadReader } from './reader/load-reader.ts'
import { type Place, usePlace } from './use-list-source.ts'

const Reader = lazy(loadReader)

/** List and reader: side by side on wide screens, one after the other on narrow ones. */
export function MailScreen() {
  const { t } = useTranslation('list')
  const place = usePlace()
  const list = useMessageList(place.source)
  const layout = useSettings()?.layout ?? 3
  const wide = useMedia('(min-width: 1200px)') && layout !== 2
  const [width, setWidth] = useStoredNumber('listWidth', 400)
  const screen = useMailActions(place, list, wide)

  const listPane = <ListPane place={place} list={list} screen={screen} />
  const readerPane =
    place.openId === null ? (
      <Nothing />
    ) : (
      <Suspense fallback={null}>
        <Reader
          mailId={place.openId}
          item={list.rows.find(({ mailId }) => mailId === place.openId)}
          wide={wide}
          actions={screen.reader}
        />
      </Suspense>
    )
  return (
    <>
      {wide ? (
        <SplitPane
          left={listPane}
          right={readerPane}
          width={width}
          min={320}
          max={640}
          label={t('listWidth')}
          onResize={setWidth}
        />
      ) : (
        <div className={styles.stack}>
          <div className={styles.layer} data-away={place.openId !== null || undefined}>
            {listPane}
          </div>
          {place.openId !== null && <div className={styles.layer}>{readerPane}</div>}
        </div>
      )}
      {screen.asking && (
        <ConfirmDestroy
          count={screen.asking.length}
          onCancel={() => screen.answer(false)}
          onConfirm={() => screen.answer(true)}
        />
      )}
    </>
  )
}

interface ListPaneProps {
  place: Place
  list: List
  screen: ReturnType<typeof useMailActions>
}

function ListPane({ place, list, screen }: ListPaneProps) {
  const { t } = useTranslation('list')
  const { source, folder, search, openId, missing } = place
  if (missing && !search) return <EmptyState title={t('folderMissing')} picture={<QuietBox />} />
  const folderTitle = folder ? titleOf(folder, t) : ''
  const title = search ? t('results', { keyword: search.searchKeyword }) : folderTitle
  return (
    <section className={listStyles.pane} aria-label={title}>
      <ListToolbar
        list={list}
        title={title}
        unread={search ? 0 : (folder?.unread ?? 0)}
        folder={search ? undefined : folder}
        actions={screen.bulk}
      />
      {search && <SearchFilters params={search} />}
      <MessageList
        list={list}
        label={title}
        outgoing={!search && (folder?.role === 'sent' || folder?.role === 'drafts')}
        openedId={openId}
        searching={search !== null}
        actions={screen.row}
      />
      {source && <Pager list={list} source={source} />}
    </section>
  )
}

function Nothing() {
  const { t } = useTranslation('reader')
  return (
    <div className={styles.nothing}>
      <EmptyState title={t('nothingOpen')} text={t('nothingOpenText')} picture={<QuietBox />} />
    </div>
  )
}

export interface ReaderActions {
  back: () => void
  /** Opens the next (1) or previous (-1) message of the list. */
  step: (by: 1 | -1) => void
  remove: (target: Target) => void
  move: (target: Target, to: Folder) => void
  /** Opens the composer. */
  write: (mode: 'reply' | 'replyAll' | 'forward' | 'editAgain', mailId: number) => void
  nextId: number | null
}

/** What rows, toolbar, keys and reader can do, and the question before deleting for good. */
function useMailActions(place: Place, list: List, wide: boolean) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<readonly Target[] | null>(null)
  const { listPath, openId, search, folder } = place

  const hrefOf = useCallback(
    (item: MessageItem) => {
      if (item.draft) return composePath('editAgain', item.mailId)
      const query = search ? listPath.slice('/search'.length) : ''
      return `/reply/${item.mailboxId}/${item.mailId}${query}`
    },
    [listPath, search],
  )
  const open = useCallback(
    (item: MessageItem) => {
      activate(item.mailId)
      const replace = openId !== null && wide
      navigate(hrefOf(item), { replace })
    },
    [navigate, hrefOf, openId, wide],
  )
  const row: RowActions = useMemo(
    () => ({
      open,
      hrefOf,
      peek: (item) => {
        if (!item.draft) prefetchMessage(item.mailId)
      },
      toggle: (item, range) =>
        select((selection) =>
          range ? extendTo(selection, item.mailId, list.order) : toggleRow(selection, item.mailId),
        ),
      star: (item) => void markStarred([item], !item.starred),
      focus: (item) => activate(item.mailId),
    }),
    [open, hrefOf, list.order],
  )

  const itemAt = (id: number | null) => list.rows.find(({ mailId }) => mailId === id)
  const after = (id: number | null): MessageItem | undefined => {
    const at = id === null ? -1 : list.order.indexOf(id)
    return at < 0 ? undefined : list.rows[at + 1]
  }
  /** The open message leaves: its neighbour follows in three columns, else the list returns. */
  const leave = (gone: readonly Target[]) => {
    select(() => nothingSelected)
    if (openId === null || !gone.some(({ mailId }) => mailId === openId)) return
    const next = wide ? (after(openId) ?? list.rows[list.order.indexOf(openId) - 1]) : undefined
    if (next && !next.draft) navigate(hrefOf(next), { replace: true })
    else navigate(listPath, { replace: true })
  }
  const remove = (targets: readonly Target[]) => {
    if (targets.length === 0) return
    if (folder?.role === 'trash' && !search) return setAsking(targets)
    leave(targets)
    void recycleMessages(targets)
  }
  const answer = (yes: boolean) => {
    if (yes && asking) {
      leave(asking)
      void destroyMessages(asking)
    }
    setAsking(null)
  }
  const move = (targets: readonly Target[], to: Folder) => {
    leave(targets)
    void moveMessages(targets, to)
  }
  const step = (by: 1 | -1) => {
    const from = openId ?? useListStore.getState().activeId
    const at = from === null ? -1 : list.order.indexOf(from)
    const item = list.rows[at < 0 ? 0 : at + by]
    if (!item) return
    if (openId !== null && !item.draft) open(item)
    else activate(item.mailId)
  }

  /** The selection, or else the open message, or else the row the keyboard is on. */
  const targets = (): readonly MessageItem[] => {
    const { selection, activeId } = useListStore.getState()
    if (selection.ids.size > 0) return list.rows.filter(({ mailId }) => selection.ids.has(mailId))
    const one = itemAt(openId ?? activeId)
    return one ? [one] : []
  }
  const bulk = {
    seen: (seen: boolean) => void markSeen(targets(), seen),
    star: () => {
      const chosen = targets()
      void markStarred(chosen, !chosen.every(({ starred }) => starred))
    },
    move: (to: Folder) => move(targets(), to),
    remove: () => remove(targets()),
  }
  const write: ReaderActions['write'] = (mode, mailId) => navigate(composePath(mode, mailId))
  const reader: ReaderActions = {
    back: () => navigate(listPath),
    step,
    remove: (target) => remove([target]),
    move: (target, to) => move([target], to),
    write,
    nextId: after(openId)?.mailId ?? null,
  }
  useListKeys({ place, step, targets, bulk, open, select: row.toggle, write, itemAt })
  return { row, bulk, reader, asking, answer }
}
