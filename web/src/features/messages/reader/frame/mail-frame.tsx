import type { Attachment } from '@hongyan/contract/messages'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { markHits, useSearchTerms } from '../../../search/search.public.ts'
import styles from '../reader.module.css'
import { isTooComplex } from './clean/complexity.ts'
import type { SanitizedMail } from './clean/sanitize-html.ts'
import { ComplexMail } from './complex-mail.tsx'
import { fillFrame } from './fill-frame.ts'
import { fitFrame } from './fit-frame.ts'
import { foldQuote } from './fold-quote.ts'
import { frameDocument } from './frame-document.ts'
import { revealHidden } from './hidden-text.ts'
import { lookAtMail } from './look-at-mail.ts'
import { AskedPictures } from './pictures/asked-pictures.tsx'
import { fillPictures, takePictures } from './pictures/inline-pictures.ts'
import { type PictureRoom, pictureRoom } from './pictures/picture-room.ts'
import { fillRemote } from './pictures/remote-pictures.ts'
import { useRoomEnd } from './pictures/use-room-end.ts'
import { type FrameHandlers, useFrameEvents } from './use-frame-events.ts'
import { useSanitized } from './use-sanitized.ts'
import { useWasDrawn } from './use-was-drawn.ts'

/** What was kept from the reader, for the sentences over the mail. */
export interface Withheld {
  /** Remote things that were not loaded. */
  blocked: number
  /** Those of them that may be shown. */
  pictures: number
  trackers: number
  /** Hidden text in quotes that was made visible. */
  hidden: number
}

export interface MailFrameProps extends FrameHandlers {
  unsafeHtml: string
  attachments: Attachment[]
  onWithheld?: (what: Withheld) => void
  /** Addresses of our proxy for the remote pictures that may be shown. */
  sources?: ReadonlyMap<string, string> | undefined
  dark?: boolean
  zoom?: number
  /** Where the frame outlives the mail that it shows: of which opening this is. */
  turn?: number
  /** `open`: quotes stay unfolded, as on paper; `all`: and hidden text anywhere is made visible. */
  quotes?: 'folded' | 'open' | 'all'
  onPaper?: boolean
  /** Asked before it is printed: answers when the pictures that are here are drawn. */
  onRoom?: (room: PictureRoom) => void
}

interface Filled {
  mail: SanitizedMail
  inline: ReturnType<typeof takePictures>
  room: PictureRoom
  withheld: Withheld
}

interface Filling extends Required<Pick<MailFrameProps, 'quotes' | 'onPaper'>> {
  label: string
  onAsked: (count: number) => void
}

function fill(page: Document, mail: SanitizedMail, filling: Filling): Filled {
  const { quotes, onPaper, onAsked, label } = filling
  const inline = [...takePictures(mail.fragment), ...mail.backgrounds]
  onAsked(0)
  const room = pictureRoom({ onPaper, onAsked })
  const body = fillFrame(page, mail)
  for (const picture of mail.written) room.put(picture)
  const where = quotes === 'all' ? 'all' : 'quotes'
  const hidden = revealHidden(body, { where, label }).length
  const { blocked, pictures, trackers } = mail
  const withheld = { blocked, pictures: pictures.length, trackers, hidden }
  return { mail, inline, room, withheld }
}

/**
 * The HTML of a mail; one that would hold the page up is shown as text first, and says so.
 */
export function MailFrame(props: MailFrameProps) {
  const { unsafeHtml, onMailto, onLink } = props
  const [insisted, setInsisted] = useState<string | null>(null)
  const isComplex = useMemo(() => isTooComplex(unsafeHtml), [unsafeHtml])
  if (!isComplex || insisted === unsafeHtml) return <HtmlFrame {...props} />
  const insist = () => setInsisted(unsafeHtml)
  return <ComplexMail {...{ unsafeHtml, onMailto, onLink, onInsist: insist }} />
}

/**
 * Shows the HTML of a mail in a frame that runs no script and loads nothing (security.md §0). The frame
 * is made once and filled with sanitised nodes; it is sized to its content.
 */
function HtmlFrame(props: MailFrameProps) {
  const { unsafeHtml, attachments, sources, zoom = 1, dark = false, quotes = 'folded' } = props
  const { onPaper = false } = props
  const { t } = useTranslation('reader')
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  const ready = useWasDrawn(frame) && loaded
  const mail = useSanitized(unsafeHtml, props.turn)
  const filled = useRef<Filled | null>(null)
  const [asked, onAsked] = useState(0)
  const terms = useSearchTerms()
  const { onWithheld, onRoom } = props

  // Before the browser paints: an effect after it would show an empty frame first.
  useLayoutEffect(() => {
    const page = frame.current?.contentDocument
    const body = page?.body
    if (!ready || !frame.current || !page || !body) return
    if (mail === null) {
      // What stands there is the mail before.
      body.replaceChildren()
      onAsked(0)
      return
    }
    if (filled.current?.mail !== mail) {
      filled.current?.room.end()
      filled.current = fill(page, mail, { quotes, onPaper, onAsked, label: t('hiddenText') })
      if (quotes === 'folded') foldQuote(body, t('showQuote'))
      onWithheld?.(filled.current.withheld)
      onRoom?.(filled.current.room)
    }
    markHits(body, 'hit-mail', terms)
    return fitFrame(frame.current, body, zoom)
  }, [ready, mail, zoom, quotes, onPaper, onWithheld, onRoom, t, terms])

  // What is seen in it, once it stands there: it takes long where there is much.
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!ready || !page || !filled.current || filled.current.mail !== mail) return
    const now = filled.current
    return lookAtMail(page, {
      where: quotes === 'all' ? 'all' : 'quotes',
      label: t('hiddenText'),
      warning: (host) => t('linkMisleads', { host }),
      onFound: (count) => {
        now.withheld = { ...now.withheld, hidden: now.withheld.hidden + count }
        onWithheld?.(now.withheld)
      },
    })
  }, [ready, mail, quotes, onWithheld, t])

  useEffect(() => {
    if (!ready || !filled.current || filled.current.mail !== mail) return
    return fillPictures(filled.current.inline, attachments, filled.current.room)
  }, [ready, mail, attachments])

  useEffect(() => {
    if (!ready || !sources || !mail || filled.current?.mail !== mail) return
    return fillRemote(mail.pictures, sources, filled.current.room)
  }, [ready, mail, sources])

  useRoomEnd(frame, filled)

  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement
    if (ready) root?.toggleAttribute('data-dark', dark)
  }, [ready, dark])

  useFrameEvents(frame, ready, props)
  const onLoad = useCallback(() => setLoaded(true), [])
  const pictures = <AskedPictures count={asked} onShow={() => filled.current?.room.allowAsked()} />
  return (
    <>
      {pictures}
      <div className={styles.sheet} data-dark={dark || undefined}>
        <iframe
          ref={frame}
          className={styles.frame}
          data-dark={dark || undefined}
          title={t('body')}
          // Never allow-scripts: with allow-same-origin it would lift the sandbox.
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={frameDocument}
          onLoad={onLoad}
        />
      </div>
    </>
  )
}
