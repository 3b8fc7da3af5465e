import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

export interface AccessRow {
  isOn: boolean
  /** Protocols that are closed to programs, the others are open. */
  closed: string[]
  codeHash: Buffer | null
  codeAt: Date | null
  /** Codes made in the last 24 hours. */
  made: number
}

const madeToday = sql`ARRAY(SELECT at FROM unnest(c.made_at) at WHERE at > now() - interval '24 hours')`

export async function accessOf(db: Db, accountId: AccountId): Promise<AccessRow | null> {
  const [row] = await db.query(sql<AccessRow>`
    SELECT c.is_on AS "isOn", c.closed_protocols AS closed, c.code_hash AS "codeHash", c.code_at AS "codeAt",
      cardinality(${madeToday}) AS made
    FROM client_access c WHERE c.account_id = ${accountId}`)
  return row ?? null
}

export const writeState = (db: Db, accountId: AccountId, isOn: boolean): Promise<number> =>
  db.run(sql`
    INSERT INTO client_access (account_id, is_on) VALUES (${accountId}, ${isOn})
    ON CONFLICT (account_id) DO UPDATE SET is_on = excluded.is_on`)

export const writeProtocol = (
  db: Db,
  accountId: AccountId,
  { protocol, isOpen }: { protocol: string; isOpen: boolean },
): Promise<number> =>
  db.run(sql`
    INSERT INTO client_access AS c (account_id, closed_protocols)
    VALUES (${accountId}, CASE WHEN ${isOpen} THEN '{}'::text[] ELSE ARRAY[${protocol}::text] END)
    ON CONFLICT (account_id) DO UPDATE SET closed_protocols =
      array_remove(c.closed_protocols, ${protocol}::text) || excluded.closed_protocols`)

/** Of several at the same time no more than `max` are made in a day. @returns 0 where there were so many */
export const writeCode = (
  db: Db,
  accountId: AccountId,
  { hash, max }: { hash: Buffer; max: number },
): Promise<number> =>
  db.run(sql`
    UPDATE client_access c SET code_hash = ${hash}, code_at = now(), made_at = ${madeToday} || now()::timestamptz(3)
    WHERE c.account_id = ${accountId} AND c.is_on AND cardinality(${madeToday}) < ${max}`)

export const dropCode = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`
    UPDATE client_access SET code_hash = NULL, code_at = NULL
    WHERE account_id = ${accountId} AND code_hash IS NOT NULL`)

export interface ProgramRow {
  address: string
  codeHash: Buffer
}

/** What a program must know; null where none is let in: switched off, no code, or a person who may not come in. */
export async function openTo(
  db: Db,
  accountId: AccountId,
  protocol: string,
): Promise<ProgramRow | null> {
  const [row] = await db.query(sql<ProgramRow>`
    SELECT a.address, c.code_hash AS "codeHash"
    FROM client_access c JOIN accounts a ON a.id = c.account_id JOIN users u ON u.account_id = a.id
    WHERE c.account_id = ${accountId} AND c.is_on AND c.code_hash IS NOT NULL
      AND ${protocol}::text <> ALL(c.closed_protocols)
      AND a.kind = 'personal' AND (a.valid_until IS NULL OR a.valid_until > now())
      AND a.disabled_at IS NULL AND u.disabled_at IS NULL AND NOT u.password_owed`)
  return row ?? null
}
