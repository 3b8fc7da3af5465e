import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from './icon.tsx'
import { iconCheck } from './icons.ts'
import styles from './menu.module.css'
import { Popover, type TriggerProps } from './popover.tsx'

interface Entry {
  id: string
  label: string
  icon?: string
  hint?: string
  /** A colour to show in place of an icon. */
  swatch?: string
  disabled?: boolean
  onSelect: () => void
}

/** Does something. */
export interface MenuItem extends Entry {
  kind?: 'item'
  danger?: boolean
}

/** Is on or off by itself. */
export interface MenuCheck extends Entry {
  kind: 'check'
  checked: boolean
}

/** One of several; they know of each other by their group. */
export interface MenuChoice extends Entry {
  checked: boolean
}

/** Entries that belong together, under a name: `choices` of which one holds, or `items`. */
export interface MenuGroup {
  kind: 'group'
  id: string
  label: string
  /** The name is only read out: the menu's own says it already. */
  hidesLabel?: boolean
  choices?: readonly MenuChoice[]
  items?: readonly (MenuItem | MenuCheck)[]
}

export type MenuEntry = MenuItem | MenuCheck | MenuGroup | { kind: 'divider'; id: string }

/** The whole menu is one choice. */
export const oneOf = (label: string, choices: readonly MenuChoice[]): MenuEntry[] => [
  { kind: 'group', id: 'choices', label, hidesLabel: true, choices },
]

interface MenuProps {
  label: string
  trigger: (props: TriggerProps) => ReactNode
  /** As a function they are made when it opens, and not at every drawing of its button. */
  entries: MenuEntry[] | (() => MenuEntry[])
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
      {(close) =>
        (typeof entries === 'function' ? entries() : entries).map((entry) => (
          <MenuPart key={entry.id} entry={entry} close={close} />
        ))
      }
    </Popover>
  )
}

function MenuPart({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (entry.kind === 'divider') return <hr className={styles.divider} />
  if (entry.kind !== 'group') return <EntryButton entry={entry} close={close} />
  const { label, hidesLabel, choices = [], items = [] } = entry
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu
    <div role="group" aria-label={label}>
      {!hidesLabel && (
        <div className={styles.heading} aria-hidden="true">
          {label}
        </div>
      )}
      {choices.map((choice) => (
        <EntryButton key={choice.id} entry={{ ...choice, kind: 'choice' }} close={close} />
      ))}
      {items.map((item) => (
        <EntryButton key={item.id} entry={item} close={close} />
      ))}
    </div>
  )
}

type AnyEntry = MenuItem | MenuCheck | (MenuChoice & { kind: 'choice' })

function EntryButton({ entry, close }: { entry: AnyEntry; close: () => void }) {
  const checked = 'checked' in entry ? entry.checked : undefined
  const isDangerous = 'danger' in entry && entry.danger
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a plain menuitem gets no aria-checked
    <button
      type="button"
      role={roles[entry.kind ?? 'item']}
      aria-checked={checked}
      tabIndex={-1}
      disabled={entry.disabled}
      className={[styles.item, isDangerous && styles.danger].filter(Boolean).join(' ')}
      onClick={() => {
        close()
        entry.onSelect()
      }}
    >
      {entry.icon && <Icon icon={entry.icon} size={18} />}
      {entry.swatch && <span className={styles.swatch} style={{ background: entry.swatch }} />}
      <span className={styles.label}>{entry.label}</span>
      {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      {checked && <Icon icon={iconCheck} size={16} />}
    </button>
  )
}

const roles = {
  item: 'menuitem',
  check: 'menuitemcheckbox',
  choice: 'menuitemradio',
} as const

function targetIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
