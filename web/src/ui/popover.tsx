import { type ReactNode, type ToggleEvent, useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './popover.module.css'

/** Attributes for the button that opens the panel. */
export interface TriggerProps {
  popoverTarget: string
  'aria-haspopup': 'menu' | 'dialog' | 'listbox'
  'aria-expanded': boolean
  'aria-controls': string
  ref: (button: HTMLButtonElement | null) => void
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
  const setButton = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
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
      return
    }
    if (button.current) place(event.currentTarget, button.current, align)
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
        className={[styles.panel, className].filter(Boolean).join(' ')}
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
  panel.querySelector<HTMLElement>(
    '[data-autofocus], [role^=menuitem]:not(:disabled), input, button, a[href]',
  )

/** Below the button when there is room, else above; always inside the window. */
function place(panel: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const box = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const wanted = align === 'start' ? box.left : box.right - width
  const left = Math.max(8, Math.min(wanted, window.innerWidth - width - 8))
  const below = box.bottom + 4
  const above = box.top - 4 - height
  const top = below + height <= window.innerHeight - 8 || above < 8 ? below : above
  panel.style.left = `${left}px`
  panel.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`
}
