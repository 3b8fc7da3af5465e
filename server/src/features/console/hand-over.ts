import type { Mailstore } from '../../mailstore/mailstore.ts'
import { groupSize } from '../../mailstore/messages/writer.ts'
import type { KeptMessage } from '../../mailstore/types.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import type { Folders } from '../folders/folders.public.ts'
import {
  type DeletionRow,
  keepFolders,
  lockDeletion,
  noteHanded,
  setDeletion,
  type UnhandedRow,
  unhanded,
} from './console-deletions.queries.ts'

export interface HandOverParts {
  database: Database
  mailstore: Pick<
    Mailstore,
    | 'folders'
    | 'whileReading'
    | 'prepare'
    | 'keepAll'
    | 'storeAllIn'
    | 'withoutRefused'
    | 'announce'
  >
  folders: Pick<Folders, 'save'>
}

const maxPiece = 32
const maxPieceBytes = 24 * 1024 * 1024

/** Somebody whose mail goes to an heir. */
type Handing = DeletionRow & { heirId: AccountId }
const hasHeir = (row: DeletionRow): row is Handing => row.heirId !== null

/** The heir has no room for the next mail. */
class NoRoom extends Error {}

/**
 * Copies the next mails of somebody who is being deleted into a folder of the heir, and notes them in the same
 * transaction: a crash loses none and brings none twice. @returns false when all are there, or when it was stopped
 */
export async function handOverPiece(parts: HandOverParts, row: DeletionRow): Promise<boolean> {
  const { database, mailstore } = parts
  if (!hasHeir(row)) return false
  const piece = firstOf(await unhanded(database, row, maxPiece))
  if (piece.length === 0) return false
  const targets = await targetsOf(parts, row, piece)
  return mailstore.whileReading(piece, async (read) => {
    const opened: KeptMessage[] = []
    const prepared = []
    for (const mail of piece) prepared.push(await mailstore.prepare(await read(mail)))
    opened.push(...(await mailstore.keepAll(prepared)))
    for (let at = 0; at < piece.length; ) {
      const count = Math.max(1, groupSize(opened.slice(at)))
      const group = piece.slice(at, at + count).map((mail, index) => ({
        mail,
        message: opened[at + index] as KeptMessage,
        folder: targets.get(mail.folderId) as FolderId,
      }))
      if (!(await storeGroup(parts, row, group))) return false
      at += count
    }
    return true
  })
}

interface Ready {
  mail: UnhandedRow
  message: KeptMessage
  folder: FolderId
}

async function storeGroup(
  parts: HandOverParts,
  row: Handing,
  group: readonly Ready[],
): Promise<boolean> {
  const { database, mailstore } = parts
  try {
    const changes = await database.transaction((tx) => storeIn(mailstore, tx, { row, group }))
    mailstore.announce(changes ?? [])
    return changes !== null
  } catch (thrown) {
    if (thrown instanceof NoRoom) {
      await waitForRoom(database, row)
      return false
    }
    const [first] = group
    // One mail with a value that the database refuses never stops the others.
    if (first && group.length === 1)
      return storeGroup(parts, row, [
        { ...first, message: mailstore.withoutRefused(first.message, thrown) },
      ])
    for (const one of group) if (!(await storeGroup(parts, row, [one]))) return false
    return true
  }
}

/** Unless it was stopped meanwhile: its addresses are back, and it waits for nothing. */
const waitForRoom = (database: Database, { accountId, id }: Handing): Promise<void> =>
  database.transaction(async (tx) => {
    const now = await lockDeletion(tx, accountId)
    if (now?.state === 'handing') await setDeletion(tx, id, 'full')
  })

async function storeIn(
  mailstore: HandOverParts['mailstore'],
  tx: Db,
  { row, group }: { row: Handing; group: readonly Ready[] },
) {
  const accountId = row.heirId
  const now = await lockDeletion(tx, row.accountId)
  if (now?.state !== 'handing' || now.id !== row.id || now.heirId !== accountId) return null
  const fresh = await noteHanded(
    tx,
    row.id,
    group.map(({ mail }) => mail.id),
  )
  const { outcomes, changes } = await mailstore.storeAllIn(
    tx,
    group
      .filter(({ mail }) => fresh.has(mail.id))
      .map(({ mail, message, folder }) => ({
        message,
        copy: {
          accountId,
          folder,
          receivedAt: mail.receivedAt,
          seen: mail.seen,
          starred: mail.starred,
          answered: mail.answered,
          forwarded: mail.forwarded,
          keywords: mail.keywords,
          authentication: mail.authentication,
        },
      })),
  )
  if (outcomes.some(({ kind }) => kind === 'over-quota')) throw new NoRoom('no room')
  if (outcomes.some(({ kind }) => kind === 'no-folder')) {
    // The heir deleted it meanwhile: made anew with the next piece.
    throw new AppError('folder.not-found')
  }
  return changes
}

function firstOf(mails: readonly UnhandedRow[]): UnhandedRow[] {
  let bytes = 0
  return mails.filter(({ size }, index) => {
    bytes += size
    return index === 0 || bytes <= maxPieceBytes
  })
}

/** Folders of the heir for the folders of some mails, made where they are missing: one for the person, in it one for each. */
async function targetsOf(
  { database, mailstore, folders }: HandOverParts,
  row: Handing,
  piece: readonly UnhandedRow[],
): Promise<Map<FolderId, FolderId>> {
  const { heirId } = row
  const sources = await mailstore.folders(row.accountId)
  const known = { ...row.folders }
  const there = new Set((await mailstore.folders(heirId)).map(({ id }) => id))
  const made = async (key: string, name: string, parentId: FolderId | null): Promise<FolderId> => {
    const kept = known[key]
    if (kept !== undefined && there.has(kept)) return kept
    const id = await folderCalled({ mailstore, folders }, heirId, { name, parentId })
    known[key] = id
    there.add(id)
    return id
  }
  const [local = ''] = row.address.split('@')
  const root = await made('root', fit(`${row.name} ${local}`), null)
  const targets = new Map<FolderId, FolderId>()
  for (const { folderId } of piece) {
    if (targets.has(folderId)) continue
    const source = sources.find(({ id }) => id === folderId)
    // A folder of one's own may not be called as one of the system.
    const name = source?.role ? `${source.name} ${row.name}` : (source?.name ?? row.name)
    targets.set(folderId, await made(String(folderId), fit(name), root))
  }
  await keepFolders(database, row.id, known)
  row.folders = known
  return targets
}

/** What folders may not be called by is left out. */
const fit = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|%&\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 40) || 'Mail'

/** One that is there by that name, or a new one; where none can be made the archive takes the mail. */
async function folderCalled(
  { mailstore, folders }: Pick<HandOverParts, 'mailstore' | 'folders'>,
  accountId: AccountId,
  { name, parentId }: { name: string; parentId: FolderId | null },
): Promise<FolderId> {
  const rows = await mailstore.folders(accountId)
  const same = rows.find((one) => one.parentId === parentId && one.name === name && !one.role)
  if (same && !same.hasPassword) return same.id
  try {
    return await folders.save({ accountId, hidden: [] }, { folderName: name, parentId })
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const instead = parentId ?? rows.find(({ role }) => role === 'archive')?.id
    if (instead === undefined) throw thrown
    return instead
  }
}
