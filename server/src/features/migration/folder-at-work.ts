import { createHash } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Budget } from '../../platform/budget.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { FolderId } from '../../platform/ids.ts'
import type { MigrationRow, PlannedFolder } from './migration.queries.ts'
import type { OpenFolder } from './sources/source.ts'

export interface PieceMeans {
  database: Database
  mailstore: Pick<
    Mailstore,
    | 'prepare'
    | 'keepAll'
    | 'knownIn'
    | 'contentsIn'
    | 'storeAllIn'
    | 'withoutRefused'
    | 'announce'
    | 'folders'
  >
  memory: Budget
  /** This process, by which it holds migrations. */
  holder: string
  jobs: { stopping: AbortSignal }
}

/** A folder that is being fetched. */
export interface FolderAtWork {
  row: MigrationRow
  plan: PlannedFolder
  open: OpenFolder
  target: FolderId
  /** Behind which message to look. */
  cursor: number
  /** Of its messages up to the cursor. */
  skipped: number
  /** The line was cut: until something has come, messages are asked for one by one, to find the one that cuts it. */
  careful: boolean
}

/** Messages of other validities are others, and the same mailbox is the same whoever asks for it. */
export function placeOf({ row, plan, open }: FolderAtWork): Buffer {
  const parts = [
    row.protocol,
    row.host.toLowerCase(),
    row.userName.toLowerCase(),
    plan.path,
    open.validity,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
