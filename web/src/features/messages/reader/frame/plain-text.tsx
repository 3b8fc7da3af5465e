import { useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { useMarks, useSearchTerms } from '../../../search/search.public.ts'
import type { LinkClick } from '../links/link-click.ts'
import styles from '../reader.module.css'
import { linkify, splitQuote } from './linkify.ts'

interface PlainTextProps {
  text: string
  onMailto: (href: string) => void
  onLink: (link: LinkClick) => void
  /** Quotes stay unfolded, as on paper. */
  unfolded?: boolean
}

/** Characters that are laid out at once; the rest comes when it is asked for. */
const atOnce = 100_000

/** A mail without HTML: text nodes and links, never markup (T3). */
export function PlainText({ text, onMailto, onLink, unfolded = false }: PlainTextProps) {
  const { t } = useTranslation('reader')
  const [open, setOpen] = useState(unfolded)
  const body = useRef<HTMLDivElement>(null)
  useMarks(body, 'hit-mail', useSearchTerms())
  const [whole, setWhole] = useState(unfolded)
  const shown = whole ? text : text.slice(0, atOnce)
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
        <Button size="sm" onClick={() => setWhole(true)}>
          {t('showRest')}
        </Button>
      )}
    </div>
  )
}

function Pieces({ text, onMailto, onLink }: PlainTextProps) {
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
