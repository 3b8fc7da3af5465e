import { createHash } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Budget } from '../../platform/budget.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { FolderId } from '../../platform/ids.ts'
import type { LabelMeans } from '../labels/labels.public.ts'
import type { MigrationRow, PlannedFolder } from './migration.queries.ts'
import type { OpenFolder } from './sources/source.ts'

export interface PieceMeans {
  database: Database
  mailstore: Pick<
    Mailstore,
    | 'prepare'
    | 'keepAll'
    | 'knownIn'
    | 'copiesIn'
    | 'storeAllIn'
    | 'withoutRefused'
    | 'announce'
    | 'folders'
  > &
    LabelMeans['mailstore']
  labels: LabelMeans['labels']
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

/** The same mailbox is the same whoever asks for it. */
const folderParts = ({ row, plan }: FolderAtWork): string[] => [
  row.protocol,
  row.host.toLowerCase(),
  row.userName.toLowerCase(),
  plan.path,
]

/** Messages of other validities are others. */
export const placeOf = (work: FolderAtWork): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([...folderParts(work), work.open.validity]))
    .digest()

/** What a message of the folder is known by when its UID is another: its bytes. */
export const contentOf = (work: FolderAtWork, blob: Buffer): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(folderParts(work)))
    .update(blob)
    .digest()
    .subarray(0, 16)
