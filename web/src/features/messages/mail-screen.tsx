import { Activity, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { endFirstScreen, endFirstScreenAtRows } from '../../lib/first-screen.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/idle.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useStoredNumber } from '../../lib/stored.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QuietSky } from '../../ui/geese.tsx'
import { putAway } from '../../ui/put-away.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { titleOf } from '../folders/folders.public.ts'
import { useLabels } from '../labels/labels.public.tsx'
import { useMarks, useSearchTerms } from '../search/search.public.ts'
import { BulkBar } from './list/bars/bulk-bar.tsx'
import { ListToolbar } from './list/bars/list-toolbar.tsx'
import { Pager } from './list/bars/pager.tsx'
import { RetentionNote } from './list/bars/retention-note.tsx'
import { ConfirmDestroy } from './list/confirm-destroy.tsx'
import listStyles from './list/list-pane.module.css'
import { useListStore } from './list/list-store.ts'
import { MessageList } from './list/message-list.tsx'
import { RowMenu, toolsAhead } from './list/tools-ahead.ts'
import { useBeside } from './list/use-list-view.ts'
import { type MessageList as List, useMessageList } from './list/use-message-list.ts'
import styles from './mail-screen.module.css'
import { reportMessage } from './message-actions.ts'
import { findItem } from './message-query.ts'
import { loadReader, useReader } from './reader/load-reader.ts'
import { useMailActions } from './use-mail-actions.ts'
import { type Place, usePlace } from './use-place.ts'

const LockedFolder = lazyPart(() => import('../folders/later.public.ts'), 'LockedFolder')
const SearchHead = lazyPart(() => import('../search/search-head.public.ts'), 'SearchHead')
const ThreadStrip = lazyPart(() => import('./list/rows/thread-strip.tsx'), 'ThreadStrip')

/** List and reader: side by side on wide screens, one after the other on narrow ones. */
export function MailScreen() {
  const { t } = useTranslation('list')
  const place = usePlace()
  const list = useMessageList(place.source)
  useReaderAhead(!list.isPending)
  const hasRows = list.rows.length > 0
  const hasNone = list.error !== null || (list.source !== null && list.known && !list.isPending)
  useLayoutEffect(() => {
    if (hasRows) endFirstScreenAtRows()
    else if (hasNone) endFirstScreen()
  }, [hasRows, hasNone])
  const wide = useBeside()
  const [width, setWidth] = useStoredNumber('listWidth', 400)
  const screen = useMailActions({ place, list, wide })
  const listPane = <ListPane place={place} list={list} screen={screen} />
  const readerPane = <ReaderPane place={place} list={list} screen={screen} wide={wide} />
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
          <div className={styles.layer} data-empty={place.openId === null || undefined}>
            {readerPane}
          </div>
        </div>
      )}
      <Asked screen={screen} place={place} rows={list.rows} />
    </>
  )
}

const ReportDialog = lazyPart(
  () => import('../protection/report-dialog.public.tsx'),
  'ReportDialog',
)
const TodoDialog = lazyPart(() => import('../todo/todo-dialog.public.tsx'), 'TodoDialog')

interface AskedProps {
  screen: ReturnType<typeof useMailActions>
  place: Place
  rows: List['rows']
}

/** What is asked before something is done. */
function Asked({ screen, place, rows }: AskedProps) {
  const { asking, answer } = screen
  const close = () => answer(false)
  if (asking === null) return null
  if (asking.kind === 'menu') {
    const role = place.search ? null : (place.folder?.role ?? null)
    return (
      <RowMenu
        key={asking.item.mailId}
        {...{ role, rows }}
        item={asking.item}
        at={asking.at}
        actions={screen.row}
        reader={screen.reader}
        onClose={screen.closeMenu}
      />
    )
  }
  if (asking.kind === 'report') {
    const { mail } = asking
    return (
      <ReportDialog
        onClose={close}
        onReport={(said) => void reportMessage(mail, said, screen.away)}
      />
    )
  }
  if (asking.kind === 'todo') {
    const { mailId, mailSubject } = asking.mail
    return <TodoDialog mailId={mailId} subject={mailSubject} onClose={close} />
  }
  return (
    <ConfirmDestroy
      count={asking.kind === 'rows' ? asking.targets.length : asking.count}
      onCancel={close}
      onConfirm={() => answer(true)}
    />
  )
}

/** The code of what is opened next, once a list is there and the page has nothing else to do. */
function useReaderAhead(hasList: boolean): void {
  useEffect(() => {
    if (hasList)
      whenIdle(
        () =>
          void loadReader()
            .then(toolsAhead)
            .catch(() => null),
      )
  }, [hasList])
}

interface PaneProps {
  place: Place
  list: List
  screen: ReturnType<typeof useMailActions>
}

/**
 * The open mail, and over it the other mails of its conversation. Where none is open the reader stands hidden, empty and with its
 * frame, from when its code is here: the first mail opens in it like the ones after it.
 */
