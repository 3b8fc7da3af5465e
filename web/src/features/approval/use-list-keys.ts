import type { RefObject } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'

/** The keys of a list of mail: up and down go from row to row, x takes one. Enter follows the row's link by itself. */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  toggle: (approvalId: number) => void,
): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])]
  const at = () => rows().findIndex((row) => row.contains(document.activeElement))
  const go = (step: 1 | -1) => () => {
    const all = rows()
    const now = at()
    const to = now < 0 ? 0 : Math.min(Math.max(now + step, 0), all.length - 1)
    const link = all[to]?.querySelector('a')
    link?.focus()
    return link !== undefined && link !== null
  }
  const select = () => {
    const id = Number(rows()[at()]?.dataset.approval)
    // Of one that is over there is nothing to take.
    if (!rows()[at()]?.querySelector('input')) return false
    toggle(id)
    return true
  }
  useShortcuts({ next: go(1), down: go(1), previous: go(-1), up: go(-1), select })
}
