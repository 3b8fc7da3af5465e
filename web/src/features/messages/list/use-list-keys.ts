import type { MessageItem } from '@hongyan/contract/messages'
import { useNavigate } from '../../../lib/router/hooks.ts'
import { type ShortcutHandlers, useShortcuts } from '../../../lib/shortcuts.ts'
import type { BulkActions, ReaderActions, RowActions } from '../action-types.ts'
import { undoLast } from '../undo.ts'
import type { Place } from '../use-place.ts'
import { useListStore } from './list-store.ts'

interface Keys {
  row: RowActions
  bulk: BulkActions
  reader: ReaderActions
  step: (by: 1 | -1) => void
  targets: () => readonly MessageItem[]
  itemAt: (id: number | null) => MessageItem | undefined
}

/** What the shortcuts do on the mail screen. */
export function useListKeys(place: () => Place, keys: Keys): void {
  const navigate = useNavigate()
  const { row, bulk, reader, step, targets, itemAt } = keys
  const current = () => itemAt(useListStore.getState().activeId)
  const onCurrent = (run: (item: MessageItem) => void) => () => {
    const item = current()
    if (item) run(item)
  }
  const answer = (mode: 'reply' | 'replyAll' | 'forward') => () => {
    const id = place().openId ?? current()?.mailId
    if (id) reader.write(mode, id)
  }
  /** Shift and an arrow take the next row into the selection. */
  const stretch = (by: 1 | -1) => () => {
    const first = current()
    if (first && useListStore.getState().selection.ids.size === 0) row.toggle(first, false)
    step(by)
    const next = current()
    if (next) row.toggle(next, true)
  }
  const handlers: ShortcutHandlers = {
    next: () => step(1),
    previous: () => step(-1),
    down: () => step(1),
    up: () => step(-1),
    open: onCurrent(row.open),
    select: onCurrent((item) => row.toggle(item, false)),
    selectTo: onCurrent((item) => row.toggle(item, true)),
    selectHere: onCurrent((item) => row.toggle(item, false)),
    stretchDown: stretch(1),
    stretchUp: stretch(-1),
    star: bulk.star,
    unread: () => bulk.seen(targets().some(({ seen }) => !seen)),
    label: bulk.askLabels,
    pin: bulk.pin,
    archive: bulk.archive,
    spam: () => bulk.spam(place().folder?.role !== 'junk'),
    remove: bulk.remove,
    undo: undoLast,
    move: bulk.askMove,
    reply: answer('reply'),
    replyAll: answer('replyAll'),
    forward: answer('forward'),
    back: () => {
      if (place().openId === null) return false
      void navigate(place().listPath)
    },
  }
  useShortcuts(handlers)
}
