import type { Attachment } from '@hongyan/contract/messages'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { markHits, useSearchTerms } from '../../../search/search.public.ts'
import styles from '../reader.module.css'
import { ComplexMail } from './complex-mail.tsx'
import { isTooComplex } from './complexity.ts'
import { fillFrame } from './fill-frame.ts'
import { fitFrame } from './fit-frame.ts'
import { foldQuote } from './fold-quote.ts'
import { frameDocument } from './frame-document.ts'
import { revealHidden, sightOf } from './hidden-text.ts'
import { fillPictures, takePictures } from './inline-pictures.ts'
import { markLinks } from './mark-links.ts'
import { fillRemote } from './remote-pictures.ts'
import type { SanitizedMail } from './sanitize-html.ts'
import { type FrameHandlers, useFrameEvents } from './use-frame-events.ts'
import { useSanitized } from './use-sanitized.ts'

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
  /** `open`: quotes stay unfolded, as on paper; `all`: and hidden text anywhere is made visible. */
  quotes?: 'folded' | 'open' | 'all'
}

interface Filled {
  mail: SanitizedMail
  inline: ReturnType<typeof takePictures>
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
  const { t } = useTranslation('reader')
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const mail = useSanitized(unsafeHtml)
  const filled = useRef<Filled | null>(null)
  const terms = useSearchTerms()
  const { onWithheld } = props

  // Before the browser paints: an effect after it would show an empty frame first.
  useLayoutEffect(() => {
    const page = frame.current?.contentDocument
    const body = page?.body
    if (!ready || !frame.current || !page || !body) return
    if (mail === null) {
      // What stands there is the mail before.
      body.replaceChildren()
      return
    }
    if (filled.current?.mail !== mail) {
      filled.current = { mail, inline: [...takePictures(mail.fragment), ...mail.backgrounds] }
      fillFrame(page, mail)
      const where = quotes === 'all' ? 'all' : 'quotes'
      const hidden = revealHidden(body, { where, label: t('hiddenText') }).length
      markLinks(body, sightOf(body), (host) => t('linkMisleads', { host }))
      if (quotes === 'folded') foldQuote(body, t('showQuote'))
      const { blocked, pictures, trackers } = mail
      onWithheld?.({ blocked, pictures: pictures.length, trackers, hidden })
    }
    markHits(body, 'hit-mail', terms)
    return fitFrame(frame.current, body, zoom)
  }, [ready, mail, zoom, quotes, onWithheld, t, terms])

  useEffect(() => {
    if (!ready || !filled.current || filled.current.mail !== mail) return
    return fillPictures(filled.current.inline, attachments)
  }, [ready, mail, attachments])

  useEffect(() => {
    if (ready && sources && mail) return fillRemote(mail.pictures, sources)
  }, [ready, mail, sources])

  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement
    if (ready) root?.toggleAttribute('data-dark', dark)
  }, [ready, dark])

  useFrameEvents(frame, ready, props)
  const onLoad = useCallback(() => setReady(true), [])
  return (
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
  )
}
