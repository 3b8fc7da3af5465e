import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, SessionId } from '../../platform/ids.ts'
import type { DeviceSeen } from './devices.queries.ts'

export interface AccessRow {
  isOn: boolean
  /** Protocols that are closed to programs, the others are open. */
  closed: string[]
  codeHash: Buffer | null
  codeAt: Date | null
  /** Codes made in the last 24 hours. */
  made: number
  /** When the first of these is 24 hours old; null for none. */
  nextAt: Date | null
}

/**
 * A code is no better than the password that was there when it was made: a later one, whoever sets it, ends it. A rule
 * of every look at a code, so that no way of setting a password can forget it.
 */
const lives = sql`(c.code_hash IS NOT NULL AND c.code_at >= u.password_changed_at)`

/** The administrator lets programs in at all (`hongyan switch clientSwitch`). */
const served = sql`EXISTS (SELECT FROM organisations o
  WHERE o.id = u.organisation_id AND o.settings->>'clientSwitch' IS DISTINCT FROM '0')`

const madeToday = sql`ARRAY(SELECT at FROM unnest(c.made_at) at WHERE at > now() - interval '24 hours')`

export async function accessOf(db: Db, accountId: AccountId): Promise<AccessRow | null> {
  const [row] = await db.query(sql<AccessRow>`
    SELECT c.is_on AS "isOn", c.closed_protocols AS closed, 
      CASE WHEN ${lives} THEN c.code_hash END AS "codeHash", CASE WHEN ${lives} THEN c.code_at END AS "codeAt",
      cardinality(${madeToday}) AS made,
      (SELECT min(at) + interval '24 hours' FROM unnest(${madeToday}) at) AS "nextAt"
    FROM client_access c JOIN users u ON u.account_id = c.account_id WHERE c.account_id = ${accountId}`)
  return row ?? null
}

/** @param provedBy the login whose owner gave the password for it; null: none, also not before */
export const writeState = (
  db: Db,
  accountId: AccountId,
  { isOn, provedBy }: { isOn: boolean; provedBy: SessionId | null },
): Promise<number> =>
  db.run(sql`
    INSERT INTO client_access (account_id, is_on, proved_by, proved_at)
    VALUES (${accountId}, ${isOn}, ${provedBy}::bigint, now())
    ON CONFLICT (account_id) DO UPDATE SET is_on = excluded.is_on, proved_by = excluded.proved_by,
      proved_at = excluded.proved_at`)

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

/** The login has given its owner's password in so many minutes, and no other password was set since. */
const proved = (sessionId: SessionId, minutes: number) => sql`(c.proved_by = ${sessionId}
  AND c.proved_at > now() - make_interval(mins => ${minutes}) AND c.proved_at >= u.password_changed_at)`

/** False where the organisation has no service for programs. */
export async function isOffered(db: Db, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM users u WHERE u.account_id = ${accountId} AND ${served}`,
  )
  return rows.length > 0
}

interface NewCode {
  hash: Buffer
  scram: Buffer
  max: number
  sessionId: SessionId
  minutes: number
}

/** Of several at the same time no more than `max` are made in a day. @returns 0 where there were so many, or no proof */
export const writeCode = (
  db: Db,
  accountId: AccountId,
  { hash, scram, max, ...by }: NewCode,
): Promise<number> =>
  db.run(sql`
    UPDATE client_access c SET code_hash = ${hash}, scram_keys = ${scram}, code_at = now(), made_at = ${madeToday} || now()::timestamptz(3), networks = '{}'
    FROM users u
    WHERE u.account_id = c.account_id AND ${proved(by.sessionId, by.minutes)}
      AND c.account_id = ${accountId} AND c.is_on AND cardinality(${madeToday}) < ${max}`)

export const dropCode = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`
    UPDATE client_access SET code_hash = NULL, scram_keys = NULL, code_at = NULL, proved_by = NULL
    WHERE account_id = ${accountId} AND code_hash IS NOT NULL`)

export async function isProved(
  db: Db,
  accountId: AccountId,
  { sessionId, minutes }: { sessionId: SessionId; minutes: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM client_access c JOIN users u ON u.account_id = c.account_id
    WHERE c.account_id = ${accountId} AND ${proved(sessionId, minutes)}`)
  return rows.length > 0
}

/** The places that a code's log remembers. */
const maxNetworks = 50

/** Notes from where a code was used. @returns 0 where that is known */
export const noteNetwork = (db: Db, accountId: AccountId, network: string): Promise<number> =>
  db.run(sql`
    UPDATE client_access SET networks = (ARRAY[${network}::text] || networks)[1:${maxNetworks}]
    WHERE account_id = ${accountId} AND ${network}::text <> ALL(networks)`)

export interface ProgramRow {
  address: string
  /** Null without a code that lives. */
  codeHash: Buffer | null
  /** For SCRAM, of each way to type the code; null for a code of before. */
  scramKeys: Buffer | null
}

/** What a program must know; null where none is let in: switched off, no code that lives (which one with a login of the web needs not), a device that was cut off, or a person who may not come in. */
export async function openTo(
  db: Db,
  accountId: AccountId,
  {
    protocol,
    device,
    sessionId,
  }: { protocol: string; device: DeviceSeen | null; sessionId: SessionId | null },
): Promise<ProgramRow | null> {
  const [row] = await db.query(sql<ProgramRow>`
    SELECT a.address, CASE WHEN ${lives} THEN c.code_hash END AS "codeHash", c.scram_keys AS "scramKeys"
    FROM client_access c JOIN accounts a ON a.id = c.account_id JOIN users u ON u.account_id = a.id
    WHERE c.account_id = ${accountId} AND c.is_on
      AND ${protocol}::text <> ALL(c.closed_protocols)
      AND (${sessionId !== null} OR ${lives}) AND a.kind = 'personal' AND (a.valid_until IS NULL OR a.valid_until > now())
      AND a.disabled_at IS NULL AND u.disabled_at IS NULL AND NOT u.password_owed AND ${served}
      AND (${device?.id ?? null}::bigint IS NULL OR EXISTS (SELECT FROM client_devices d
        WHERE d.id = ${device?.id ?? null}::bigint AND d.epoch = ${device?.epoch ?? 0}::integer AND NOT d.is_unbound))`)
  return row ?? null
}
