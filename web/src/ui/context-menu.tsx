import { useEffect, useRef } from 'react'
import styles from './context-menu.module.css'
import { Menu, type MenuEntry } from './menu.tsx'
import type { TriggerProps } from './popover.tsx'

interface ContextMenuProps {
  label: string
  /** Where it opens; `pressed`: a button of the pointer is still down, and its release must not close the menu. */
  at: { x: number; y: number; pressed: boolean }
  entries: MenuEntry[]
  onClose: () => void
}

/** A menu at a place of the window: open from the start, gone when it closes. */
export function ContextMenu({ label, at, entries, onClose }: ContextMenuProps) {
  return (
    <span className={styles.point} style={{ left: at.x, top: at.y }}>
      <Menu
        label={label}
        entries={entries}
        trigger={(props) => <Point {...props} pressed={at.pressed} onClose={onClose} />}
      />
    </span>
  )
}

interface PointProps extends TriggerProps {
  pressed: boolean
  onClose: () => void
}

/** Nothing to see: what the menu stands at. It opens by itself and gives the focus back to where it was. */
function Point({ pressed, onClose, ...trigger }: PointProps) {
  const expanded = trigger['aria-expanded']
  const panel = trigger.popoverTarget
  const before = useRef(document.activeElement)
  const opened = useRef(false)
  useEffect(() => {
    const open = () => document.getElementById(panel)?.showPopover()
    if (!pressed) return open()
    const release = () => requestAnimationFrame(open)
    window.addEventListener('pointerup', release, { once: true })
    return () => window.removeEventListener('pointerup', release)
  }, [panel, pressed])
  useEffect(() => {
    if (expanded) opened.current = true
    else if (opened.current) {
      const own =
        document.activeElement === document.body || document.activeElement?.matches('[data-point]')
      if (own && before.current instanceof HTMLElement) before.current.focus()
      onClose()
    }
  }, [expanded, onClose])
  return <button type="button" tabIndex={-1} aria-hidden="true" data-point {...trigger} />
}
