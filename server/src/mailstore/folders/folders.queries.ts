import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import type { FolderRole } from '../types.ts'

export interface FolderRow {
  id: FolderId
  parentId: FolderId | null
  role: FolderRole | null
  name: string
  uidValidity: number
  uidNext: number
  modseq: number
  total: number
  unread: number
  bytes: number
  sort: number
  hasPassword: boolean
  /** Left out of the menu by its owner. */
  hidden: boolean
  /** Somebody is emptying it: nothing may be deleted into it or from it meanwhile. */
  emptying: boolean
}

const columns = sql`id, parent_id AS "parentId", role, name, uid_validity AS "uidValidity", uid_next AS "uidNext",
  modseq, total, unread, bytes, sort, password_hash IS NOT NULL AS "hasPassword", hidden,
  coalesce(emptying_until > now(), false) AS emptying`

/** All folders of an account, in their order. */
export const foldersOf = (db: Db, accountId: AccountId): Promise<FolderRow[]> =>
  db.query(
    sql<FolderRow>`SELECT ${columns} FROM folders WHERE account_id = ${accountId} ORDER BY sort, id`,
  )

export async function folderById(
  db: Db,
  accountId: AccountId,
  id: FolderId,
): Promise<FolderRow | null> {
  const [row] = await db.query(
    sql<FolderRow>`SELECT ${columns} FROM folders WHERE account_id = ${accountId} AND id = ${id}`.byKey(),
  )
  return row ?? null
}

export async function folderByRole(
  db: Db,
  accountId: AccountId,
  role: FolderRole,
): Promise<FolderRow | null> {
  const [row] = await db.query(
    sql<FolderRow>`SELECT ${columns} FROM folders WHERE account_id = ${accountId} AND role = ${role}`,
  )
  return row ?? null
}

export interface NewFolder {
  accountId: AccountId
  role: FolderRole | null
  name: string
  sort: number
  parentId?: FolderId | null
}

/**
 * Makes a folder. Its UIDVALIDITY is the second, or one more than the last one that the account gave away: a name that is
 * used again within a second is another mailbox (RFC 9051 §2.3.1.1).
 */
export async function insertFolder(db: Db, folder: NewFolder): Promise<FolderId> {
  const [row] = await db.query(sql<{ id: FolderId }>`
    WITH account AS (
      UPDATE accounts SET last_uid_validity = greatest(last_uid_validity + 1, extract(epoch FROM now())::bigint)
      WHERE id = ${folder.accountId} RETURNING last_uid_validity)
    INSERT INTO folders (account_id, role, name, sort, uid_validity, parent_id)
    SELECT ${folder.accountId}::bigint, ${folder.role}::text, ${folder.name}::text, ${folder.sort}::integer, last_uid_validity,
      ${folder.parentId ?? null}::bigint FROM account
    RETURNING id`)
  if (!row) throw new Error('the folder was not made')
  return row.id
}

/** The same folders for many new accounts. @param folders numbered from 0 by `sort` */
export const insertFoldersOfAll = (
  db: Db,
  ids: readonly AccountId[],
  folders: readonly { role: string; name: string; sort: number }[],
): Promise<number> =>
  db.run(sql`
    WITH account AS (
      UPDATE accounts
      SET last_uid_validity = greatest(last_uid_validity + 1, extract(epoch FROM now())::bigint) + ${folders.length - 1}
      WHERE id = ANY(${ids}::bigint[]) RETURNING id, last_uid_validity)
    INSERT INTO folders (account_id, role, name, sort, uid_validity)
    SELECT a.id, r.role, r.name, r.sort, a.last_uid_validity - ${folders.length - 1} + r.sort
    FROM account a, jsonb_to_recordset(${json(folders)}::jsonb) AS r (role text, name text, sort int)`)

export interface FolderPatch {
  name?: string
  parentId?: FolderId | null
  hidden?: boolean
}

/** Changes what the owner decides about a folder; what is absent stays. */
export const patchFolder = (
  db: Db,
  accountId: AccountId,
  { id, name, parentId, hidden }: FolderPatch & { id: FolderId },
): Promise<number> =>
  db.run(sql`
    UPDATE folders SET name = coalesce(${name ?? null}, name), hidden = coalesce(${hidden ?? null}, hidden),
      parent_id = ${parentId === undefined ? sql`parent_id` : sql`${parentId}`}
    WHERE account_id = ${accountId} AND id = ${id}`)

