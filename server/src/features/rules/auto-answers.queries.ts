import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/** What an account does with every mail by itself. */
export interface AutoAnswerRow {
  replyEnabled: boolean
  replyContent: string
  replyFrom: Date | null
  replyUntil: Date | null
  forwardEnabled: boolean
  forwardTo: string[]
  forwardKeep: boolean
}

const nothing: AutoAnswerRow = {
  replyEnabled: false,
  replyContent: '',
  replyFrom: null,
  replyUntil: null,
  forwardEnabled: false,
  forwardTo: [],
  forwardKeep: true,
}

const columns = sql`reply_enabled AS "replyEnabled", reply_content AS "replyContent", reply_from AS "replyFrom",
  reply_until AS "replyUntil", forward_enabled AS "forwardEnabled", forward_to AS "forwardTo", forward_keep AS "forwardKeep"`

export async function autoAnswerOf(db: Db, accountId: AccountId): Promise<AutoAnswerRow> {
  const [row] = await db.query(
    sql<AutoAnswerRow>`SELECT ${columns} FROM auto_answers WHERE account_id = ${accountId}`,
  )
  return row ?? nothing
}

/** Of some accounts, each as `autoAnswerOf` says it. */
export async function autoAnswersOf(
  db: Db,
  accounts: readonly AccountId[],
): Promise<Map<AccountId, AutoAnswerRow>> {
  const rows = await db.query(sql<AutoAnswerRow & { accountId: AccountId }>`
    SELECT account_id AS "accountId", ${columns} FROM auto_answers WHERE account_id = ANY(${accounts}::bigint[])`)
  const written = new Map(rows.map(({ accountId, ...row }) => [accountId, row]))
  return new Map(accounts.map((one) => [one, written.get(one) ?? nothing]))
}

export type ReplySettings = Pick<
  AutoAnswerRow,
  'replyEnabled' | 'replyContent' | 'replyFrom' | 'replyUntil'
>

/** Saves the reply and forgets who had one: what changed is news to everybody. */
export async function saveReplySettings(
  db: Db,
  accountId: AccountId,
  reply: ReplySettings,
): Promise<void> {
  await db.run(sql`
    INSERT INTO auto_answers (account_id, reply_enabled, reply_content, reply_from, reply_until)
    VALUES (${accountId}, ${reply.replyEnabled}, ${reply.replyContent}, ${reply.replyFrom}, ${reply.replyUntil})
    ON CONFLICT (account_id) DO UPDATE SET reply_enabled = EXCLUDED.reply_enabled,
      reply_content = EXCLUDED.reply_content, reply_from = EXCLUDED.reply_from, reply_until = EXCLUDED.reply_until`)
  await db.run(sql`DELETE FROM auto_replied WHERE account_id = ${accountId}`)
}

export type ForwardSettings = Pick<AutoAnswerRow, 'forwardEnabled' | 'forwardTo' | 'forwardKeep'>

export const saveForwardSettings = (
  db: Db,
  accountId: AccountId,
  forward: ForwardSettings,
): Promise<number> =>
  db.run(sql`
    INSERT INTO auto_answers (account_id, forward_enabled, forward_to, forward_keep)
    VALUES (${accountId}, ${forward.forwardEnabled}, ${forward.forwardTo}::text[], ${forward.forwardKeep})
    ON CONFLICT (account_id) DO UPDATE SET forward_enabled = EXCLUDED.forward_enabled,
      forward_to = EXCLUDED.forward_to, forward_keep = EXCLUDED.forward_keep`)

/** Nobody gets a second reply for this long (RFC 3834 section 2). */
const silence = sql`interval '7 days'`

interface Replied {
  accountId: AccountId
  address: string
  now: Date
}

export async function hadReply(db: Db, { accountId, address, now }: Replied): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT at FROM auto_replied
    WHERE account_id = ${accountId} AND address = ${address} AND at > ${now}::timestamptz - ${silence}`)
  return rows.length > 0
}

/** Takes the right to reply; false when there was a reply within the last seven days. */
export async function takeReply(db: Db, { accountId, address, now }: Replied): Promise<boolean> {
  const taken = await db.run(sql`
    INSERT INTO auto_replied AS r (account_id, address, at) VALUES (${accountId}, ${address}, ${now})
    ON CONFLICT (account_id, address) DO UPDATE SET at = EXCLUDED.at
    WHERE r.at <= ${now}::timestamptz - ${silence}`)
  return taken > 0
}

export const sweepReplied = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM auto_replied WHERE at < now() - ${silence}`)
