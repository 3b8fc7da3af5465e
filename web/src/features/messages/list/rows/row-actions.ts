import { allowed } from '../../../../lib/allowed.tsx'
import type { RowActions } from '../../action-types.ts'
import { markStarred } from '../../message-actions.ts'
import { prefetchMessage } from '../../message-query.ts'
import { actionNeeds } from '../../permitted-actions.ts'
import { activate, select } from '../list-store.ts'
import { extendTo, toggle } from '../selection.ts'

/** Rows that only pass under the pointer while the list scrolls are not loaded. */
const peekDelay = 50

/** What a row does by itself; `order` are the ids on screen. */
export function rowActions(
  order: () => readonly number[],
): Pick<RowActions, 'peek' | 'toggle' | 'star' | 'focus'> {
  let peeking: ReturnType<typeof setTimeout> | undefined
  const focus = focusOnce()
  return {
    peek: (item, pressed) => {
      clearTimeout(peeking)
      if (pressed) focus.press()
      if (item.draft) return
      const load = () => prefetchMessage(item.mailId)
      if (pressed) load()
      else peeking = setTimeout(load, peekDelay)
    },
    toggle: (item, range) =>
      select((selection) =>
        range ? extendTo(selection, item.mailId, order()) : toggle(selection, item.mailId),
      ),
    star: allowed(actionNeeds.star, (item) => void markStarred([item], !item.starred)),
    focus: (item) => focus.take(item.mailId),
  }
}

/** A press that moves the focus to a row is mostly a click that opens it: the list is drawn for both at once, when it ends. */
function focusOnce() {
  let isPressed = false
  let taken: number | null = null
  const end = () => {
    for (const type of ends) removeEventListener(type, later, true)
    removeEventListener('keydown', end, true)
    isPressed = false
    if (taken !== null) activate(taken)
    taken = null
  }
  // The click comes right after it.
  const later = () => void setTimeout(end)
  return {
    press: () => {
      isPressed = true
      for (const type of ends) addEventListener(type, later, true)
      addEventListener('keydown', end, true)
    },
    take: (id: number) => {
      if (isPressed) taken = id
      else activate(id)
    },
  }
}

const ends = ['pointerup', 'pointercancel', 'dragend'] as const
