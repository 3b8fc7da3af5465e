import type { Db } from '../../platform/db/pool.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'

export interface ExportRow {
  id: number
  organisationId: OrganisationId
  state: 'waiting' | 'refused' | 'withdrawn' | 'lapsed' | 'working' | 'ready' | 'failed' | 'gone'
  reason: string
  holdId: number | null
  hold: string | null
  mailFrom: Date | null
  mailUntil: Date | null
  party: string
  tell: 'now' | 'later' | 'never'
  tellDays: number | null
  silence: string
  fourEyes: boolean
  askedBy: UserId
  askedAddress: string
  askedAt: Date
  decidedBy: UserId | null
  decidedAddress: string
  decidedAt: Date | null
  word: string
  mails: number
  unreadable: number
  bytes: number
  indexSize: number | null
  indexCrc: number | null
  manifest: string | null
  madeAt: Date | null
  expiresAt: Date | null
  tellAt: Date | null
  downloads: number
}

const columns = sql`e.id, e.organisation_id AS "organisationId", e.state, e.reason, e.hold_id AS "holdId",
  (SELECT h.reason FROM legal_holds h WHERE h.id = e.hold_id) AS hold, e.mail_from AS "mailFrom", e.mail_until AS "mailUntil",
  e.party, e.tell, e.tell_days AS "tellDays", e.silence, e.four_eyes AS "fourEyes", e.asked_by AS "askedBy",
  e.asked_address AS "askedAddress", e.asked_at AS "askedAt", e.decided_by AS "decidedBy", e.decided_address AS "decidedAddress",
  e.decided_at AS "decidedAt", e.word, e.mails, e.unreadable, e.bytes, e.index_size AS "indexSize", e.index_crc AS "indexCrc",
  e.manifest, e.made_at AS "madeAt", e.expires_at AS "expiresAt", e.tell_at AS "tellAt", e.downloads`

export const exportsPage = (
  db: Db,
  organisationId: OrganisationId,
  { before, limit }: { before: number | null; limit: number },
): Promise<ExportRow[]> =>
  db.query(sql<ExportRow>`
    SELECT ${columns} FROM mail_exports e
    WHERE e.organisation_id = ${organisationId} AND (${before}::bigint IS NULL OR e.id < ${before}::bigint)
    ORDER BY e.id DESC LIMIT ${limit}`)

export async function exportById(db: Db, id: number): Promise<ExportRow | null> {
  const [row] = await db.query(
    sql<ExportRow>`SELECT ${columns} FROM mail_exports e WHERE e.id = ${id}`,
  )
  return row ?? null
}

export async function lockExport(db: Db, id: number): Promise<ExportRow | null> {
  const [row] = await db.query(
    sql<ExportRow>`SELECT ${columns} FROM mail_exports e WHERE e.id = ${id} FOR UPDATE OF e`,
  )
  return row ?? null
}

export interface ExportPerson {
  exportId: number
  accountId: AccountId
  name: string
  address: string
  whole: boolean
  source: 'mailbox' | 'deleted' | 'kept' | 'done'
  lastId: number
  mails: number
  toldAt: Date | null
}

export const personColumns = sql`export_id AS "exportId", account_id AS "accountId", name, address, whole, source,
  last_id AS "lastId", mails, told_at AS "toldAt"`

export const peopleOf = (db: Db, ids: readonly number[]): Promise<ExportPerson[]> =>
  db.query(sql<ExportPerson>`
    SELECT ${personColumns} FROM mail_export_people WHERE export_id = ANY(${ids}::bigint[]) ORDER BY export_id, address`)

export interface NamedPerson {
  accountId: AccountId
  name: string
  address: string
  /** By which address they were named: their own or an alias. */
  given: string
}

/** People by id or by any of their addresses, in lower case; who was deleted is none. */
export const peopleNamed = (
  db: Db,
  organisationId: OrganisationId,
  { ids, addresses }: { ids: readonly number[]; addresses: readonly string[] },
): Promise<NamedPerson[]> =>
  db.query(sql<NamedPerson>`
    SELECT a.id AS "accountId", u.name, a.address, x.given FROM (
        SELECT id AS account_id, '' AS given FROM unnest(${ids}::bigint[]) id
        UNION ALL SELECT account_id, address FROM addresses WHERE address = ANY(${addresses}::text[])) x
      JOIN accounts a ON a.id = x.account_id JOIN users u ON u.account_id = a.id
    WHERE a.organisation_id = ${organisationId} AND u.deleted_at IS NULL ORDER BY a.address`)

