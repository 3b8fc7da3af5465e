import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/me.ts'
import { useMedia } from '../../lib/media.ts'
import { useStoredNumber } from '../../lib/stored.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { LockedFolder, titleOf } from '../folders/folders.public.ts'
import { useLabels } from '../labels/labels.public.tsx'
import { SearchHead, useMarks, useSearchTerms } from '../search/search.public.ts'
import { ConfirmDestroy } from './list/confirm-destroy.tsx'
import listStyles from './list/list-pane.module.css'
import { ListToolbar } from './list/list-toolbar.tsx'
import { MessageList } from './list/message-list.tsx'
import { Pager } from './list/pager.tsx'
import { QuietBox } from './list/quiet-box.tsx'
import { type MessageList as List, useMessageList } from './list/use-message-list.ts'
import styles from './mail-screen.module.css'
import { useReader } from './reader/load-reader.ts'
import { useMailActions } from './use-mail-actions.ts'
import { type Place, usePlace } from './use-place.ts'

/** List and reader: side by side on wide screens, one after the other on narrow ones. */
export function MailScreen() {
  const { t } = useTranslation('list')
  const place = usePlace()
  const list = useMessageList(place.source)
  const layout = useSettings()?.layout ?? 3
  const wide = useMedia('(min-width: 1200px)') && layout !== 2
  const [width, setWidth] = useStoredNumber('listWidth', 400)
  const screen = useMailActions({ place, list, wide })

  const Reader = useReader(place.openId !== null)
  const listPane = <ListPane place={place} list={list} screen={screen} />
  const readerPane =
    place.openId === null || !Reader ? (
      <Nothing loading={place.openId !== null} />
    ) : (
      <Reader
        mailId={place.openId}
        item={list.rows.find(({ mailId }) => mailId === place.openId)}
        nextId={list.rows[list.order.indexOf(place.openId) + 1]?.mailId ?? null}
        wide={wide}
        actions={screen.reader}
      />
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
  const { source, folder, search, labelId, openId, missing } = place
  const rows = useRef<HTMLDivElement>(null)
  useMarks(rows, 'hit-list', useSearchTerms())
  const label = useLabels().find((one) => one.labelId === labelId)
  if (missing && !search) return <EmptyState title={t('folderMissing')} picture={<QuietBox />} />
  const folderTitle = folder ? titleOf(folder, t) : ''
  const listTitle = label ? label.labelName : folderTitle
  const title = search ? t('results', { keyword: search.searchKeyword }) : listTitle
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
        unread={search ? 0 : (label?.unread ?? folder?.unread ?? 0)}
        folder={search ? undefined : folder}
        actions={screen.bulk}
      />
      {search && <SearchHead params={search} page={list.page} />}
      <div ref={rows} className={listStyles.rows}>
        <MessageList
          list={list}
          label={title}
          outgoing={!search && (folder?.role === 'sent' || folder?.role === 'drafts')}
          openedId={openId}
          searching={search !== null}
          actions={screen.row}
        />
      </div>
      {source && <Pager list={list} source={source} />}
    </section>
  )
}

function Nothing({ loading }: { loading: boolean }) {
  const { t } = useTranslation('reader')
  if (loading) return <div className={styles.nothing} />
  return (
    <div className={styles.nothing}>
      <EmptyState title={t('nothingOpen')} text={t('nothingOpenText')} picture={<QuietBox />} />
    </div>
  )
}
