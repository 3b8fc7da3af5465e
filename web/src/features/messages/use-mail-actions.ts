import type { Folder } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReaderActions, RowActions } from './action-types.ts'
import { bulkActions } from './bulk-actions.ts'
import { startBulk } from './bulk-store.ts'
import { composePath } from './compose-path.ts'
import { activate, select, useListStore } from './list/list-store.ts'
import { extendTo, nothingSelected, toggle } from './list/selection.ts'
import { useListKeys } from './list/use-list-keys.ts'
import {
  destroyMessages,
  markStarred,
  moveMessages,
  recycleMessages,
  type Target,
} from './message-actions.ts'
import { findItem, prefetchMessage } from './message-query.ts'
import type { Question, Screen } from './screen-types.ts'

/**
 * What rows, toolbar, keys and reader can do, and the question before deleting for good. The actions keep
 * their identity, so that opening a mail draws only the rows that change.
 */
export function useMailActions(screen: Screen) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Question | null>(null)
  const latest = useRef(screen)
  useEffect(() => {
    latest.current = screen
  })
  const actions = useMemo(
    () =>
      mailActions(() => latest.current, {
        go: (path, options) => void navigate(path, options),
        ask: setAsking,
      }),
    [navigate],
  )
  const place = useCallback(() => latest.current.place, [])
  useListKeys(place, actions)
  const answer = (yes: boolean) => {
    setAsking(null)
    if (!yes || !asking) return
    if (asking.kind === 'rows') return actions.destroy(asking.targets)
    const { mailboxId, filter } = asking
    select(() => nothingSelected)
    void startBulk({ mailboxId, filter, action: 'destroy' })
  }
  return { ...actions, asking, answer }
}

interface Means {
  go: (path: string, options?: { replace?: boolean; flushSync?: boolean }) => void
  ask: (question: Question) => void
}

/** Rows that only pass under the pointer while the list scrolls are not loaded. */
const peekDelay = 50

function mailActions(screen: () => Screen, { go, ask }: Means) {
  const rows = () => screen().list.rows
  const itemAt = (id: number | null) => rows().find(({ mailId }) => mailId === id)

  const hrefOf = (item: MessageItem) => {
    if (item.draft) return composePath('editAgain', item.mailId)
    return `/reply/${item.mailboxId}/${item.mailId}${screen().place.tail}`
  }
  const open = (item: MessageItem) => {
    activate(item.mailId)
    const { place, wide } = screen()
    // At once: a navigation is otherwise a transition, which waits for idle time.
    go(hrefOf(item), { replace: place.openId !== null && wide, flushSync: true })
  }
  let peeking: ReturnType<typeof setTimeout> | undefined
  const row: RowActions = {
    open,
    move: (targets, to) => move(targets, to),
    hrefOf,
    peek: (item, pressed) => {
      clearTimeout(peeking)
      if (item.draft) return
      const load = () => prefetchMessage(item.mailId)
      if (pressed) load()
      else peeking = setTimeout(load, peekDelay)
    },
    toggle: (item, range) =>
      select((selection) =>
        range
          ? extendTo(selection, item.mailId, screen().list.order)
          : toggle(selection, item.mailId),
      ),
    star: (item) => void markStarred([item], !item.starred),
    focus: (item) => activate(item.mailId),
  }

  /** The open message leaves: its neighbour follows in three columns, else the list returns. */
  const leave = (gone: readonly Target[]) => {
    select(() => nothingSelected)
    const { place, wide, list } = screen()
    if (place.openId === null || !gone.some(({ mailId }) => mailId === place.openId)) return
    const at = list.order.indexOf(place.openId)
    const next = wide && at >= 0 ? (list.rows[at + 1] ?? list.rows[at - 1]) : undefined
    go(next && !next.draft ? hrefOf(next) : place.listPath, { replace: true })
  }
  /** Forgets what is about to leave the list, then does it. */
  const away = (targets: readonly Target[], run: (targets: readonly Target[]) => Promise<void>) => {
    if (targets.length === 0) return
    leave(targets)
    void run(targets)
  }
  const remove = (targets: readonly Target[]) => {
    const { folder, search } = screen().place
    if (targets.length === 0) return
    if (folder?.role === 'trash' && !search) return ask({ kind: 'rows', targets })
    away(targets, recycleMessages)
  }
  const destroy = (targets: readonly Target[]) => away(targets, destroyMessages)
  const move = (targets: readonly Target[], to: Folder) =>
    away(targets, (moving) => moveMessages(moving, to))
  const step = (by: 1 | -1) => {
    const { openId } = screen().place
    const from = openId ?? useListStore.getState().activeId
    const at = from === null ? -1 : screen().list.order.indexOf(from)
    const item = rows()[at < 0 ? 0 : at + by]
    if (!item) return
    if (openId !== null && !item.draft) open(item)
    else activate(item.mailId)
  }

  /** The selection, or else the open message, or else the row the keyboard is on. */
  const targets = (): readonly MessageItem[] => {
    const { selection, activeId } = useListStore.getState()
    if (selection.ids.size > 0) {
      // Rows of a long list may be out of sight: they are still in the cache.
      return [...selection.ids].flatMap((id) => itemAt(id) ?? findItem(id) ?? [])
    }
    const one = itemAt(screen().place.openId ?? activeId)
    return one ? [one] : []
  }
  const bulk = bulkActions(screen, { targets, away, move, remove, go, ask })
  const reader: ReaderActions = {
    back: () => go(screen().place.listPath),
    step,
    remove: (target) => remove([target]),
    move: (target, to) => move([target], to),
    write: (mode, mailId) => go(composePath(mode, mailId)),
  }
  return { row, bulk, reader, step, targets, itemAt, destroy }
}
