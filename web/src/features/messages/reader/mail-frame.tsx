import type { Attachment } from '@hongyan/contract/messages'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markHits, useSearchTerms } from '../../search/search.public.ts'
import { fitFrame } from './fit-frame.ts'
import { foldQuote } from './fold-quote.ts'
import { frameDocument } from './frame-document.ts'
import { fillPictures, takePictures } from './inline-pictures.ts'
import { markLinks } from './mark-links.ts'
import styles from './reader.module.css'
import { sanitizeMail } from './sanitize-html.ts'

export interface LinkClick {
  href: string
  /** The text names another site than the link leads to. */
  misleading: boolean
}

interface MailFrameProps {
  unsafeHtml: string
  attachments: Attachment[]
  onBlocked: (count: number) => void
  onMailto: (href: string) => void
  /** A link that needs a question before it is followed. */
  onDoubtfulLink: (link: LinkClick) => void
}

/**
 * Shows the HTML of a mail in a frame that runs no script and loads nothing (security.md §0). The frame
 * is made once and filled with sanitised nodes; it is sized to its content.
 */
export function MailFrame(props: MailFrameProps) {
  const { unsafeHtml, attachments, onBlocked } = props
  const { t } = useTranslation('reader')
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const mail = useMemo(() => sanitizeMail(unsafeHtml), [unsafeHtml])
  const filled = useRef<{ mail: typeof mail; pictures: ReturnType<typeof takePictures> } | null>(
    null,
  )
  const { t: translate } = useTranslation('reader')

  const terms = useSearchTerms()

  useEffect(() => onBlocked(mail.blocked), [mail, onBlocked])

  useEffect(() => {
    const page = frame.current?.contentDocument
    const body = page?.querySelector('body')
    if (!ready || !frame.current || !page || !body) return
    if (filled.current?.mail !== mail) {
      filled.current = { mail, pictures: takePictures(mail.fragment) }
      body.replaceChildren(page.adoptNode(mail.fragment))
      markLinks(body, (host) => translate('linkMisleads', { host }))
      foldQuote(body, translate('showQuote'))
    }
    markHits(body, 'hit-mail', terms)
    return fitFrame(frame.current, body)
  }, [ready, mail, translate, terms])

  useEffect(() => {
    if (!ready || !filled.current) return
    return fillPictures(filled.current.pictures, attachments)
  }, [ready, attachments])

  useFrameEvents(frame, ready, props)
  const onLoad = useCallback(() => setReady(true), [])
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={t('body')}
      // Never allow-scripts: with allow-same-origin it would lift the sandbox.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={frameDocument}
      onLoad={onLoad}
    />
  )
}

/** Clicks and keys inside the frame: the frame itself can run nothing, so the page listens. */
function useFrameEvents(
  frame: React.RefObject<HTMLIFrameElement | null>,
  ready: boolean,
  { onMailto, onDoubtfulLink }: MailFrameProps,
): void {
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!ready || !page) return
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event.target)
      const href = link?.getAttribute('href')
      if (!link || !href) return
      if (href.startsWith('#')) {
        event.preventDefault()
        page.getElementById(href.slice(1))?.scrollIntoView()
      } else if (/^mailto:/i.test(href)) {
        event.preventDefault()
        onMailto(href)
      } else if (link.hasAttribute('data-misleads')) {
        event.preventDefault()
        onDoubtfulLink({ href, misleading: true })
      }
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const copy = new KeyboardEvent('keydown', {
        key,
        ctrlKey,
        metaKey,
        altKey,
        shiftKey,
        cancelable: true,
      })
      if (!window.dispatchEvent(copy)) event.preventDefault()
    }
    page.addEventListener('click', onClick)
    page.addEventListener('auxclick', onClick)
    page.addEventListener('keydown', onKeyDown)
    return () => {
      page.removeEventListener('click', onClick)
      page.removeEventListener('auxclick', onClick)
      page.removeEventListener('keydown', onKeyDown)
    }
  }, [frame, ready, onMailto, onDoubtfulLink])
}

/** The frame has its own realm, so `instanceof Element` of ours would say no. */
function linkAt(target: EventTarget | null): Element | null {
  const node = target as Node | null
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement
  return element?.closest('a[href], area[href]') ?? null
}
