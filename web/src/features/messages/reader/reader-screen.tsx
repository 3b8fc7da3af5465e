import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { Activity, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'
import { ApiError } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useKeptScroll, useOnChange } from '../../../lib/kept-screen.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
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
import { blankMail } from './blank-mail.ts'
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
  /** Null while none is open: it stands hidden, with its frame made, and says nothing. */
  mailId: number | null
  /** Counts the times that it was opened: what belongs to one of them ends with it. */
  turn: number
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
  const { mailId, turn, item, wide, nextId, prevId, actions } = props
  const { t } = useTranslation('reader')
  const { data, detail, error, refetch } = useDetail(mailId)
  const [source, setSource] = useState<'whole' | 'headers' | null>(null)
  const rendering = useRendering(mailId ?? blankMail.mailId)
  const scroller = useRef<HTMLDivElement>(null)
  const mail = detail ?? item
  const latest = useLatest(detail)

  useMarkRead(data, turn)
  usePrefetch(data, nextId, prevId)
  // What is asked in a dialog would come back with the next mail.
  useEffect(() => () => setSource(null), [])
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
  useOnChange(`${turn} ${mailId}`, () => scroller.current?.scrollTo({ top: 0 }))

  if (error && !detail)
    return <Failed error={error} onBack={actions.back} onRetry={() => void refetch()} />
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
        {mailId !== null && <MailMembers mailId={mailId} />}
        {latest && (
          // Out of sight while the next mail loads, never away: making the frame anew would be half of the wait.
          <div style={{ display: detail ? 'contents' : 'none' }}>
            <Activity mode={latest === blankMail ? 'hidden' : 'visible'}>
              <ReaderContent detail={latest} {...{ turn, actions, rendering }} />
            </Activity>
          </div>
        )}
        {!detail && <Waiting />}
      </div>
      {source && detail && (
        <SourceDialog url={detail.sourceUrl} part={source} onClose={() => setSource(null)} />
      )}
    </article>
  )
}

/** What is known of the mail; of none, that it says nothing. */
function useDetail(mailId: number | null) {
  const isOpen = mailId !== null
  const { data, error, refetch } = useQuery({
    ...messageQuery(mailId ?? blankMail.mailId),
    enabled: isOpen,
    refetchInterval: linkLife,
  })
  return { data, detail: isOpen ? data : blankMail, error, refetch }
}

interface FailedProps {
  error: Error
  onBack: () => void
  onRetry: () => void
}

function Failed({ error, onBack, onRetry }: FailedProps) {
  const { t } = useTranslation('reader')
  const gone = error instanceof ApiError && error.status === 404
  return (
    <div className={styles.pane}>
      <EmptyState
        title={gone ? t('gone') : t('loadFailed')}
        text={error.message}
        action={
          gone ? (
            <Button onClick={onBack}>{t('common:back')}</Button>
          ) : (
            <Button onClick={onRetry}>{t('common:retry')}</Button>
          )
        }
      />
    </div>
  )
}

/** The mail, or while it loads the one before it. */
function useLatest(detail: MessageDetail | undefined): MessageDetail | undefined {
  const [latest, setLatest] = useState(detail)
  if (detail && detail !== latest) setLatest(detail)
  return detail ?? latest
}

/** Opening a mail marks it read (READ-01), once: marked unread by hand, it stays unread. */
function useMarkRead(detail: MessageDetail | undefined, turn: number): void {
  const done = useRef('')
  useEffect(() => {
    if (!detail) return
    const opening = `${turn} ${detail.mailId}`
    if (done.current === opening) return
    done.current = opening
    if (detail.seen) return
    const session = sessionTurn()
    // The list is drawn for it, and folders and title after that: the mail is on screen first.
    afterPaint(() => sessionTurn() === session && void markSeen([detail], true))
  }, [detail, turn])
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
