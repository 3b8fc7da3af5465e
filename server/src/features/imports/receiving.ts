import { limits } from '@hongyan/contract/limits'
import { parseMessage } from '@hongyan/mime/parse'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { lockAccounts } from '../../mailstore/messages/store.queries.ts'
import type { Viewer } from '../../mailstore/types.ts'
import { retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileMail } from './file-mail.ts'
import {
  type ImportRow,
  insertItems,
  lockImport,
  type Reason,
  stepImport,
  waitingBytes,
} from './imports.queries.ts'
import { looksLikeMail, type MailFile, mailsOf } from './mail-files.ts'

/** Mails that are kept together. */
const maxGroup = 64
const maxGroupBytes = 16 * 1024 * 1024

interface Means {
  database: Database
  mailstore: Pick<Mailstore, 'knownIn'>
  blobs: BlobStore
}

/**
 * Keeps the mails of a file, as they come, until the job takes them up. A mail that cannot be taken is noted by its name.
 * @param kept called after each group
 * @throws item.not-found when the import was stopped meanwhile
 */
export async function receiveFile(
  means: Means,
  row: ImportRow,
  { file, kept }: { file: MailFile; kept: () => Promise<unknown> },
): Promise<void> {
  let group: FileMail[] = []
  let bytes = 0
  let count = 0
  const keep = async (): Promise<void> => {
    if (group.length === 0) return
    await keepGroup(means, row, group)
    await kept()
    group = []
    bytes = 0
  }
  for await (const mail of wholeOrTrouble(file)) {
    group.push(judged(mail))
    bytes += mail.raw?.length ?? 0
    if (++count >= limits.importMails) {
      group.push({ name: file.name, raw: null, trouble: 'too-large' })
      break
    }
    if (group.length >= maxGroup || bytes >= maxGroupBytes) await keep()
  }
  await keep()
}

/** A file that is longer than a file may be: what came before that is kept. */
async function* wholeOrTrouble(file: MailFile): AsyncGenerator<FileMail> {
  try {
    yield* mailsOf(file)
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'request.too-large') throw thrown
    yield { name: file.name, raw: null, trouble: 'too-large' }
  }
}

const maxName = 300

function judged(mail: FileMail): FileMail {
  // Names come from strangers' archives; PostgreSQL text takes no NUL.
  const name = mail.name.replaceAll('\u0000', '').toWellFormed().slice(0, maxName)
  if (mail.raw !== null && !looksLikeMail(mail.raw)) return { name, raw: null, trouble: 'not-mail' }
  return { ...mail, name }
}

async function keepGroup(means: Means, row: ImportRow, group: readonly FileMail[]): Promise<void> {
  const { database, blobs } = means
  const known = row.skipDuplicates ? await knownOf(means, row, group) : new Set<FileMail>()
  const mails = group.flatMap((one) => (one.raw === null || known.has(one) ? [] : [one]))
  const stored = await blobs.putMany(mails.map(({ raw }) => raw))
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

/** What is there already needs no room; the job looks once more. */
async function knownOf(
  { database, mailstore }: Means,
  { accountId, hidden }: ImportRow,
  group: readonly FileMail[],
): Promise<Set<FileMail>> {
  const ids = new Map(
    group.flatMap((one) => {
      const id = one.raw && messageIdOf(one.raw)
      return id ? [[one, id] as const] : []
    }),
  )
  const known = await mailstore.knownIn(database, { accountId, hidden }, [...new Set(ids.values())])
  return new Set([...ids].filter(([, id]) => known.has(id)).map(([one]) => one))
}

const maxHead = 256 * 1024

function messageIdOf(raw: Buffer): string | null {
  const head = raw.subarray(0, maxHead)
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0)
  return parseMessage(head.subarray(0, Math.min(head.length, ...ends) + 2)).envelope.messageId
}

/** What waits counts against the quota; behind the account's lock, so that many at once cannot pass it (P15). */
async function roomOf(tx: Db, accountId: Viewer['accountId']): Promise<number> {
  const [account] = await lockAccounts(tx, [accountId])
  return account ? account.quota - account.used - (await waitingBytes(tx, accountId)) : 0
}
