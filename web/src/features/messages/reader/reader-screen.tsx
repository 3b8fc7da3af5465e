import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'
import { ApiError } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useKeptScroll, useOnChange } from '../../../lib/kept-screen.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { sessionTurn } from '../../../lib/session-end.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MailMembers } from '../../public-boxes/public-boxes.public.ts'
import type { ReaderActions as Actions } from '../action-types.ts'
import { markSeen } from '../message-actions.ts'
import { linkLife, messageQuery, prefetchMessage } from '../message-query.ts'
import { nameOf } from '../people.ts'
import { ReaderActions } from './actions/reader-actions.tsx'
import { sanitizeMail } from './frame/clean/sanitize-html.ts'
import { openPrint } from './print/open-print.ts'
import styles from './reader.module.css'
import { ReaderContent } from './reader-content.tsx'
import { ReaderHeader } from './reader-header.tsx'
import { useRendering } from './use-rendering.ts'

const SourceDialog = lazyPart(() => import('./actions/source-dialog.tsx'), 'SourceDialog')

/** Done while the page is idle, so that the first mail opens as fast as the second. */
export const prepareReader = (): void => void sanitizeMail('<style>p{color:red}</style><p>.')

interface ReaderScreenProps {
  mailId: number
  /** The row of the list: shown at once while the message loads. */
  item: MessageItem | undefined
  wide: boolean
  /** The message after this one. */
  nextId: number | null
  /** The message before this one. */
  prevId: number | null
  actions: Actions
}

export function ReaderScreen(props: ReaderScreenProps) {
  const { mailId, item, wide, nextId, prevId, actions } = props
  const { t } = useTranslation('reader')
  const {
    data: detail,
    error,
    refetch,
  } = useQuery({
    ...messageQuery(mailId),
    refetchInterval: linkLife,
  })
  const [source, setSource] = useState<'whole' | 'headers' | null>(null)
  const rendering = useRendering(mailId)
  const scroller = useRef<HTMLDivElement>(null)
  const mail = detail ?? item
  const latest = useLatest(detail)

  useMarkRead(detail)
  usePrefetch(detail, nextId, prevId)
  const print = () => mail && openPrint(mail)
  useShortcuts({
    print,
    source: () => setSource('whole'),
    headers: () => setSource('headers'),
    dark: rendering.toggleDark,
    larger: () => rendering.scale(1),
    smaller: () => rendering.scale(-1),
    normalSize: () => rendering.scale(0),
  })
  useKeptScroll(scroller)
  useOnChange(mailId, () => scroller.current?.scrollTo({ top: 0 }))

  if (error && !detail) {
    const gone = error instanceof ApiError && error.status === 404
    return (
      <div className={styles.pane}>
        <EmptyState
          title={gone ? t('gone') : t('loadFailed')}
          text={error.message}
          action={
            gone ? (
              <Button onClick={actions.back}>{t('common:back')}</Button>
            ) : (
              <Button onClick={() => void refetch()}>{t('common:retry')}</Button>
            )
          }
        />
      </div>
    )
  }
  return (
    <article
      tabIndex={-1}
      className={styles.pane}
      aria-label={mail ? nameOf(mail.mailFrom) : t('common:loading')}
    >
      {mail && (
        <ReaderActions
          mail={mail}
          wide={wide}
          actions={actions}
          rendering={rendering}
          onPrint={print}
          onShowSource={setSource}
        />
      )}
      <div ref={scroller} className={styles.scroller}>
        {mail && <ReaderHeader key={mailId} mail={mail} detail={detail} />}
        <MailMembers mailId={mailId} />
        {latest && (
          // Out of sight while the next mail loads, never away: making the frame anew would be half of the wait.
          <div style={{ display: detail ? 'contents' : 'none' }}>
            <ReaderContent detail={latest} actions={actions} rendering={rendering} />
          </div>
        )}
        {!detail && <Waiting />}
      </div>
      {source && detail && (
        <Suspense fallback={null}>
          <SourceDialog url={detail.sourceUrl} part={source} onClose={() => setSource(null)} />
        </Suspense>
      )}
    </article>
  )
}

/** The mail, or while it loads the one before it. */
function useLatest(detail: MessageDetail | undefined): MessageDetail | undefined {
  const [latest, setLatest] = useState(detail)
  if (detail && detail !== latest) setLatest(detail)
  return detail ?? latest
}

/** Opening a mail marks it read (READ-01), once: marked unread by hand, it stays unread. */
function useMarkRead(detail: MessageDetail | undefined): void {
  const done = useRef<number | null>(null)
  useEffect(() => {
    if (!detail || done.current === detail.mailId) return
    done.current = detail.mailId
    if (detail.seen) return
    const turn = sessionTurn()
    // The list is drawn for it, and folders and title after that: the mail is on screen first.
    afterPaint(() => sessionTurn() === turn && void markSeen([detail], true))
  }, [detail])
}

/** While this mail is read, its neighbours are fetched, so that they open at once. */
function usePrefetch(
  detail: MessageDetail | undefined,
  nextId: number | null,
  prevId: number | null,
): void {
  const shown = detail !== undefined
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => {
      for (const id of [nextId, prevId]) if (id !== null) prefetchMessage(id)
    }, 200)
    return () => clearTimeout(timer)
  }, [shown, nextId, prevId])
}

/** Bars that appear only when loading takes noticeable time. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      {[92, 84, 96, 70, 88, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
