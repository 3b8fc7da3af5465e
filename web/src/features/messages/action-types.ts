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
  hrefOf: (item: MessageItem) => string
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
}

/** What the reader can ask for. */
export interface ReaderActions {
  back: () => void
  /** Opens the next (1) or previous (-1) message of the list. */
  step: (by: 1 | -1) => void
  remove: (target: Target) => void
  move: (target: Target, to: Folder) => void
  /** Opens the composer. */
  write: (mode: 'reply' | 'replyAll' | 'forward' | 'editAgain', mailId: number) => void
}
