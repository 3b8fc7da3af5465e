import type { Mailstore } from '../../mailstore/mailstore.ts'
import { lockAccounts } from '../../mailstore/messages/store.queries.ts'
import type { Viewer } from '../../mailstore/types.ts'
import { retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore, StoredBlob } from '../../platform/blobs/blobs.ts'
import { bytesInMemory } from '../../platform/budget.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { freeNow } from '../../platform/in-turns.ts'
import type { FileMail, FoundMail } from './file-mail.ts'
import {
  type ImportRow,
  insertItems,
  lockImport,
  type Reason,
  stepImport,
  waitingBytes,
} from './imports.queries.ts'
import { mailsInThread } from './mails-in-thread.ts'

interface Means {
  database: Database
  mailstore: Pick<Mailstore, 'knownIn' | 'state'>
  blobs: BlobStore
}

/** A file that came in. */
export interface ReceivedFile {
  path: string
  fileName: string
  /** It was longer than a file may be: its beginning is here. */
  isCut: boolean
}

/**
 * Keeps the mails of a file until the job takes them up. A mail that cannot be taken is noted by its name.
 * @param kept called after each group
 * @throws item.not-found when the import was stopped meanwhile
 */
export async function receiveFile(
  means: Means,
  row: ImportRow,
  { file, kept }: { file: ReceivedFile; kept: () => Promise<unknown> },
): Promise<void> {
  const { path, fileName: name, isCut } = file
  const maxUnpacked = await mostOf(means, row)
  const keep = async (group: readonly FileMail[]): Promise<void> => {
    await keepGroup(means, row, group.map(named))
    await kept()
  }
  for await (const group of mailsInThread({ path, name, maxUnpacked })) await keep(group)
  if (isCut) await keep([{ name, raw: null, trouble: 'too-large' }])
}

/** What an archive may unpack to: no more than there is room for, or, with what is there already, than ever fits. */
async function mostOf({ mailstore }: Means, row: ImportRow): Promise<number> {
  const account = await mailstore.state(row.accountId)
  return account ? account.quota - (row.skipDuplicates ? 0 : account.used) : 0
}

const maxName = 300

/** Names come from strangers' archives; PostgreSQL text takes no NUL. */
const named = (mail: FileMail): FileMail => ({
  ...mail,
  name: mail.name.replaceAll('\u0000', '').toWellFormed().slice(0, maxName),
})

async function keepGroup(means: Means, row: ImportRow, group: readonly FileMail[]): Promise<void> {
  const { database, blobs } = means
  const known = row.skipDuplicates ? await knownOf(means, row, group) : new Set<FileMail>()
  const mails = group.flatMap((one) => (one.raw === null || known.has(one) ? [] : [one]))
  const stored = await putAndForget(blobs, row, mails)
  await database.transaction(async (tx) => {
    const now = await lockImport(tx, row.accountId, row.jobId)
    if (now?.state !== 'running') throw new AppError('item.not-found')
    let room = await roomOf(tx, row.accountId)
    const waiting = mails.flatMap((mail, index) => {
      const blob = stored[index]
      if (!blob || blob.size > room) return []
      room -= blob.size
      const { name, seen, starred } = mail
      return [{ mail, name, seen, starred, stored: blob, blob: blob.hash, size: blob.size }]
    })
    const taken = new Set<FileMail>([...known, ...waiting.map(({ mail }) => mail)])
    const failed = group.flatMap((one): { name: string; reason: Reason }[] => {
      if (one.raw === null) return [{ name: one.name, reason: one.trouble }]
      return taken.has(one) ? [] : [{ name: one.name, reason: 'quota' }]
    })
    await retainBlobs(
      tx,
      waiting.map((one) => one.stored),
    )
    await insertItems(tx, row, [...waiting, ...failed])
    await stepImport(tx, row, { total: group.length, failed: failed.length, skipped: known.size })
  })
}

/** What the thread has given counts with all other mail in memory, and is gone as soon as it is on disk. */
async function putAndForget(
  blobs: BlobStore,
  { accountId }: ImportRow,
  mails: readonly FoundMail[],
): Promise<StoredBlob[]> {
  const bytes = mails.reduce((sum, { raw }) => sum + raw.length, 0)
  const release = await bytesInMemory().take(bytes, String(accountId))
  try {
    const stored = await blobs.putMany(mails.map(({ raw }) => raw))
    for (const { raw } of mails) freeNow(raw)
    return stored
  } finally {
    release()
  }
}

/** What is there already needs no room; the job looks once more. */
async function knownOf(
  { database, mailstore }: Means,
  { accountId, hidden }: ImportRow,
  group: readonly FileMail[],
): Promise<Set<FileMail>> {
  const ids = new Map(
    group.flatMap((one) => (one.raw && one.messageId ? [[one, one.messageId] as const] : [])),
  )
  const known = await mailstore.knownIn(database, { accountId, hidden }, [...new Set(ids.values())])
  return new Set([...ids].filter(([, id]) => known.has(id)).map(([one]) => one))
}

/** What waits counts against the quota; behind the account's lock, so that many at once cannot pass it (P15). */
async function roomOf(tx: Db, accountId: Viewer['accountId']): Promise<number> {
  const [account] = await lockAccounts(tx, [accountId])
  return account ? account.quota - account.used - (await waitingBytes(tx, accountId)) : 0
}
