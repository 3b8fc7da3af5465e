import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useAnchor } from './anchor.ts'
import styles from './tooltip.module.css'

interface TooltipProps {
  text: string
  shortcut?: string
  children: ReactNode
}

/** Names its child on hover (after a moment) and on keyboard focus. The child has its own accessible name. */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef(0)
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const show = (at: Element | null, delay: number) => {
    clearTimeout(timer.current)
    if (at instanceof HTMLElement && text)
      timer.current = window.setTimeout(() => setAnchor(at), delay)
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
      {anchor && <Bubble anchor={anchor} text={text} shortcut={shortcut} />}
    </span>
  )
}

interface BubbleProps {
  anchor: HTMLElement
  text: string
  shortcut: string | undefined
}

/** In the top layer, and shown last: dialogs and menus that are open lie under it. */
function Bubble({ anchor, text, shortcut }: BubbleProps) {
  const element = useRef<HTMLDivElement>(null)
  const { style, anchorTo } = useAnchor()
  const attach = useRef(anchorTo)
  useLayoutEffect(() => {
    const leave = attach.current(anchor)
    if (element.current?.isConnected) element.current.showPopover()
    return leave
  }, [anchor])
  return createPortal(
    <div
      ref={element}
      popover="manual"
      className={styles.bubble}
      style={style}
      aria-hidden="true"
      data-tooltip
    >
      {text}
      {shortcut && <kbd className={styles.key}>{shortcut}</kbd>}
    </div>,
    document.body,
  )
}
