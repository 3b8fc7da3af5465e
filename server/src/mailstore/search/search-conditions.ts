import type { FolderId } from '../../platform/ids.ts'

/** A condition on one mail. `words` is a tsquery text with `scopeMark` before each word. */
export type Condition = { negated: boolean } & (
  | { kind: 'words'; words: string }
  | { kind: 'attachment' | 'unread' | 'starred'; value: boolean }
  | { kind: 'folder'; id: FolderId }
  | { kind: 'label'; id: number }
  | { kind: 'size'; side: 'above' | 'below'; bytes: number }
  | { kind: 'received'; side: 'from' | 'until'; at: Date }
)

/** Words of a query as tsquery texts, with `scopeMark` before each word. */
export interface IndexedWords {
  /** What the index answers by itself: every hit fulfils it. */
  index: string
  /** All that the words ask for, where the index does not know it (order of words, the field); else null. */
  exact: string | null
  /** Parts of `index` that every hit must fulfil, each by itself. */
  terms: readonly string[]
}

/** A query that the store can run. */
export interface Search {
  /** What the index begins with; null when nothing positive is asked for. */
  words: IndexedWords | null
  /** What else each hit must fulfil: groups joined by AND, conditions of a group by OR. */
  conditions: Condition[][]
}
