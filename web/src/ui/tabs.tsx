import { type KeyboardEvent, type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

interface TabsProps<Id extends string> {
  /** Accessible name of the set. */
  label: string
  tabs: readonly { id: Id; label: string }[]
  current: Id
  onPick: (id: Id) => void
  /** Smaller ones, inside of others. */
  inner?: boolean
  /** What the current tab shows. */
  children: ReactNode
}

/** A set of tabs and the panel below it (ARIA tabs pattern): arrows, Home and End move, and show at once. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, current, onPick, inner = false, children } = props
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.id === current)
    const to = targetOf(event.key, at, tabs.length)
    const tab = to === null ? undefined : tabs[to]
    if (tab === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onPick(tab.id)
    document.getElementById(`${id}-${tab.id}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={inner ? styles.inner : styles.list}
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            className={styles.tab}
            onClick={() => onPick(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  )
}

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
