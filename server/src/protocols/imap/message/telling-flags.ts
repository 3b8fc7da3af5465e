import type { FlagRow } from '../../../mailstore/messages/programs.queries.ts'
import { flagList } from '../flags.ts'
import type { LabelNames } from '../labels.ts'
import type { FetchItem } from '../wire/fetch-items.ts'
import { lowerBound } from '../wire/sequence-set.ts'

interface Asked {
  items: readonly FetchItem[]
  labels: LabelNames
  /** Of the whole mailbox: places are numbers. */
  uids: readonly number[]
}

/** The line of FETCH for one message of which nothing but its flags is told. */
export function flagsAsked(row: FlagRow, { items, labels, uids }: Asked): string {
  const told = items.map(({ kind }) => {
    if (kind === 'uid') return `UID ${row.uid}`
    return kind === 'modseq' ? `MODSEQ (${row.modseq})` : `FLAGS ${flagList(row, labels)}`
  })
  return `* ${lowerBound(uids, row.uid) + 1} FETCH (${told.join(' ')})\r\n`
}

/** Whether the flags answer it. */
export const isOfFlags = ({ kind }: FetchItem): boolean =>
  kind === 'flags' || kind === 'uid' || kind === 'modseq'
