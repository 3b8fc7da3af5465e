import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from './icon.tsx'
import { iconCheck } from './icons.ts'
import styles from './menu.module.css'
import { Popover, type TriggerProps } from './popover.tsx'

export type MenuEntry =
  | {
      kind?: 'item'
      id: string
      label: string
      icon?: string
      hint?: string
      /** A colour to show in place of an icon. */
      swatch?: string
      danger?: boolean
      disabled?: boolean
      /** Set for a choice: shows a check mark. */
      checked?: boolean
      onSelect: () => void
    }
  | { kind: 'divider'; id: string }
  | { kind: 'heading'; id: string; label: string }

interface MenuProps {
  label: string
  trigger: (props: TriggerProps) => ReactNode
  entries: MenuEntry[]
  align?: 'start' | 'end'
}

/** A menu button: arrows, Home, End and first letters move, Enter chooses, Esc closes. */
export function Menu({ label, trigger, entries, align = 'start' }: MenuProps) {
  const typed = useRef({ text: '', at: 0 })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation()
    const items = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)'),
    ]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = targetIndex(event.key, at, items.length)
    if (next !== null) {
      event.preventDefault()
      items[next]?.focus()
    } else if (event.key === 'Tab') {
      event.currentTarget.hidePopover()
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const now = event.timeStamp
      typed.current.text = now - typed.current.at > 700 ? event.key : typed.current.text + event.key
      typed.current.at = now
      const wanted = typed.current.text.toLowerCase()
      items.find((item) => item.textContent?.toLowerCase().startsWith(wanted))?.focus()
    }
  }
  return (
    <Popover
      label={label}
      role="menu"
      trigger={trigger}
      align={align}
      onKeyDown={onKeyDown}
      className={styles.menu}
    >
      {(close) => entries.map((entry) => <Entry key={entry.id} entry={entry} close={close} />)}
    </Popover>
  )
}

function Entry({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (entry.kind === 'divider') return <hr className={styles.divider} />
  if (entry.kind === 'heading') {
    return (
      <div className={styles.heading} role="presentation">
        {entry.label}
      </div>
    )
  }
  const choice = entry.checked !== undefined
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only a menuitemradio gets aria-checked
    <button
      type="button"
      role={choice ? 'menuitemradio' : 'menuitem'}
      aria-checked={entry.checked}
      tabIndex={-1}
      disabled={entry.disabled}
      className={[styles.item, entry.danger && styles.danger].filter(Boolean).join(' ')}
      onClick={() => {
        close()
        entry.onSelect()
      }}
    >
      {entry.icon && <Icon icon={entry.icon} size={18} />}
      {entry.swatch && <span className={styles.swatch} style={{ background: entry.swatch }} />}
      <span className={styles.label}>{entry.label}</span>
      {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      {entry.checked && <Icon icon={iconCheck} size={16} />}
    </button>
  )
}

function targetIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
