import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconMore } from '../../../ui/icons.ts'
import styles from './toolbar.module.css'

interface ToolRowProps {
  children: ReactNode
  /** A press leaves the focus and the selection where they are. */
  keepsFocus?: boolean
}

/** The tools of a text in one row, by groups; those that the row has no room for come below it with "more". */
export function ToolRow({ children, keepsFocus = false }: ToolRowProps) {
  const { t } = useTranslation('compose')
  const groups = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const overflows = useOverflow(groups, open)
  const id = useId()
  return (
    <div
      role="toolbar"
      aria-label={t('toolbar.label')}
      className={styles.toolbar}
      data-open={open || undefined}
      tabIndex={-1}
      onKeyDown={walk}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
    >
      <div ref={groups} id={id} className={styles.groups}>
        {children}
      </div>
      {overflows && (
        <IconButton
          className={styles.more}
          icon={iconMore}
          label={t('toolbar.more')}
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        />
      )}
    </div>
  )
}

/** Whether groups stand below the first row; while it is closed nobody comes to them. */
function useOverflow(groups: RefObject<HTMLDivElement | null>, open: boolean): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const row = groups.current
    if (!row) return
    const look = () => {
      // Names are for where there is room: without them there may still be room for the tools.
      row.toggleAttribute('data-named', true)
      if (belowIn(row).length > 0) row.toggleAttribute('data-named', false)
      const below = belowIn(row)
      for (const one of toolsIn(row)) one.inert = !open && below.includes(one)
      setOverflows(below.length > 0)
    }
    const observer = new ResizeObserver(look)
    observer.observe(row)
    // A group that grows or comes later moves others down.
    for (const one of row.children) observer.observe(one)
    look()
    return () => observer.disconnect()
  }, [groups, open])
  return overflows
}

const toolsIn = (row: HTMLElement): HTMLElement[] =>
  [...row.children].filter((one) => one instanceof HTMLElement)

/** Groups below the first row. */
function belowIn(row: HTMLElement): HTMLElement[] {
  const all = toolsIn(row)
  const top = all[0]?.offsetTop ?? 0
  return all.filter((one) => one.offsetTop > top)
}

/** Arrows move along the buttons (ARIA toolbar pattern). */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0 || event.currentTarget.querySelector(':popover-open') !== null) return
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)'),
  ].filter((one) => one.closest('[popover], [inert]') === null)
  const at = buttons.findIndex((one) => one.matches(':focus'))
  buttons[(at + by + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}
