import type { MessageItem } from '@hongyan/contract/messages'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { BulkActions, ReaderActions, RowActions } from '../action-types.ts'
import { askWhereTo } from '../ask-where-to.ts'
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

/** Keys of the mail screen. They rest while somebody types, in menus and in dialogs. */
export function useListKeys(place: () => Place, keys: Keys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isBusy(event)) return
      const run = actionsOf(event, { place: place(), keys, navigate })[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [place, keys, navigate])
}

interface Context {
  place: Place
  keys: Keys
  navigate: (path: string) => void
}

type Actions = Record<string, (() => void) | undefined>

function actionsOf(event: KeyboardEvent, { place, keys, navigate }: Context): Actions {
  const { row, bulk, reader, step, targets, itemAt } = keys
  const current = itemAt(useListStore.getState().activeId)
  const answer = (mode: 'reply' | 'replyAll' | 'forward') => () => {
    const id = place.openId ?? current?.mailId
    if (id) reader.write(mode, id)
  }
  /** Shift and an arrow take the next row into the selection. */
  const stretch = (by: 1 | -1) => {
    if (current && useListStore.getState().selection.ids.size === 0) row.toggle(current, false)
    step(by)
    const next = itemAt(useListStore.getState().activeId)
    if (next) row.toggle(next, true)
  }
  // On a button or a link these keys have a meaning of their own.
  const onControl =
    event.target instanceof Element && event.target.closest('button, a, [role=separator]') !== null
  const inList: Actions = onControl
    ? {}
    : {
        ArrowDown: () => (event.shiftKey ? stretch(1) : step(1)),
        ArrowUp: () => (event.shiftKey ? stretch(-1) : step(-1)),
        Enter: current && (() => row.open(current)),
        ' ': current && (() => row.toggle(current, event.shiftKey)),
      }
  const spam = place.folder?.role === 'junk'
  return {
    ...inList,
    p: bulk.pin,
    v: () => askWhereTo(targets(), place.folder?.folderId ?? null, bulk.move),
    y: bulk.archive,
    '!': () => bulk.spam(!spam),
    z: undoLast,
    j: () => step(1),
    k: () => step(-1),
    x: current && (() => row.toggle(current, false)),
    X: current && (() => row.toggle(current, true)),
    s: bulk.star,
    e: bulk.remove,
    Delete: bulk.remove,
    u: () => bulk.seen(targets().some(({ seen }) => !seen)),
    r: answer('reply'),
    a: answer('replyAll'),
    f: answer('forward'),
    Escape: place.openId === null ? undefined : () => navigate(place.listPath),
  }
}

/** True when the key belongs to a text field, a menu, a dialog, or is a browser command. */
export function isBusy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  if (event.isComposing) return true
  const target = event.target
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, select, [contenteditable], [role=menu], dialog')) return true
  const input = target.closest('input')
  return input !== null && input.type !== 'checkbox'
}
