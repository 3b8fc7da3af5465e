import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMarks, useSearchTerms } from '../../../search/search.public.ts'
import type { LinkClick } from '../links/link-click.ts'
import styles from '../reader.module.css'
import { linkify, splitQuote } from './linkify.ts'
import { MoreButton } from './more-button.tsx'
import { portionEnd, portionsOf } from './portions.ts'

interface PlainTextProps {
  text: string
  onMailto: (href: string) => void
  onLink: (link: LinkClick) => void
  /** Quotes stay unfolded, as on paper. */
  unfolded?: boolean
}

/** A mail without HTML: text nodes and links, never markup (T3). */
export function PlainText({ text, onMailto, onLink, unfolded = false }: PlainTextProps) {
  const { t } = useTranslation('reader')
  const [open, setOpen] = useState(unfolded)
  const body = useRef<HTMLDivElement>(null)
  useMarks(body, 'hit-mail', useSearchTerms())
  const [until, setUntil] = useState(() => (unfolded ? text.length : portionEnd(text, 0)))
  const shown = text.slice(0, until)
  const { own, quote } = useMemo(() => splitQuote(shown), [shown])
  return (
    <div ref={body} className={styles.plain} dir="auto">
      <Pieces text={own} onMailto={onMailto} onLink={onLink} />
      {quote && !unfolded && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={open}
          aria-label={t('showQuote')}
          onClick={() => setOpen(!open)}
        >
          …
        </button>
      )}
      {open && (
        <div className={styles.quoted}>
          <Pieces text={quote} onMailto={onMailto} onLink={onLink} />
        </div>
      )}
      {shown.length < text.length && (
        <MoreButton onMore={() => setUntil(portionEnd(text, until))} />
      )}
    </div>
  )
}

/** Each part is a block of its own: a browser lays out many small ones in far less time than one that holds them all. */
function Pieces({ text, ...on }: PlainTextProps) {
  const parts = useMemo(() => portionsOf(text), [text])
  if (parts.length < 2) return <Portion text={text} {...on} />
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
    <div key={index}>
      <Portion text={part} {...on} />
    </div>
  ))
}

function Portion({ text, onMailto, onLink }: PlainTextProps) {
  const pieces = useMemo(() => linkify(text), [text])
  return pieces.map(({ text: piece, href }, index) => {
    if (!href) return piece
    const isMail = href.startsWith('mailto:')
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={(event) => {
          event.preventDefault()
          if (isMail) onMailto(href)
          else onLink({ href, text: piece })
        }}
      >
        {piece}
      </a>
    )
  })
}
