import type { MemberLevel } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'

/** A mailbox that somebody is a member of. */
export interface MailboxRow {
  accountId: AccountId
  address: string
  name: string
  isPublic: boolean
  level: MemberLevel
  until: Date | null
}

/** Somebody who is a member of a mailbox. */
export interface MemberRow {
  userId: UserId
  accountId: AccountId
  address: string
  name: string
  level: MemberLevel
  until: Date | null
}

export type Worker = Pick<MemberRow, 'userId' | 'address' | 'name' | 'level'>

const lasts = sql`(m.until IS NULL OR m.until > now())`
/** Of the mailbox `a`, as sessions there ask (`living` in session.queries.ts). */
const boxIsOpen = sql`a.disabled_at IS NULL AND (a.valid_until IS NULL OR a.valid_until > now())`

/** The mailboxes that a person may switch to now, by name. */
export const mailboxesOf = (db: Db, userId: UserId): Promise<MailboxRow[]> =>
  db.query(sql<MailboxRow>`
    SELECT a.id AS "accountId", a.address, b.name, a.kind = 'public' AS "isPublic", m.level, m.until
    FROM memberships m JOIN accounts a ON a.id = m.account_id AND ${boxIsOpen}
      JOIN users b ON b.account_id = a.id AND b.disabled_at IS NULL
    WHERE m.user_id = ${userId} AND ${lasts} ORDER BY b.name, a.id`)

/** Everybody who was given something in a mailbox, also those whose time is over. */
export const membersOf = (db: Db, accountId: AccountId): Promise<MemberRow[]> =>
  db.query(sql<MemberRow>`
    SELECT u.id AS "userId", u.account_id AS "accountId", h.address, u.name, m.level, m.until
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN accounts h ON h.id = u.account_id
    WHERE m.account_id = ${accountId} ORDER BY u.name, u.id`)

/** Those who may work there now. */
export const workingMembers = (db: Db, accountId: AccountId): Promise<Worker[]> =>
  db.query(sql<Worker>`
    SELECT u.id AS "userId", h.address, u.name, m.level
    FROM working_members m JOIN users u ON u.id = m.user_id JOIN accounts h ON h.id = u.account_id
    WHERE m.account_id = ${accountId} ORDER BY u.name, u.id`)

export const saveMember = (
  db: Db,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
  { level, until }: { level: MemberLevel; until: Date | null },
): Promise<number> =>
  db.run(sql`
    INSERT INTO memberships (account_id, user_id, level, until) VALUES (${accountId}, ${userId}, ${level}, ${until})
    ON CONFLICT (account_id, user_id) DO UPDATE SET level = excluded.level, until = excluded.until`)

export const removeMember = (
  db: Db,
  { accountId, userId }: { accountId: AccountId; userId: UserId },
): Promise<number> =>
  db.run(sql`DELETE FROM memberships WHERE account_id = ${accountId} AND user_id = ${userId}`)