/** Gives folders their places in the order of the list. */
export const orderFolders = (
  db: Db,
  accountId: AccountId,
  ids: readonly FolderId[],
): Promise<number> =>
  db.run(sql`
    UPDATE folders f SET sort = x.place
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS x (id, place)
    WHERE f.account_id = ${accountId} AND f.id = x.id`)

export const deleteFolder = (db: Db, accountId: AccountId, id: FolderId): Promise<number> =>
  db.run(sql`DELETE FROM folders WHERE account_id = ${accountId} AND id = ${id}`)

/** @param hash null takes the password away */
export const writePassword = (
  db: Db,
  accountId: AccountId,
  { id, hash }: { id: FolderId; hash: string | null },
): Promise<number> =>
  db.run(sql`
    UPDATE folders SET password_hash = ${hash} WHERE account_id = ${accountId} AND id = ${id}`)

export async function passwordOf(
  db: Db,
  accountId: AccountId,
  id: FolderId,
): Promise<string | null> {
  const [row] = await db.query(sql<{ hash: string | null }>`
    SELECT password_hash AS hash FROM folders WHERE account_id = ${accountId} AND id = ${id}`)
  return row?.hash ?? null
}

/** Says that a folder is being emptied for so many seconds more; 0: not any more. */
export const markEmptying = (
  db: Db,
  accountId: AccountId,
  { id, seconds }: { id: FolderId; seconds: number },
): Promise<number> =>
  db.run(sql`
    UPDATE folders SET emptying_until = now() + make_interval(secs => ${seconds})
    WHERE account_id = ${accountId} AND id = ${id}`)

export interface FolderStep {
  folderId: FolderId
  total: number
  unread: number
  bytes: number
  uids: number
}

export interface CountedFolder {
  folderId: FolderId
  mail: number
  unread: number
  uidNext: number
}

/** Adds to counters; @returns the new values. The caller holds the account's lock. */
export const stepFolders = (
  db: Db,
  accountId: AccountId,
  { modseq, steps }: { modseq: number; steps: readonly FolderStep[] },
): Promise<CountedFolder[]> =>
  db.query(sql<CountedFolder>`
    UPDATE folders f SET total = f.total + x.total, unread = f.unread + x.unread, bytes = f.bytes + x.bytes,
      uid_next = f.uid_next + x.uids, modseq = ${modseq}
    FROM json_to_recordset(${json(steps)}::json)
      AS x ("folderId" bigint, total int, unread int, bytes bigint, uids int)
    WHERE f.account_id = ${accountId} AND f.id = x."folderId"
    RETURNING f.id AS "folderId", f.total AS mail, f.unread, f.uid_next AS "uidNext"`)

/** Where an account stands: its position in the feed, and bytes. */
export interface AccountState {
  modseq: number
  used: number
  quota: number
}

/** Totals of an account in one row: feed position and use in bytes. */
export async function accountState(db: Db, accountId: AccountId): Promise<AccountState | null> {
  const [row] = await db.query(sql<AccountState>`
    SELECT modseq, used_bytes AS used, quota_bytes AS quota FROM accounts WHERE id = ${accountId}`)
  return row ?? null
}

/**
 * Locks the mailbox for writing until the transaction ends, and takes the next place in its feed: the first thing that
 * whatever changes a mailbox does.
 */
export const lockAccount = (db: Db, accountId: AccountId): Promise<number> =>
  stepAccount(db, accountId, 0)

/** Locks the mailbox as `lockAccount` does, and adds `bytes` to its use. @returns the place in the feed */
export async function stepAccount(db: Db, accountId: AccountId, bytes: number): Promise<number> {
  const [row] = await db.query(sql<{ modseq: number }>`
    UPDATE accounts SET modseq = modseq + 1, used_bytes = used_bytes + ${bytes} WHERE id = ${accountId}
    RETURNING modseq`)
  if (!row) throw new Error('the account does not exist')
  return row.modseq
}

export async function junkFolder(db: Db, accountId: AccountId): Promise<FolderId | null> {
  const [row] = await db.query(sql<{ id: FolderId }>`
    SELECT id FROM folders WHERE account_id = ${accountId} AND role = 'junk'`)
  return row?.id ?? null
}
