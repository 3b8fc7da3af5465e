import type { ListFilter } from '@hongyan/contract/messages'
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

/** What is about to be deleted for good. */
export type Question =
  | { kind: 'rows'; targets: readonly Target[] }
  | { kind: 'whole'; mailboxId: number; filter: ListFilter; count: number }
