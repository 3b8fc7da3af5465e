import type { FolderRole } from '@hongyan/contract/folders'
import type { KeyboardEvent } from 'react'
import type { RowActions } from '../action-types.ts'
import type { RowFolder } from './rows/message-row.tsx'
import type { RowStyle } from './rows/use-row-style.ts'
import type { MessageList } from './use-message-list.ts'

export interface MessageListProps {
  list: MessageList
  label: string
  /** What the folder of the list is for; null in own folders and in lists over folders. */
  role: FolderRole | null
  /** The list is over folders: rows say where they lie. */
  across: boolean
  openedId: number | null
  /** What is said when there is nothing: a key of the texts below `empty`. */
  empty: string
  actions: RowActions
}

/** What the rows of both kinds of list share. */
export interface RowsProps extends MessageListProps {
  rowStyle: RowStyle
  /** Folders by their numbers; null where all rows lie in one. */
  folders: ReadonlyMap<number, RowFolder> | null
}

/** Page keys scroll the list; the shortcuts of the page move between rows. Tab leads from the open row into its mail. */
export function keepFocusInGrid(event: KeyboardEvent): void {
  if (event.key === 'Tab' && !event.shiftKey && isOpenRow(event.target)) {
    const mail = document.querySelector<HTMLElement>('main article')
    if (mail) event.preventDefault()
    mail?.focus()
  }
  if (event.key === ' ') event.preventDefault()
}

const isOpenRow = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('[role=row][data-opened]')

/** @returns false when the row is not drawn */
export function focusRow(grid: HTMLElement | null, id: number): boolean {
  const row = grid?.querySelector<HTMLElement>(`[data-id="${id}"]`)
  if (!row) return false
  if (row.contains(document.activeElement)) return true
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}
