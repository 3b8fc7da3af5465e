import type { Folder } from '@hongyan/contract/folders'
import type { MessageItem } from '@hongyan/contract/messages'
import type { Target } from './message-actions.ts'

/** What a row can ask for. */
export interface RowActions {
  open: (item: MessageItem) => void
  move: (targets: readonly MessageItem[], to: Folder) => void
  /** Loads a mail that may be opened next: at once when it is pressed, after a moment when the pointer rests on it. */
  peek: (item: MessageItem, pressed: boolean) => void
  toggle: (item: MessageItem, range: boolean) => void
  star: (item: MessageItem) => void
  focus: (item: MessageItem) => void
  /** What can be done with one mail, or with all that are selected when it is one of them. */
  on: (item: MessageItem) => BulkActions
  /** Offers all of it in a menu at this place of the window. */
  menu: (item: MessageItem, at: Spot) => void
  hrefOf: (item: MessageItem) => string
}

/** A place of the window, and whether a button of the pointer is still down there. */
export interface Spot {
  x: number
  y: number
  pressed: boolean
}

/** What can be done with the selection, with all of the folder, or else with the message in hand. */
export interface BulkActions {
  seen: (seen: boolean) => void
  star: () => void
  pin: () => void
  color: (color: number) => void
  move: (to: Folder) => void
  archive: () => void
  /** Marks as spam, or says that it is none. */
  spam: (spam: boolean) => void
  restore: () => void
  remove: () => void
  exportMail: () => void
  /** All mail to and from the sender of the first. */
  related: () => void
  /** Asks what is suspicious about the first, and reports it to the administrators. */
  report: () => void
  /** Puts the first on the to-do list. */
  todo: () => void
  /** Moves and labels by a list to choose from. */
  askMove: () => void
  askLabels: () => void
}

/** What the reader can ask for. */
export interface ReaderActions {
  /** What can be done with the open mail, whatever is selected. */
  on: (mail: MessageItem) => BulkActions
  back: () => void
  /** Opens the next (1) or previous (-1) message of the list. */
  step: (by: 1 | -1) => void
  remove: (target: Target) => void
  move: (target: Target, to: Folder) => void
  /** Opens the composer. */
  write: (mode: 'reply' | 'replyAll' | 'forward' | 'editAgain', mailId: number) => void
}
