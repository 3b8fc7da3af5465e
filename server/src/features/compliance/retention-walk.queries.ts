import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, FolderId, MessageId, OrganisationId } from '../../platform/ids.ts'

/** A way through all mailboxes: a night of all rules, or a dry run of one. */
export interface Walk {
  id: number
  organisationId: OrganisationId
  /** Null: a night. */
  trialOf: number | null
  at: Date
  endedAt: Date | null
  accountDone: number
  /** The mailbox in hand. */
  accountId: AccountId | null
  /** The last mail of it that was looked at. */
  folderId: number
  pinned: boolean
  receivedAt: Date
  messageId: number
  steps: number
}

/** Rules that a walk is about, of rows `r`. */
const ofWalk = ({ trialOf, at }: Pick<Walk, 'trialOf' | 'at'>): Sql =>
  trialOf === null ? sql`r.runs_from <= ${at}` : sql`r.id = ${trialOf}`

const isOld = (at: Date): Sql =>
  sql`m.received_at < ${at}::timestamptz - make_interval(days => r.days)`

/** Mailboxes of people: of who is being deleted all mail goes elsewhere first. */
const mailboxes = (organisationId: OrganisationId): Sql => sql`
  FROM accounts a JOIN users u ON u.account_id = a.id
  WHERE u.organisation_id = ${organisationId} AND u.deleted_at IS NULL AND a.kind = 'personal' AND NOT EXISTS (
    SELECT FROM console_deletions x WHERE x.account_id = a.id AND x.state IN ('handing', 'full', 'erasing'))`

interface NewWalk {
  organisationId: OrganisationId
  trialOf: number | null
  at: Date
  now: Date
  by: string
}

/** @returns null where a night of the organisation goes on */
export async function insertWalk(tx: Db, one: NewWalk): Promise<number | null> {
  const [row] = await tx.query(sql<{ id: number }>`
    INSERT INTO retention_walks (organisation_id, trial_of, at, made_by, started_at, mailboxes)
    VALUES (${one.organisationId}, ${one.trialOf}, ${one.at}, ${one.by}, ${one.now},
      (SELECT count(*) ${mailboxes(one.organisationId)}))
    ON CONFLICT DO NOTHING RETURNING id`)
  if (!row) return null
  await tx.run(sql`
    INSERT INTO retention_sums (walk_id, organisation_id, night, rule_id, rule_name)
    SELECT ${row.id}, r.organisation_id, ${one.trialOf === null ? one.at : null}::timestamptz, r.id, r.name
    FROM retention_rules r WHERE r.organisation_id = ${one.organisationId} AND ${ofWalk(one)} ORDER BY r.id`)
  return row.id
}

export const dropTrial = (tx: Db, ruleId: number): Promise<number> =>
  tx.run(sql`DELETE FROM retention_walks WHERE trial_of = ${ruleId}`)

/** Organisations with a rule that deletes now. */
export const organisationsDue = (db: Db, now: Date): Promise<{ id: OrganisationId }[]> =>
  db.query(sql<{ id: OrganisationId }>`
    SELECT DISTINCT organisation_id AS id FROM retention_rules WHERE runs_from <= ${now}`)

/** Walks that are not at their end, however that came. */
export const walksGoing = (db: Db): Promise<{ id: number }[]> =>
  db.query(sql<{ id: number }>`SELECT id FROM retention_walks WHERE ended_at IS NULL`)