/** Everybody whom a hold is about, and of whom it kept something. @returns at most `limit` */
export const peopleOfHold = (
  db: Db,
  holdId: number,
  limit: number,
): Promise<{ accountId: AccountId; name: string; address: string; whole: boolean }[]> =>
  db.query(sql<{ accountId: AccountId; name: string; address: string; whole: boolean }>`
    WITH RECURSIVE tree AS (
      SELECT department_id AS id FROM legal_hold_departments WHERE hold_id = ${holdId}
      UNION SELECT d.id FROM departments d JOIN tree ON d.parent_id = tree.id),
    named AS (
      SELECT account_id FROM legal_hold_people WHERE hold_id = ${holdId}
      UNION SELECT u.account_id FROM users u JOIN tree ON tree.id = u.department_id WHERE u.deleted_at IS NULL),
    kept AS (
      SELECT DISTINCT c.account_id FROM legal_copy_holds k JOIN legal_copies c ON c.id = k.copy_id WHERE k.hold_id = ${holdId})
    SELECT a.id AS "accountId", coalesce(u.name, a.display_name) AS name, a.address,
      EXISTS (SELECT FROM named n WHERE n.account_id = a.id) AS whole
    FROM (SELECT account_id FROM named UNION SELECT account_id FROM kept) x JOIN accounts a ON a.id = x.account_id
      LEFT JOIN users u ON u.account_id = a.id
    ORDER BY a.address LIMIT ${limit}`)

export async function holdFor(
  db: Db,
  organisationId: OrganisationId,
  id: number,
): Promise<{ mailFrom: Date | null; mailUntil: Date | null } | null> {
  const [row] = await db.query(sql<{ mailFrom: Date | null; mailUntil: Date | null }>`
    SELECT mail_from AS "mailFrom", mail_until AS "mailUntil" FROM legal_holds
    WHERE id = ${id} AND organisation_id = ${organisationId}`)
  return row ?? null
}

export interface NewExport {
  state: 'waiting' | 'working'
  reason: string
  holdId: number | null
  mailFrom: Date | null
  mailUntil: Date | null
  party: string
  tell: 'now' | 'later' | 'never'
  tellDays: number | null
  silence: string
  fourEyes: boolean
  askedBy: UserId
  askedAddress: string
  people: readonly { accountId: AccountId; name: string; address: string; whole: boolean }[]
}

export async function insertExport(
  db: Db,
  organisationId: OrganisationId,
  one: NewExport,
): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`
    INSERT INTO mail_exports (organisation_id, state, reason, hold_id, mail_from, mail_until, party, tell, tell_days, silence,
      four_eyes, asked_by, asked_address)
    VALUES (${organisationId}, ${one.state}, ${one.reason}, ${one.holdId}, ${one.mailFrom}, ${one.mailUntil}, ${one.party},
      ${one.tell}, ${one.tellDays}, ${one.silence}, ${one.fourEyes}, ${one.askedBy}, ${one.askedAddress}) RETURNING id`)
  const { id } = row as { id: number }
  const { people } = one
  await db.run(sql`
    INSERT INTO mail_export_people (export_id, account_id, name, address, whole)
    SELECT ${id}, x.account_id, x.name, x.address, x.whole FROM unnest(${people.map(({ accountId }) => accountId)}::bigint[],
      ${people.map(({ name }) => name)}::text[], ${people.map(({ address }) => address)}::text[],
      ${people.map(({ whole }) => whole)}::boolean[]) AS x (account_id, name, address, whole)`)
  return id
}

export async function openExports(db: Db, organisationId: OrganisationId): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`
    SELECT count(*)::int AS count FROM mail_exports
    WHERE organisation_id = ${organisationId} AND state IN ('waiting', 'working', 'ready')`)
  return row?.count ?? 0
}

/** A person in office: `u` is the row of the user. */
const inOffice = (roles: readonly string[]): Sql => sql`
  u.is_admin AND u.disabled_at IS NULL AND u.deleted_at IS NULL AND coalesce(u.console_role, 'owner') = ANY(${roles}::text[])`
const heads = ['owner', 'admin']

