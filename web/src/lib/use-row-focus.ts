import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { focusIfLost } from './focus-if-lost.ts'

/**
 * For a list whose rows go by a key press in them: the row that takes the place of the one with the focus has it then,
 * and after the last one the heading. Otherwise the next key would begin at the top of the page.
 */
export function useRowFocus<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const at = useRef(-1)
  // Whatever was drawn anew: where one row goes another may come, so that their number says nothing.
  useLayoutEffect(() => {
    if (at.current < 0 || document.activeElement !== document.body) return
    const rows = [...(list.current?.children ?? [])]
    const row = rows[Math.min(at.current, rows.length - 1)]
    at.current = -1
    focusIfLost(row?.querySelector<HTMLElement>('button, a, input') ?? headingOf(list.current))
  })
  const following = {
    onFocus: ({ target }: FocusEvent<List>) => {
      at.current = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target))
    },
    // What is taken out of the page does not say that it lost the focus.
    onBlur: () => {
      at.current = -1
    },
  }
  return { list, following }
}

const headingOf = (list: HTMLElement | null): HTMLElement | null =>
  list?.closest('section')?.querySelector('h2') ??
  [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility()) ??
  null
