import type { MessageItem } from '@hongyan/contract/messages'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Place } from '../use-list-source.ts'
import { useListStore } from './list-store.ts'

interface ListKeys {
  place: Place
  step: (by: 1 | -1) => void
  targets: () => readonly MessageItem[]
  bulk: { seen: (seen: boolean) => void; star: () => void; remove: () => void }
  open: (item: MessageItem) => void
  select: (item: MessageItem, range: boolean) => void
  write: (mode: 'reply' | 'replyAll' | 'forward' | 'editAgain', mailId: number) => void
  itemAt: (id: number | null) => MessageItem | undefined
}

/** Keys of the mail screen. They rest while somebody types, in menus and in dialogs. */
export function useListKeys(keys: ListKeys): void {
  const navigate = useNavigate()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isBusy(event)) return
      const run = actionFor(event, latest.current, navigate)
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

function actionFor(
  event: KeyboardEvent,
  keys: ListKeys,
  navigate: (path: string) => void,
): (() => void) | undefined {
  const { place, step, targets, bulk, open, select, write, itemAt } = keys
  const onControl =
    event.target instanceof Element && event.target.closest('button, a, [role=separator]')
  const current = itemAt(useListStore.getState().activeId)
  const answer = (mode: 'reply' | 'replyAll' | 'forward') => () => {
    const id = place.openId ?? current?.mailId
    if (id) write(mode, id)
  }
  const actions: Record<string, (() => void) | undefined> = {
    j: () => step(1),
    ArrowDown: onControl ? undefined : () => step(1),
    k: () => step(-1),
    ArrowUp: onControl ? undefined : () => step(-1),
    Enter: onControl || !current ? undefined : () => open(current),
    x: current && (() => select(current, false)),
    X: current && (() => select(current, true)),
    ' ': onControl || !current ? undefined : () => select(current, event.shiftKey),
    s: bulk.star,
    e: bulk.remove,
    Delete: bulk.remove,
    u: () => bulk.seen(targets().some(({ seen }) => !seen)),
    r: answer('reply'),
    a: answer('replyAll'),
    f: answer('forward'),
    Escape: place.openId === null ? undefined : () => navigate(place.listPath),
  }
  return actions[event.key]
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
