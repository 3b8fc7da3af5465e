import { releaseBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import { insertChange } from '../feed/changes.queries.ts'
import {
  accountState,
  type FolderRow,
  type FolderStep,
  foldersOf,
  lockAccount,
  stepAccount,
  stepFolders,
} from '../folders/folders.queries.ts'
import { labelsOf } from '../labels/labels.queries.ts'
import { addLabels } from '../labels/labels.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { StoredMail } from '../parsing/stored-mail.ts'
import { scoped, scopeOf } from '../search/search-terms.ts'
import { type Change, type Viewer, wholeAccount } from '../types.ts'
import {
  type ActivityOfRequest,
  type ActivityRequest,
  activityByPlace,
  activityOf,
  activityPage,
  insertActivity,
  lastOrigins,
  type NewActivity,
  sweepActivity,
} from './activity.queries.ts'
import {
  type DeletedByIdRequest,
  type DeletedRequest,
  type DeletedRow,
  deletedById,
  deletedPage,
  forgetSomeDeleted,
  type Restored,
  restoreRows,
  sweepDeleted,
} from './deleted.queries.ts'

interface Options {
  database: Database
  parsing: Parsing
  stored: StoredMail
  announce(changes: readonly Change[]): void
}

/** The log of the last 30 days, and mail deleted for good in that time. */
export const recordsOf = (options: Options) => ({
  /** Logs something in the name of the current actor, in the caller's transaction or alone. */
  record: (db: Db, one: NewActivity) => insertActivity(db, one),
  activity: (request: ActivityRequest) => activityPage(options.database, request),
  activityOf: (accountId: AccountId, request: ActivityOfRequest) =>
    activityOf(options.database, accountId, request),
  activityByPlace: (accountId: AccountId, request: { kind: string; days: number }) =>
    activityByPlace(options.database, accountId, request),
  deleted: (request: DeletedRequest) => deletedPage(options.database, request),
  /** Where messages would go back to. */
  formerFolders: (accountId: AccountId, rows: readonly DeletedRow[]) =>
    formerFoldersOf(options.database, accountId, rows),
  /** Brings messages back; @returns how many. @throws item.not-found, quota.full */
  recover: (viewer: Viewer, ids: readonly MessageId[]) => recover(options, viewer, ids),
  eraseDeletedIn: async (tx: Db, accountId: AccountId, limit: number): Promise<number> => {
    const { count, released } = await forgetSomeDeleted(tx, accountId, limit)
    await releaseBlobs(tx, released)
    return count
  },
})

/** Search words are made before the transaction: they need the bytes, which may be many. */
async function recover(
  options: Options,
  { accountId, hidden }: Viewer,
  ids: readonly MessageId[],
): Promise<number> {
  const { database, announce } = options
  const request = { ids, hidden }
  const found = await database.transaction((tx) => deletedById(tx, accountId, request))
  if (found.length < request.ids.length) throw new AppError('item.not-found')
  const words = await wordsOf(options, accountId, found)
  const change = await database.transaction((tx) => restoreIn(tx, accountId, { request, words }))
  announce([change])
  return change.messageIds.length
}

async function wordsOf(
  { stored, parsing }: Options,
  accountId: AccountId,
  rows: readonly DeletedRow[],
): Promise<Map<MessageId, Words>> {
  const words = new Map<MessageId, Words>()
  for (const row of rows) {
    const { tsv, hasFilesToRead: due } = await stored.whileReading([row], async (read) =>
      parsing.words(await read(row)),
    )
    words.set(row.id, { tsv: scoped(tsv, scopeOf(accountId, row.receivedAt)), due })
  }
  return words
}

/** Search words of a message, and whether those of its files are still to be read. */
interface Words {
  tsv: string
  due: boolean
}

async function restoreIn(
  tx: Db,
  accountId: AccountId,
  { request, words }: { request: DeletedByIdRequest; words: Map<MessageId, Words> },
): Promise<Change> {
  // The lock on the account comes first, as everywhere.
  await lockAccount(tx, accountId)
  const rows = await deletedById(tx, accountId, request)
  if (rows.length < request.ids.length) throw new AppError('item.not-found')
  const bytes = rows.reduce((sum, row) => sum + row.size, 0)
  const state = await accountState(tx, accountId)
  if (!state || state.used + bytes > state.quota) throw new AppError('quota.full')
  const modseq = await stepAccount(tx, accountId, bytes)
  const { placed, steps } = await place(tx, accountId, { rows, words })
  await restoreRows(tx, accountId, { modseq, rows: placed })
  await addLabels(tx, accountId, labelled(rows, placed))
  await logRecovered(tx, accountId, { rows, placed })
  const counted = await stepFolders(tx, accountId, { modseq, steps })
  const folders = counted.map(({ folderId, mail, unread }) => ({ folderId, mail, unread }))
  const messageIds = placed.map((row) => row.id)
  const change: Change = { accountId, modseq, kind: 'added', messageIds, detail: { folders } }
  const hasFiles = [...words.values()].some(({ due }) => due)
  return { ...(await insertChange(tx, change)), hasFiles }
}

/** Gives each row its folder and its UID there. */
async function place(
  tx: Db,
  accountId: AccountId,
  { rows, words }: { rows: readonly DeletedRow[]; words: Map<MessageId, Words> },
): Promise<{ placed: Restored[]; steps: FolderStep[] }> {
  const folders = new Map((await foldersOf(tx, accountId)).map((one) => [one.id, one]))
  const targets = await formerFoldersOf(tx, accountId, rows)
  const labels = new Set((await labelsOf(tx, wholeAccount(accountId))).map(({ id }) => id))
  const steps = new Map<FolderId, FolderStep>()
  const placed = rows.map((row): Restored => {
    const folderId = targets.get(row.id) ?? row.folderId
    const step = steps.get(folderId) ?? { folderId, total: 0, unread: 0, bytes: 0, uids: 0 }
    const uid = (folders.get(folderId)?.uidNext ?? 1) + step.uids
    step.total += 1
    step.uids += 1
    step.bytes += row.size
    if (!row.seen) step.unread += 1
    steps.set(folderId, step)
    const { tsv = '', due = false } = words.get(row.id) ?? {}
    return {
      id: row.id,
      folderId,
      uid,
      tsv,
      due,
      labels: row.labels.filter((id) => labels.has(id)),
    }
  })
  return { placed, steps: [...steps.values()] }
}

/**
 * The folder a message was in before it went to the recycle bin or to spam, else the one it was deleted from; the
 * inbox when that is gone.
 */
async function formerFoldersOf(
  db: Db,
  accountId: AccountId,
  rows: readonly DeletedRow[],
): Promise<Map<MessageId, FolderId>> {
  const ids = rows.map((row) => row.id)
  const [folders, moves] = await Promise.all([
    foldersOf(db, accountId),
    lastOrigins(db, accountId, ids),
  ])
  const before = new Map(moves.map((one) => [one.messageId, one.origin]))
  const inbox = folders.find(({ role }) => role === 'inbox')?.id
  const known = new Map(folders.map((one) => [one.id, one]))
  return new Map(
    rows.flatMap(({ id, folderId }) => {
      const wanted = [known.get(folderId), known.get(before.get(id) ?? folderId)]
      const target = wanted.find((folder) => folder !== undefined && isHome(folder))?.id ?? inbox
      return target === undefined ? [] : [[id, target] as const]
    }),
  )
}

/** A folder that mail is meant to stay in. */
const isHome = ({ role }: FolderRow): boolean =>
  role !== 'trash' && role !== 'junk' && role !== 'drafts'

const labelled = (rows: readonly DeletedRow[], placed: readonly Restored[]) =>
  placed.flatMap(({ id, folderId, labels }) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ ...row, folderId, labels }] : []
  })

async function logRecovered(
  tx: Db,
  accountId: AccountId,
  { rows, placed }: { rows: readonly DeletedRow[]; placed: readonly Restored[] },
): Promise<void> {
  for (const [index, { id, subject, fromAddress }] of rows.entries()) {
    await insertActivity(tx, {
      accountId,
      kind: 'recover',
      messageId: id,
      folderId: placed[index]?.folderId ?? null,
      peer: fromAddress,
      subject,
    })
  }
}

const piece = 500

/** In pieces, so that no transaction is long. */
export async function sweepRecords(database: Database): Promise<void> {
  while ((await sweepActivity(database, piece * 10)) > 0);
  for (let count = piece; count === piece; ) {
    count = await database.transaction(async (tx) => {
      const swept = await sweepDeleted(tx, piece)
      await releaseBlobs(tx, swept.released)
      return swept.count
    })
  }
}
