import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface SignatureRow {
  accountId: AccountId
  id: number
  name: string
  content: string
  pictureIds: number[]
}

const columns = sql`account_id AS "accountId", id, name, content, picture_ids AS "pictureIds"`

/** All of an account, oldest first. */
export const signaturesOf = (db: Db, accountId: AccountId): Promise<SignatureRow[]> =>
  db.query(
    sql<SignatureRow>`SELECT ${columns} FROM signatures WHERE account_id = ${accountId} ORDER BY id`,
  )

/** One of any of the accounts. */
export async function signatureById(
  db: Db,
  accountIds: readonly AccountId[],
  id: number,
): Promise<SignatureRow | null> {
  const [row] = await db.query(sql<SignatureRow>`
    SELECT ${columns} FROM signatures WHERE account_id = ANY(${accountIds}::bigint[]) AND id = ${id}`)
  return row ?? null
}

type NewSignature = Omit<SignatureRow, 'accountId' | 'id'>

export async function insertSignature(
  db: Db,
  accountId: AccountId,
  { name, content, pictureIds }: NewSignature,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO signatures (account_id, name, content, picture_ids)
    VALUES (${accountId}, ${name}, ${content}, ${pictureIds}::bigint[]) RETURNING id`)
  return row?.id ?? 0
}

export const updateSignature = (
  db: Db,
  accountId: AccountId,
  { id, name, content, pictureIds }: NewSignature & { id: number },
): Promise<number> =>
  db.run(sql`
    UPDATE signatures SET name = ${name}, content = ${content}, picture_ids = ${pictureIds}::bigint[]
    WHERE account_id = ${accountId} AND id = ${id}`)

export const deleteSignature = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM signatures WHERE account_id = ${accountId} AND id = ${id}`)

export interface Choice {
  accountId: AccountId
  forNew: number | null
  forReply: number | null
}

/** What the accounts chose; nothing for one that chose nothing. */
export const choicesOf = (db: Db, accountIds: readonly AccountId[]): Promise<Choice[]> =>
  db.query(sql<Choice>`
    SELECT account_id AS "accountId", for_new AS "forNew", for_reply AS "forReply"
    FROM signature_choices WHERE account_id = ANY(${accountIds}::bigint[])`)

export const writeChoice = (db: Db, { accountId, forNew, forReply }: Choice): Promise<number> =>
  db.run(sql`
    INSERT INTO signature_choices (account_id, for_new, for_reply) VALUES (${accountId}, ${forNew}, ${forReply})
    ON CONFLICT (account_id) DO UPDATE SET for_new = EXCLUDED.for_new, for_reply = EXCLUDED.for_reply`)

/** A signature that is gone is chosen by nobody: after a system signature this is every account. */
export const dropChoice = (db: Db, id: number): Promise<number> =>
  db.run(sql`
    UPDATE signature_choices SET for_new = nullif(for_new, ${id}), for_reply = nullif(for_reply, ${id})
    WHERE for_new = ${id} OR for_reply = ${id}`)
