import {
  type ReactNode,
  type RefCallback,
  type ToggleEvent,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useAnchor } from './anchor.ts'
import styles from './popover.module.css'

/** Attributes for the button that opens the panel. */
export interface TriggerProps {
  popoverTarget: string
  'aria-haspopup': 'menu' | 'dialog' | 'listbox'
  'aria-expanded': boolean
  'aria-controls': string
  ref: RefCallback<HTMLButtonElement>
}

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string
  role: 'menu' | 'dialog' | 'listbox'
  trigger: (props: TriggerProps) => ReactNode
  align?: 'start' | 'end'
  children: (close: () => void) => ReactNode
  onKeyDown?: (event: React.KeyboardEvent<HTMLDivElement>) => void
  className?: string | undefined
}

/**
 * A panel at a button, in the browser's top layer: it lies over dialogs too, closes on Esc and on a
 * click elsewhere, and gives the focus back.
 */
export function Popover(props: PopoverProps) {
  const { label, role, trigger, align = 'start', children, onKeyDown, className } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = useCallback(() => panel.current?.hidePopover(), [])
  const { style, anchorTo } = useAnchor()
  const anchor = useRef(anchorTo)
  const setButton = useCallback((element: HTMLButtonElement) => {
    button.current = element
    const leave = anchor.current(element)
    return () => {
      button.current = null
      leave()
    }
  }, [])

  const onBeforeToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.newState !== 'open') return
    flushSync(() => setOpen(true))
    // The browser moves the focus while it opens; after the toggle event, the next key would go to the button.
    firstTarget(event.currentTarget)?.setAttribute('autofocus', '')
  }
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.newState === 'closed') {
      if (panel.current?.contains(document.activeElement)) button.current?.focus()
      setOpen(false)
    }
  }

  return (
    <>
      {trigger({
        popoverTarget: id,
        'aria-haspopup': role,
        'aria-expanded': open,
        'aria-controls': id,
        ref: setButton,
      })}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is one of menu, dialog, listbox */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of these roles takes a name */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={[styles.panel, styles[align], className].filter(Boolean).join(' ')}
        style={style}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {open && children(close)}
      </div>
    </>
  )
}

const firstTarget = (panel: HTMLElement): HTMLElement | null =>
  panel.querySelector<HTMLElement>('[data-autofocus]') ??
  panel.querySelector<HTMLElement>('[role^=menuitem]:not(:disabled), input, button, a[href]')
