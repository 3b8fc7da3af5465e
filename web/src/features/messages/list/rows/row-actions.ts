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
  return {
    peek: (item, pressed) => {
      clearTimeout(peeking)
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
    focus: (item) => activate(item.mailId),
  }
}
