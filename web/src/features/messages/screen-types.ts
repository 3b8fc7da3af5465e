import type { ListFilter, MessageItem } from '@hongyan/contract/messages'
import type { Spot } from './action-types.ts'
import type { MessageList } from './list/use-message-list.ts'
import type { Target } from './message-actions.ts'
import type { Place } from './use-place.ts'

/** What is on screen. */
export interface Screen {
  place: Place
  list: MessageList
  /** List and reader stand side by side. */
  wide: boolean
}

/** What is asked before something is done. */
export type Question =
  | { kind: 'rows'; targets: readonly Target[] }
  | { kind: 'whole'; mailboxId: number; filter: ListFilter; count: number }
  /** When a mail is to be done, and what about it. */
  | { kind: 'todo'; mail: Pick<MessageItem, 'mailId' | 'mailSubject'> }
  /** What is suspicious about a mail. */
  | { kind: 'report'; mail: Target }
  /** What to do with a row, in a menu. */
  | { kind: 'menu'; item: MessageItem; at: Spot }
