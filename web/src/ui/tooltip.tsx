import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

interface Place {
  x: number
  y: number
  above: boolean
}

interface TooltipProps {
  text: string
  shortcut?: string
  children: ReactNode
}

/** Names its child on hover (after a moment) and on keyboard focus. The child has its own accessible name. */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  const [place, setPlace] = useState<Place | null>(null)
  const timer = useRef(0)
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  const show = (anchor: Element | null, delay: number) => {
    clearTimeout(timer.current)
    if (anchor && text) timer.current = window.setTimeout(() => setPlace(placeFor(anchor)), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the real control inside
    <span
      className={styles.anchor}
      onMouseOver={(event: MouseEvent) => show(event.currentTarget.firstElementChild, 450)}
      onMouseOut={hide}
      onMouseDown={hide}
      onFocus={(event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) show(event.currentTarget.firstElementChild, 100)
      }}
      onBlur={hide}
    >
      {children}
      {place && <Bubble place={place} text={text} shortcut={shortcut} />}
    </span>
  )
}

function Bubble({
  place,
  text,
  shortcut,
}: {
  place: Place
  text: string
  shortcut: string | undefined
}) {
  return createPortal(
    <div
      className={styles.bubble}
      style={{
        left: place.x,
        top: place.y,
        transform: `translate(-50%, ${place.above ? '-100%' : '0'})`,
      }}
      aria-hidden="true"
    >
      {text}
      {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
    </div>,
    document.body,
  )
}

function placeFor(anchor: Element): Place {
  const box = anchor.getBoundingClientRect()
  const above = box.bottom > window.innerHeight - 48
  const x = Math.min(window.innerWidth - 64, Math.max(64, box.left + box.width / 2))
  return { x, y: above ? box.top - 6 : box.bottom + 6, above }
}
