import type { FolderId } from '../platform/ids.ts'

/** A condition on one mail. `words` is a tsquery text with `scopeMark` before each word. */
export type Condition = { negated: boolean } & (
  | { kind: 'words'; words: string }
  | { kind: 'attachment' | 'unread' | 'starred'; value: boolean }
  | { kind: 'folder'; id: FolderId }
  | { kind: 'label'; id: number }
  | { kind: 'size'; side: 'above' | 'below'; bytes: number }
  | { kind: 'received'; side: 'from' | 'until'; at: Date }
)

/** A query that the store can run. */
export interface Search {
  /** tsquery text that the index answers, with `scopeMark` before each word; null when nothing positive is asked for. */
  words: string | null
  /** What else each hit must fulfil: groups joined by AND, conditions of a group by OR. */
  conditions: Condition[][]
}
