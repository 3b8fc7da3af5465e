import type { Folder } from '@hongyan/contract/folders'
import { limits } from '@hongyan/contract/limits'
import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { useDrag } from './drag-store.ts'
import { type DropVerdict, placeOf, verdictOf } from './drop-verdict.ts'
import { folderBook } from './folder-book.ts'
import { ensureOpen } from './folder-dialog-store.ts'

/** What a dragged mail must tell of itself. */
export interface Draggable {
  mailId: number
  mailboxId: number
}

interface DragOptions<T extends Draggable> {
  rows: readonly T[]
  /** Dragging one of the selected mails drags them all. */
  selected: () => ReadonlySet<number>
  onMove: (targets: readonly T[], to: Folder) => void
  /** Nothing is moved in this mailbox. */
  isOff: boolean
}

/**
 * Dragging mails to a folder of the menu (SHELL-18 to -21): the mouse held on a row for 700 ms starts it, with the
 * label "moving N mails"; after the drop the label stays for 800 ms. Spread the result on the element around the
 * rows, each of which carries its id as `data-id`. By keyboard the move menu does the same.
 */
export function useDragMails<T extends Draggable>(options: DragOptions<T>) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const cancel = useRef<() => void>(() => undefined)
  useEffect(() => () => cancel.current(), [])
  const onPointerDown = useCallback((event: PointerEvent<HTMLElement>) => {
    if (
      latest.current.isOff ||
      event.button !== 0 ||
      event.pointerType !== 'mouse' ||
      !(event.target instanceof Element)
    )
      return
    if (event.target.closest('button, input, [role=separator]')) return
    const id = Number(event.target.closest('[data-id]')?.getAttribute('data-id'))
    if (!id) return
    cancel.current()
    cancel.current = holdAndDrag({ x: event.clientX, y: event.clientY }, () => {
      const { rows, selected } = latest.current
      const ids = selected().has(id) ? selected() : new Set([id])
      const targets = rows.filter(({ mailId }) => ids.has(mailId))
      return {
        count: targets.length,
        from: targets.map(({ mailboxId }) => mailboxId),
        move: (to) => latest.current.onMove(targets, to),
      }
    })
  }, [])
  return { onPointerDown }
}

interface Load {
  count: number
  from: number[]
  move: (to: Folder) => void
}

/** Waits for the hold, follows the pointer, drops. @returns what ends it at once */
function holdAndDrag(start: { x: number; y: number }, take: () => Load): () => void {
  let at = start
  let load: Load | null = null
  const ended = new AbortController()
  const { signal } = ended

  const begin = () => {
    load = take()
    if (load.count === 0) return stop()
    document.getSelection()?.removeAllRanges()
    document.documentElement.dataset.dragging = 'mails'
    follow()
  }
  const timer = setTimeout(begin, limits.dragHold)
  const follow = () => {
    if (!load) return
    const place = placeOf(document.elementFromPoint(at.x, at.y))
    const verdict = verdictOf(place, load.from)
    useDrag.setState({
      label: { ...at, count: load.count, dropped: false },
      overFolder: verdict.kind === 'move' ? verdict.folderId : null,
    })
    document.documentElement.dataset.dragOver = verdict.kind
  }
  const stop = () => {
    clearTimeout(timer)
    ended.abort()
    delete document.documentElement.dataset.dragging
    delete document.documentElement.dataset.dragOver
    useDrag.setState({ overFolder: null })
    if (load) fadeLabel()
  }
  const drop = () => {
    const carried = load
    stop()
    if (!carried) return
    swallowClick()
    void settle(verdictOf(placeOf(document.elementFromPoint(at.x, at.y)), carried.from), carried)
  }
  window.addEventListener(
    'pointermove',
    (event) => {
      at = { x: event.clientX, y: event.clientY }
      if (load) event.preventDefault()
      follow()
    },
    { signal },
  )
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', stop, { signal })
  window.addEventListener('blur', stop, { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !load) return
      event.preventDefault()
      event.stopImmediatePropagation()
      stop()
    },
    { signal, capture: true },
  )
  return stop
}

/** The label stays for a moment where the mails were dropped (LIMITS-05). */
function fadeLabel(): void {
  const { label } = useDrag.getState()
  if (!label) return
  const dropped = { ...label, dropped: true }
  useDrag.setState({ label: dropped })
  setTimeout(() => {
    if (useDrag.getState().label === dropped) useDrag.setState({ label: null })
  }, limits.dragLabel)
}

/** The end of a drag is no click on the row it began on. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
}

async function settle(verdict: DropVerdict, { move }: Load): Promise<void> {
  if (verdict.kind === 'same')
    return void toast({ kind: 'info', text: translate('list:sameFolder') })
  if (verdict.kind === 'refused') {
    return void toast({ kind: 'error', text: translate('folders:badTarget') })
  }
  if (verdict.kind !== 'move') return
  const to = folderBook().all.find(({ folderId }) => folderId === verdict.folderId)
  if (to && (await ensureOpen(to))) move(to)
}
