import type { MessageDetail, MessageItem } from '@hongyan/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { iconForward, iconReply, iconReplyAll } from '../../../ui/icons.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ReaderActions as Actions } from '../action-types.ts'
import { markSeen } from '../message-actions.ts'
import { linkLife, messageQuery, prefetchMessage } from '../message-query.ts'
import { nameOf } from '../people.ts'
import { AttachmentStrip } from './attachment-strip.tsx'
import { DeliveryStates } from './delivery-states.tsx'
import { isShownInline } from './inline-pictures.ts'
import styles from './reader.module.css'
import { ReaderActions } from './reader-actions.tsx'
import { ReaderBanners } from './reader-banners.tsx'
import { ReaderBody } from './reader-body.tsx'
import { ReaderHeader } from './reader-header.tsx'
import { sanitizeMail } from './sanitize-html.ts'
import { SourceDialog } from './source-dialog.tsx'

/** Done while the page is idle, so that the first mail opens as fast as the second. */
export const prepareReader = (): void => void sanitizeMail('<style>p{color:red}</style><p>.')

interface ReaderScreenProps {
  mailId: number
  /** The row of the list: shown at once while the message loads. */
  item: MessageItem | undefined
  wide: boolean
  /** The message after this one. */
  nextId: number | null
  actions: Actions
}

export function ReaderScreen({ mailId, item, wide, nextId, actions }: ReaderScreenProps) {
  const { t } = useTranslation('reader')
  const {
    data: detail,
    error,
    refetch,
  } = useQuery({
    ...messageQuery(mailId),
    refetchInterval: linkLife,
  })
  const [sourceOpen, setSourceOpen] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const mail = detail ?? item

  useMarkRead(detail)
  usePrefetchNext(detail, nextId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mail begins at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [mailId])

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
      className={styles.pane}
      aria-label={mail ? nameOf(mail.mailFrom) : t('common:loading')}
    >
      {mail && (
        <ReaderActions
          mail={mail}
          wide={wide}
          actions={actions}
          onShowSource={() => setSourceOpen(true)}
        />
      )}
      <div ref={scroller} className={styles.scroller}>
        {mail && <ReaderHeader key={mailId} mail={mail} detail={detail} />}
        {detail ? <Content detail={detail} actions={actions} /> : <Waiting />}
      </div>
      {sourceOpen && detail && (
        <SourceDialog url={detail.sourceUrl} onClose={() => setSourceOpen(false)} />
      )}
    </article>
  )
}

function Content({ detail, actions }: { detail: MessageDetail; actions: Actions }) {
  const { t } = useTranslation('reader')
  const [blocked, setBlocked] = useState(0)
  const html = detail.unsafeHtml ?? ''
  const listed = detail.attachments.filter((attachment) => !isShownInline(attachment, html))
  const write = (mode: 'reply' | 'replyAll' | 'forward') => () => actions.write(mode, detail.mailId)
  return (
    <>
      <ReaderBanners
        detail={detail}
        blocked={detail.unsafeHtml === null ? 0 : blocked}
        onEditDraft={() => actions.write('editAgain', detail.mailId)}
      />
      <DeliveryStates key={detail.mailId} recipients={detail.recipients} />
      {/* Not keyed: the frame is made once and then filled with one mail after the other. */}
      <ReaderBody detail={detail} onBlocked={setBlocked} />
      <AttachmentStrip attachments={listed} />
      {!detail.draft && (
        <footer className={styles.footer}>
          <Button icon={iconReply} onClick={write('reply')}>
            {t('reply')}
          </Button>
          {detail.mailTo.length + detail.mailCc.length > 1 && (
            <Button icon={iconReplyAll} onClick={write('replyAll')}>
              {t('replyAll')}
            </Button>
          )}
          <Button icon={iconForward} onClick={write('forward')}>
            {t('forward')}
          </Button>
        </footer>
      )}
    </>
  )
}

/** Opening a mail marks it read (READ-01), once: marked unread by hand, it stays unread. */
function useMarkRead(detail: MessageDetail | undefined): void {
  const done = useRef<number | null>(null)
  useEffect(() => {
    if (!detail || done.current === detail.mailId) return
    done.current = detail.mailId
    if (!detail.seen) void markSeen([detail], true)
  }, [detail])
}

/** While this mail is read, the next one is fetched. */
function usePrefetchNext(detail: MessageDetail | undefined, nextId: number | null): void {
  const shown = detail !== undefined
  useEffect(() => {
    if (!shown || nextId === null) return
    const timer = setTimeout(() => prefetchMessage(nextId), 300)
    return () => clearTimeout(timer)
  }, [shown, nextId])
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
