import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

export interface Flow {
  verifier: string
  nonce: string
}

export const insertFlow = (
  db: Db,
  flow: Flow & { stateHash: Buffer; flowHash: Buffer; seconds: number },
): Promise<number> =>
  db.run(sql`
    INSERT INTO sso_flows (state_hash, flow_hash, verifier, nonce, expires_at)
    VALUES (${flow.stateHash}, ${flow.flowHash}, ${flow.verifier}, ${flow.nonce},
      now() + make_interval(secs => ${flow.seconds}))`)

/** Takes a flow away: it is good once, and only in the browser that began it. */
export async function takeFlow(db: Db, stateHash: Buffer, flowHash: Buffer): Promise<Flow | null> {
  const [row] = await db.query(sql<Flow>`
    DELETE FROM sso_flows WHERE state_hash = ${stateHash} AND flow_hash = ${flowHash} AND expires_at > now()
    RETURNING verifier, nonce`)
  return row ?? null
}

export interface Identity {
  issuer: string
  subject: string
}

export interface Known {
  userId: UserId
  accountId: AccountId
  owing: boolean
  asOf: Date
}

export async function holderOf(db: Db, { issuer, subject }: Identity): Promise<Known | null> {
  const [row] = await db.query(sql<Known>`
    SELECT u.id AS "userId", u.account_id AS "accountId", false AS owing,
      u.password_changed_at AS "asOf"
    FROM sso_identities s JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL
      JOIN accounts a ON a.id = u.account_id AND a.disabled_at IS NULL
    WHERE s.issuer = ${issuer} AND s.subject = ${subject}`)
  return row ?? null
}

/** Also of somebody who is shut out. */
export async function userOf(db: Db, { issuer, subject }: Identity): Promise<UserId | null> {
  const [row] = await db.query(sql<{ userId: UserId }>`
    SELECT user_id AS "userId" FROM sso_identities WHERE issuer = ${issuer} AND subject = ${subject}`)
  return row?.userId ?? null
}

/** Ties an identity to the person of an account, once and for good. @returns 1 when it was free */
export const insertIdentity = (
  db: Db,
  { issuer, subject }: Identity,
  accountId: AccountId,
): Promise<number> =>
  db.run(sql`
    INSERT INTO sso_identities (issuer, subject, user_id)
    SELECT ${issuer}, ${subject}, id FROM users WHERE account_id = ${accountId}
    ON CONFLICT DO NOTHING`)

export const sweepFlows = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM sso_flows WHERE expires_at < now()`)