/** Nights of long ago, with their sums. */
export const forgetNights = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM retention_walks WHERE trial_of IS NULL AND ended_at < ${before}`)

export async function walkById(db: Db, id: number): Promise<Walk | null> {
  const [row] = await db.query(sql<Walk>`
    SELECT id, organisation_id AS "organisationId", trial_of AS "trialOf", at, ended_at AS "endedAt",
      account_done AS "accountDone", account_id AS "accountId", folder_id AS "folderId", pinned,
      received_at AS "receivedAt", message_id AS "messageId", steps
    FROM retention_walks WHERE id = ${id}`)
  return row ?? null
}

/** The next mailboxes, and whether each has mail that is old enough. */
export const mailboxesAfter = (
  db: Db,
  walk: Walk,
  limit: number,
): Promise<{ id: AccountId; old: boolean }[]> =>
  db.query(sql<{ id: AccountId; old: boolean }>`
    SELECT n.id, EXISTS (
      SELECT FROM retention_of(n.id, ${walk.trialOf}::bigint) o JOIN retention_rules r ON r.id = o.rule_id AND ${ofWalk(walk)}
        JOIN folders f ON f.account_id = n.id AND coalesce(f.role, 'own') = o.kind
      WHERE ${hasOld(sql`n.id`, walk.at)}) AS old
    FROM (SELECT a.id ${mailboxes(walk.organisationId)} AND a.id > ${walk.accountDone} ORDER BY a.id LIMIT ${limit}) n
    ORDER BY n.id`)

const hasOld = (account: Sql, at: Date): Sql => sql`EXISTS (
  SELECT FROM messages m WHERE m.account_id = ${account} AND m.folder_id = f.id AND m.pinned = ANY(ARRAY[false, true]) AND ${isOld(at)})`

/** A part of a folder, and the rule that decides on it. */
export interface Place {
  folderId: FolderId
  pinned: boolean
  kind: string
  /** Days count from when mail came there. */
  byArrival: boolean
  ruleId: number
  /** What came before this moment is old. */
  before: Date
  keepStarred: boolean
  keepLabel: string
}

/** Places of the mailbox in hand with mail that is old enough, from where the walk is. */
export const placesOf = (
  db: Db,
  accountId: AccountId,
  { walk, byArrival }: { walk: Walk; byArrival: readonly string[] },
): Promise<Place[]> =>
  db.query(sql<Place>`
    SELECT f.id AS "folderId", p.pinned, o.kind, o.kind = ANY(${byArrival}::text[]) AS "byArrival", r.id AS "ruleId",
      ${walk.at}::timestamptz - make_interval(days => r.days) AS before, r.keep_starred AS "keepStarred", r.keep_label AS "keepLabel"
    FROM retention_of(${accountId}, ${walk.trialOf}::bigint) o JOIN retention_rules r ON r.id = o.rule_id AND ${ofWalk(walk)}
      JOIN folders f ON f.account_id = ${accountId} AND coalesce(f.role, 'own') = o.kind
      CROSS JOIN (VALUES (false), (true)) AS p (pinned)
    WHERE (f.id, p.pinned) >= (${walk.folderId}::bigint, ${walk.pinned}::boolean) AND EXISTS (
      SELECT FROM messages m WHERE m.account_id = ${accountId} AND m.folder_id = f.id AND m.pinned = p.pinned AND ${isOld(walk.at)})
    ORDER BY 1, 2`)

/**
 * Whether mail `m` of a place goes. What waits to leave or to be approved stays, drafts, what a to-do wants at a later time, and what
 * a legal hold (`held`) keeps.
 */
const isDue = ({ at }: Walk, { byArrival, before, keepStarred, keepLabel }: Place): Sql => sql`(
  NOT m.draft AND m.received_at < ${before}
  ${byArrival ? sql`AND coalesce(m.saved_at, m.received_at) < ${before}` : none}
  ${keepStarred ? sql`AND NOT m.starred` : none}
  ${
    keepLabel === ''
      ? none
      : sql`AND NOT EXISTS (SELECT FROM labels l
    WHERE l.account_id = m.account_id AND l.id = ANY(m.labels) AND lower(l.name) = lower(${keepLabel}) AND l.deleted_at IS NULL)`
  }
  AND NOT EXISTS (SELECT FROM submissions s WHERE s.account_id = m.account_id AND s.message_id = m.id
    AND s.state IN ('held', 'scheduled', 'awaiting-approval', 'queued'))
  AND NOT EXISTS (SELECT FROM todos t WHERE t.account_id = m.account_id AND t.message_id = m.id
    AND t.done_at IS NULL AND t.due_at >= ${at})
  AND NOT EXISTS (SELECT FROM held h WHERE (h.mail_from IS NULL OR m.received_at >= h.mail_from)
    AND (h.mail_until IS NULL OR m.received_at < h.mail_until)))`

const held = (accountId: AccountId): Sql =>
  sql`held AS MATERIALIZED (SELECT mail_from, mail_until FROM legal_holds_on(${accountId}))`

export interface Looked {
  id: MessageId
  receivedAt: Date
  size: number
  due: boolean
}

/** The next old mails of a place, the oldest first: a range of the index of its list. */
export const nextOld = (
  db: Db,
  { accountId, walk, place }: { accountId: AccountId; walk: Walk; place: Place },
  limit: number,
): Promise<Looked[]> => {
  const { folderId, pinned } = place
  const isGoingOn = folderId === walk.folderId && pinned === walk.pinned
  const [receivedAt, id] = isGoingOn ? [walk.receivedAt, walk.messageId] : [longAgo, 0]
  return db.query(sql<Looked>`
    WITH ${held(accountId)}
    SELECT m.id, m.received_at AS "receivedAt", m.size, ${isDue(walk, place)} AS due FROM messages m
    WHERE m.account_id = ${accountId} AND m.folder_id = ${folderId} AND m.pinned = ${pinned}
      AND m.received_at < ${place.before} AND (m.received_at, m.id) > (${receivedAt}::timestamptz, ${id}::bigint)
    ORDER BY m.received_at, m.id LIMIT ${limit}`)
}

const longAgo = new Date('0001-01-01T00:00:00Z')

/** As everywhere the lock on the mailbox comes first: nothing of it changes until the end of the transaction. */
export const lockMailbox = (tx: Db, accountId: AccountId): Promise<unknown> =>
  tx.query(sql`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`)

/** Those of some mails that are due behind the lock: the rule is on, decides here, and says so of each. */
export const stillDue = (
  tx: Db,
  { accountId, walk, place }: { accountId: AccountId; walk: Walk; place: Place },
  ids: readonly MessageId[],
): Promise<Looked[]> =>
  tx.query(sql<Looked>`
    WITH ${held(accountId)}
    SELECT m.id, m.received_at AS "receivedAt", m.size, true AS due
    FROM messages m
    WHERE m.account_id = ${accountId} AND m.folder_id = ${place.folderId} AND m.id = ANY(${ids}::bigint[]) AND ${isDue(walk, place)}
      AND EXISTS (SELECT FROM retention_of(${accountId}, NULL) o JOIN retention_rules r ON r.id = o.rule_id AND ${ofWalk(walk)}
        WHERE o.kind = ${place.kind} AND r.id = ${place.ruleId})`)

/** Where a walk goes on; the mailbox in hand is done where there is none in its place. */
export type Step =
  | { accountDone: number; accountId: AccountId | null; looked: number }
  | { folderId: number; pinned: boolean; receivedAt: Date; messageId: number }

/** @returns 0 where somebody else made a step meanwhile, or the walk is gone */
export const stepWalk = (tx: Db, { id, steps }: Walk, to: Step): Promise<number> =>
  'accountDone' in to
    ? tx.run(sql`
        UPDATE retention_walks SET account_done = ${to.accountDone}, account_id = ${to.accountId}, looked = looked + ${to.looked},
          folder_id = 0, pinned = false, received_at = ${longAgo}, message_id = 0, steps = steps + 1
        WHERE id = ${id} AND steps = ${steps} AND ended_at IS NULL`)
    : tx.run(sql`
        UPDATE retention_walks SET folder_id = ${to.folderId}, pinned = ${to.pinned}, received_at = ${to.receivedAt},
          message_id = ${to.messageId}, steps = steps + 1
        WHERE id = ${id} AND steps = ${steps} AND ended_at IS NULL`)

export const endWalk = (db: Db, { id, steps }: Walk, now: Date): Promise<number> =>
  db.run(sql`
    UPDATE retention_walks SET ended_at = ${now} WHERE id = ${id} AND steps = ${steps} AND ended_at IS NULL`)

/** Adds mails of one mailbox; mailboxes come one after the other, so that each is counted once. */
export const addSums = (
  tx: Db,
  { walkId, ruleId, accountId }: { walkId: number; ruleId: number; accountId: AccountId },
  rows: readonly Looked[],
): Promise<number> => {
  const bytes = rows.reduce((sum, { size }) => sum + size, 0)
  const oldest = new Date(Math.min(...rows.map(({ receivedAt }) => receivedAt.getTime())))
  return tx.run(sql`
    UPDATE retention_sums SET people = people + (account_id <> ${accountId})::int, account_id = ${accountId},
      mails = mails + ${rows.length}, bytes = bytes + ${bytes}, oldest = least(oldest, ${oldest})
    WHERE walk_id = ${walkId} AND rule_id = ${ruleId}`)
}
