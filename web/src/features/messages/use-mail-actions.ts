import type { Folder } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { allowed } from '../../lib/allowed.tsx'
import { mayNow } from '../../lib/me.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import type { ReaderActions, RowActions } from './action-types.ts'
import { actionsOn, bulkActions } from './bulk-actions.ts'
import { startBulk } from './bulk-store.ts'
import { composePath, writeNeeds } from './compose-path.ts'
import { activate, select, useListStore } from './list/list-store.ts'
import { rowActions } from './list/rows/row-actions.ts'
import { nothingSelected, prune } from './list/selection.ts'
import { useListKeys } from './list/use-list-keys.ts'
import {
  destroyMessages,
  type Leaving,
  moveMessages,
  recycleMessages,
  type Target,
} from './message-actions.ts'
import { findItem } from './message-query.ts'
import { actionNeeds, destroyNeeds } from './permitted-actions.ts'
import type { Question, Screen } from './screen-types.ts'
import type { Place } from './use-place.ts'

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
  // A question of a screen that is put away would come back with it.
  useEffect(() => () => setAsking(null), [])
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
    if (asking.kind !== 'whole') return
    const { mailboxId, filter } = asking
    select(() => nothingSelected)
    void startBulk({ mailboxId, filter, action: 'destroy' })
  }
  /** The menu is gone; what was chosen in it may be asking already. */
  const closeMenu = useCallback(() => setAsking((now) => (now?.kind === 'menu' ? null : now)), [])
  return { ...actions, asking, answer, closeMenu }
}

interface Means {
  go: (path: string, options?: { replace?: boolean; flushSync?: boolean }) => void
  ask: (question: Question) => void
}

const deselect = (ids: ReadonlySet<number>): void =>
  select((selection) =>
    prune(
      selection,
      [...selection.ids].filter((id) => !ids.has(id)),
    ),
  )

const moveTo =
  (to: Folder): Leaving =>
  (moving) =>
    moveMessages(moving, to)

/** The address inside the app. */
const whereNow = (): string => window.location.hash.slice(1)

/** A draft is written on by whoever may; who may only read sees what it says so far. */
const goesOn = (item: Pick<MessageItem, 'draft'>): boolean => item.draft && mayNow(writeNeeds)

const hrefIn = ({ tail }: Place, item: MessageItem): string =>
  goesOn(item)
    ? composePath('editAgain', item.mailId)
    : `/reply/${item.mailboxId}/${item.mailId}${tail}`

/** The same without the page, for whoever says what is on screen. */
export function mailActions(screen: () => Screen, { go, ask }: Means) {
  const rows = () => screen().list.rows
  const itemAt = (id: number | null) => rows().find(({ mailId }) => mailId === id)

  const hrefOf = (item: MessageItem) => hrefIn(screen().place, item)
  const open = (item: MessageItem) => {
    activate(item.mailId)
    const { place, wide } = screen()
    // At once: a navigation is otherwise a transition, which waits for idle time.
    go(hrefOf(item), { replace: place.openId !== null && wide, flushSync: true })
  }
  /** The open message leaves: its neighbour follows in three columns, else the list returns. */
  const leave = (gone: readonly Target[]) => {
    const ids = new Set(gone.map(({ mailId }) => mailId))
    deselect(ids)
    const { place, wide, list } = screen()
    if (place.openId === null || !ids.has(place.openId)) return null
    const at = list.order.indexOf(place.openId)
    const next = wide && at >= 0 ? (list.rows[at + 1] ?? list.rows[at - 1]) : undefined
    const path = next && !goesOn(next) ? hrefOf(next) : place.listPath
    go(path, { replace: true })
    return path
  }
  /** Forgets what is about to leave the list, then does it. When the server refuses, the mail is open as before. */
  const away = async (targets: readonly Target[], run: Leaving) => {
    if (targets.length === 0) return
    const before = whereNow()
    const after = leave(targets)
    if (!(await run(targets)) && whereNow() === after) go(before, { replace: true })
  }
  const remove = allowed(actionNeeds.remove, (targets: readonly Target[]) => {
    const { folder, search } = screen().place
    if (targets.length === 0) return
    if (folder?.role === 'trash' && !search)
      return allowed(destroyNeeds, () => ask({ kind: 'rows', targets }))()
    void away(targets, recycleMessages)
  })
  const destroy = (gone: readonly Target[]) => void away(gone, destroyMessages)
  const move = allowed(
    actionNeeds.move,
    (gone: readonly Target[], to: Folder) => void away(gone, moveTo(to)),
  )
  const step = (by: 1 | -1) => {
    const { openId } = screen().place
    const from = openId ?? useListStore.getState().activeId
    const at = from === null ? -1 : screen().list.order.indexOf(from)
    const item = rows()[at < 0 ? 0 : at + by]
    if (!item) return
    if (openId !== null && !goesOn(item)) open(item)
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
  /** A row, or with it all that are selected. */
  const targetsAt = (item: MessageItem): readonly MessageItem[] =>
    useListStore.getState().selection.ids.has(item.mailId) ? targets() : [item]
  const bulk = bulkActions(screen, { targets, away, move, remove, go, ask })
  const on = (chosen: readonly MessageItem[]) =>
    actionsOn(screen, { targets: () => chosen, away, move, remove, go, ask })
  const row: RowActions = {
    ...rowActions(() => screen().list.order),
    open,
    move,
    hrefOf,
    on: (item) => on(targetsAt(item)),
    menu: (item, at) => {
      activate(item.mailId)
      ask({ kind: 'menu', item, at })
    },
  }
  const reader: ReaderActions = {
    on: (mail) => on([mail]),
    back: () => go(screen().place.listPath),
    step,
    remove: (target) => remove([target]),
    move: (target, to) => move([target], to),
    // At once: the first letters of the answer must not run shortcuts of the list.
    write: allowed(writeNeeds, (mode, mailId) =>
      go(composePath(mode, mailId), { flushSync: true }),
    ),
  }
  return { row, bulk, reader, step, targets, itemAt, destroy, away }
}