function ReaderPane({ place, list, screen, wide }: PaneProps & { wide: boolean }) {
  const { openId } = place
  const isOpen = openId !== null
  const Reader = useReader(isOpen)
  const turn = useTurn(isOpen)
  const pane = useRef<HTMLDivElement | null>(null)
  // A ref of its own would be empty again by the time at which it is hidden.
  const setPane = useCallback((element: HTMLDivElement | null) => {
    pane.current = element ?? pane.current
  }, [])
  useLayoutEffect(() => {
    if (!isOpen) putAway(pane.current)
  }, [isOpen])
  useEffect(() => (isOpen ? undefined : emptyWhenIdle(pane.current)), [isOpen])
  const item = openId === null ? undefined : (findRow(list, openId) ?? findItem(openId))
  const at = openId === null ? -1 : list.order.indexOf(openId)
  const beside = (by: 1 | -1) => (openId === null ? null : (list.rows[at + by]?.mailId ?? null))
  return (
    <>
      {(isOpen ? !Reader : wide) && <Nothing loading={isOpen} list={list} />}
      {Reader && (
        <Activity mode={isOpen ? 'visible' : 'hidden'}>
          <div ref={setPane} className={styles.reader} data-fleeting>
            {isOpen && list.view.conversation && item && (
              <ThreadStrip threadId={item.threadId} openId={openId} onOpen={screen.row.open} />
            )}
            <div className={styles.readerBody}>
              <Reader
                mailId={openId}
                {...{ turn, item, wide }}
                nextId={beside(1)}
                prevId={beside(-1)}
                actions={screen.reader}
              />
            </div>
          </div>
        </Activity>
      )}
    </>
  )
}

/** What the last mail said does not wait there for the next one. @returns the end of it */
function emptyWhenIdle(pane: HTMLElement | null): () => void {
  let isOver = false
  whenIdle(() => {
    if (isOver) return
    for (const frame of pane?.querySelectorAll<HTMLIFrameElement>('iframe[srcdoc]') ?? [])
      frame.contentDocument?.body?.replaceChildren()
  })
  return () => {
    isOver = true
  }
}

const findRow = ({ rows }: List, id: number) => rows.find(({ mailId }) => mailId === id)

/** Counts the times that a mail was opened where none was. */
function useTurn(isOpen: boolean): number {
  const [turn, setTurn] = useState({ isOpen, count: 0 })
  if (turn.isOpen !== isOpen) setTurn({ isOpen, count: turn.count + (isOpen ? 1 : 0) })
  return turn.count
}

function ListPane({ place, list, screen }: PaneProps) {
  const { t } = useTranslation('list')
  const { source, folder, search, across, labelId, missing } = place
  const rows = useRef<HTMLDivElement>(null)
  useMarks(rows, 'hit-list', useSearchTerms())
  const label = useLabels().find((one) => one.labelId === labelId)
  const own = useTitleOf(place)
  const title = label ? label.labelName : own
  const whole = search || across ? undefined : folder
  if (missing && !search) return <EmptyState title={t('folderMissing')} picture={<QuietSky />} />
  if (folder && folder.lockedBy !== null && !search) {
    return (
      <section className={listStyles.pane} aria-label={title}>
        <h1 className="visually-hidden">{title}</h1>
        <LockedFolder folder={folder} />
      </section>
    )
  }
  return (
    <section className={listStyles.pane} aria-label={title}>
      <ListToolbar
        list={list}
        title={title}
        unread={search || across ? 0 : (label?.unread ?? folder?.unread ?? 0)}
        folder={whole}
        actions={screen.bulk}
      />
      {search && <SearchHead params={search} page={list.page} />}
      <RetentionNote folder={whole} />
      <div ref={rows} className={listStyles.rows}>
        <MessageList
          list={list}
          label={title}
          role={search ? null : (folder?.role ?? null)}
          across={search !== null || across !== null || labelId !== null}
          openedId={openedRow(place.openId, list)}
          empty={emptyKind(place)}
          actions={screen.row}
        />
      </div>
      <BulkBar />
      {source && !list.long && <Pager list={list} source={source} />}
    </section>
  )
}

function useTitleOf({ search, across, folder, source }: Place): string {
  const { t } = useTranslation('list')
  if (search) return t('results', { keyword: search.searchKeyword })
  if (across === 'inboxct') {
    return t('across.inboxct', { address: source?.kind === 'related' ? source.address : '' })
  }
  if (across) return t(`across.${across}`)
  return folder ? titleOf(folder, t) : ''
}

/** In a list of conversations the row of the thread stands for each of its mails. */
function openedRow(openId: number | null, list: List): number | null {
  if (openId === null || !list.view.conversation || list.order.includes(openId)) return openId
  const threadId = findItem(openId)?.threadId
  return list.rows.find((item) => item.threadId === threadId)?.mailId ?? openId
}

function emptyKind({ search, across, folder, labelId }: Place): string {
  if (search) return 'search'
  if (across) return across
  if (labelId !== null) return 'label'
  const { role } = folder ?? {}
  if (role === 'trash' || role === 'junk' || role === 'drafts' || role === 'sent') return role
  return role === 'inbox' ? 'folder' : 'own'
}

/** Beside a list: how much is selected, or that nothing is open; the drawing stands once on a screen. */
function Nothing({ loading, list }: { loading: boolean; list: List }) {
  const { t } = useTranslation('list')
  const selected = useListStore(({ selection }) => selection.ids.size)
  if (loading) return <div className={styles.nothing} />
  const isEmpty = list.rows.length === 0
  return (
    <div className={styles.nothing}>
      {selected > 0 ? (
        <EmptyState title={t('selected', { count: selected })} picture={<QuietSky />} />
      ) : (
        !isEmpty && (
          <EmptyState title={t('nothingOpen')} text={t('nothingOpenText')} picture={<QuietSky />} />
        )
      )}
    </div>
  )
}