/** Locked until the end of the transaction: a role that is taken away meanwhile waits, or was taken before. */
export async function isInOffice(
  db: Db,
  userId: UserId,
  roles: readonly string[] = heads,
): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT FROM users u WHERE u.id = ${userId} AND ${inOffice(roles)} FOR SHARE OF u`,
  )
  return rows.length > 0
}

export const isConcerned = async (db: Db, id: number, userId: UserId): Promise<boolean> => {
  const rows = await db.query(sql`
    SELECT FROM mail_export_people p JOIN users u ON u.account_id = p.account_id WHERE p.export_id = ${id} AND u.id = ${userId}`)
  return rows.length > 0
}

/** Requests that wait of which nobody in office may decide. */
export async function stuckOf(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query(sql<{ id: number }>`
    SELECT e.id FROM mail_exports e WHERE e.id = ANY(${ids}::bigint[]) AND e.state = 'waiting' AND NOT EXISTS (
      SELECT FROM users u WHERE u.organisation_id = e.organisation_id AND ${inOffice(heads)} AND u.id <> e.asked_by
        AND NOT EXISTS (SELECT FROM mail_export_people p WHERE p.export_id = e.id AND p.account_id = u.account_id))`)
  return new Set(rows.map(({ id }) => id))
}

export const decide = (
  db: Db,
  id: number,
  one: { state: 'working' | 'refused'; by: UserId; address: string; word: string },
): Promise<number> =>
  db.run(sql`
    UPDATE mail_exports SET state = ${one.state}, decided_by = ${one.by}, decided_address = ${one.address}, decided_at = now(),
      word = ${one.word}
    WHERE id = ${id} AND state = 'waiting'`)

export const setExportState = (db: Db, id: number, state: ExportRow['state']): Promise<number> =>
  db.run(sql`UPDATE mail_exports SET state = ${state} WHERE id = ${id}`)

/** Ends one that cannot be made. @param trouble its name in the catalogue */
export const failExport = (db: Db, id: number, trouble: string): Promise<number> =>
  db.run(sql`
    UPDATE mail_exports SET state = 'failed', trouble = ${trouble} WHERE id = ${id} AND state = 'working'`)

export interface RulesRow {
  fourEyes: boolean
  /** Null: nobody in office wants it off, or so long ago that it counts no more. */
  offAskedBy: UserId | null
  offAskedAddress: string | null
}

/** Locked in a transaction. */
export async function lockRules(db: Db, organisationId: OrganisationId): Promise<RulesRow> {
  await db.run(sql`
    INSERT INTO mail_export_rules (organisation_id) VALUES (${organisationId}) ON CONFLICT DO NOTHING`)
  const [row] = await db.query(sql<{ fourEyes: boolean }>`
    SELECT four_eyes AS "fourEyes" FROM mail_export_rules WHERE organisation_id = ${organisationId} FOR UPDATE`)
  if (!row) throw new Error('no rules of exports')
  return rulesOf(db, organisationId)
}

export async function rulesOf(db: Db, organisationId: OrganisationId): Promise<RulesRow> {
  const [row] = await db.query(sql<RulesRow>`
    SELECT r.four_eyes AS "fourEyes", u.id AS "offAskedBy", a.address AS "offAskedAddress" FROM mail_export_rules r
      LEFT JOIN users u ON u.id = r.off_asked_by AND r.off_asked_at > now() - interval '7 days' AND ${inOffice(heads)}
      LEFT JOIN accounts a ON a.id = u.account_id
    WHERE r.organisation_id = ${organisationId}`)
  return row ?? { fourEyes: true, offAskedBy: null, offAskedAddress: null }
}

export const saveRules = (
  db: Db,
  organisationId: OrganisationId,
  { fourEyes, offAskedBy }: Pick<RulesRow, 'fourEyes' | 'offAskedBy'>,
): Promise<number> =>
  db.run(sql`
    UPDATE mail_export_rules SET four_eyes = ${fourEyes}, off_asked_by = ${offAskedBy},
      off_asked_at = CASE WHEN ${offAskedBy}::bigint IS NOT NULL THEN now() END
    WHERE organisation_id = ${organisationId}`)

/** True where nobody but one is in office. */
export async function isAlone(
  db: Db,
  organisationId: OrganisationId,
  userId: UserId,
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM users u WHERE u.organisation_id = ${organisationId} AND u.id <> ${userId} AND ${inOffice(heads)} LIMIT 1`)
  return rows.length === 0
}

export const insertExportTicket = (
  db: Db,
  one: { hash: Buffer; id: number; userId: UserId; consoleHash: Buffer },
): Promise<number> =>
  db.run(sql`
    INSERT INTO mail_export_tickets (hash, export_id, user_id, console_hash, expires_at)
    VALUES (${one.hash}, ${one.id}, ${one.userId}, ${one.consoleHash}, now() + interval '1 minute')`)

interface SpentTicket {
  id: number
  userId: UserId
  /** The session in which it was asked for. */
  consoleHash: Buffer
}

/** @returns what a ticket is for that nobody spent before */
export async function spendExportTicket(db: Db, hash: Buffer): Promise<SpentTicket | null> {
  const [row] = await db.query(sql<SpentTicket & { fresh: boolean }>`
    DELETE FROM mail_export_tickets WHERE hash = ${hash}
    RETURNING export_id AS id, user_id AS "userId", console_hash AS "consoleHash", expires_at > now() AS fresh`)
  return row?.fresh ? row : null
}

export const noteDownload = (db: Db, id: number): Promise<number> =>
  db.run(sql`UPDATE mail_exports SET downloads = downloads + 1 WHERE id = ${id}`)
