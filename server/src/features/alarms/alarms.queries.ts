import type { Db } from '../../platform/db/pool.ts'
import { json, none, sql } from '../../platform/db/sql.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export interface SettingsRow {
  settings: unknown
  secret: Buffer | null
}

export async function settingsRow(db: Db, organisation: OrganisationId): Promise<SettingsRow> {
  const [row] = await db.query(sql<SettingsRow>`
    SELECT settings, secret FROM alarm_settings WHERE organisation_id = ${organisation}`)
  return row ?? { settings: {}, secret: null }
}

export const saveSettings = (db: Db, organisation: OrganisationId, settings: object) =>
  db.run(sql`
    INSERT INTO alarm_settings (organisation_id, settings) VALUES (${organisation}, ${json(settings)}::jsonb)
    ON CONFLICT (organisation_id) DO UPDATE SET settings = EXCLUDED.settings, changed_at = now()`)

export const saveSecret = (db: Db, organisation: OrganisationId, secret: Buffer) =>
  db.run(sql`
    INSERT INTO alarm_settings (organisation_id, settings, secret) VALUES (${organisation}, '{}', ${secret})
    ON CONFLICT (organisation_id) DO UPDATE SET secret = EXCLUDED.secret`)

/** What somebody sent of late, in recipients, and whether the account is held. */
export interface Sending {
  held: boolean
  minute: number
  day: number
}

/**
 * By the person who handed it over; what is passed on by itself counts for its mailbox. From the last release on: what was
 * counted before is forgiven with it. No more rows are read than say that there are too many.
 */
export async function sendingOf(
  db: Db,
  account: AccountId,
  { now, perMinute, perDay }: { now: Date; perMinute: number | null; perDay: number | null },
): Promise<Sending> {
  const span = perDay === null ? '1 minute' : '1 day'
  const most = perDay ?? perMinute ?? 0
  const [row] = await db.query(sql<Sending>`
    WITH since AS (SELECT greatest(${now}::timestamptz - ${span}::interval, sending_free_since) AS at FROM accounts WHERE id = ${account}),
    sent AS (
      SELECT s.created_at FROM (
        SELECT id, created_at FROM submissions WHERE handed_by = ${account} AND created_at > (SELECT at FROM since)
        UNION ALL
        SELECT id, created_at FROM submissions
        WHERE account_id = ${account} AND handed_by IS NULL AND created_at > (SELECT at FROM since)) s
      JOIN submission_recipients r ON r.submission_id = s.id LIMIT ${most + 1})
    SELECT EXISTS (SELECT FROM sending_holds WHERE account_id = ${account}) AS held,
      count(*) FILTER (WHERE created_at > ${now}::timestamptz - interval '1 minute')::int AS minute, count(*)::int AS day FROM sent`)
  return row ?? { held: false, minute: 0, day: 0 }
}

/** One mail after another of a person is counted, by whatever door it comes. */
export const lockSending = (db: Db, account: AccountId): Promise<unknown> =>
  db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sending ${account}`}, 7303))`)

export interface NewHold {
  why: 'mass' | 'bounces'
  figure: number
  now: Date
}

/** @returns false where it was held before */
export const holdSending = async (db: Db, account: AccountId, one: NewHold): Promise<boolean> =>
  (await db.run(sql`
    INSERT INTO sending_holds (account_id, why, figure, since) VALUES (${account}, ${one.why}, ${one.figure}, ${one.now})
    ON CONFLICT DO NOTHING`)) > 0

/** What it sent and nobody has yet waits in the queue for a word of an administrator, whatever time it was given. */
export const stopWaiting = (db: Db, account: AccountId): Promise<number> =>
  db.run(sql`
    WITH mine AS (
      SELECT id FROM submissions
      WHERE state IN ('held', 'scheduled', 'queued') AND created_at > now() - interval '30 days'
        AND (handed_by = ${account} OR (account_id = ${account} AND handed_by IS NULL)) FOR NO KEY UPDATE),
    left_now AS (UPDATE submissions s SET state = 'queued' FROM mine WHERE s.id = mine.id AND s.state <> 'queued')
    UPDATE submission_recipients r SET stopped = true,
      next_attempt_at = CASE WHEN r.lease_until IS NULL OR r.lease_until <= now() THEN NULL ELSE r.next_attempt_at END
    FROM mine WHERE mine.id = r.submission_id AND r.state IN ('queued', 'deferred') AND NOT r.stopped`)

/** @returns the address; null where it is not held */
export async function letSend(
  db: Db,
  organisation: OrganisationId,
  { account, now }: { account: AccountId; now: Date },
): Promise<string | null> {
  const [row] = await db.query(sql<{ address: string }>`
    WITH gone AS (DELETE FROM sending_holds h USING accounts a
      WHERE h.account_id = ${account} AND a.id = h.account_id AND a.organisation_id = ${organisation} RETURNING h.account_id)
    UPDATE accounts a SET sending_free_since = ${now} FROM gone WHERE a.id = gone.account_id RETURNING a.address`)
  return row?.address ?? null
}

export interface HoldRow {
  accountId: AccountId
  name: string
  address: string
  why: 'mass' | 'bounces'
  figure: number
  since: Date
}

export const holdsOf = (db: Db, organisation: OrganisationId): Promise<HoldRow[]> =>
  db.query(sql<HoldRow>`
    SELECT h.account_id AS "accountId", coalesce(u.name, a.display_name) AS name, a.address, h.why, h.figure, h.since
    FROM sending_holds h JOIN accounts a ON a.id = h.account_id LEFT JOIN users u ON u.account_id = a.id
    WHERE a.organisation_id = ${organisation} ORDER BY h.since DESC, h.account_id LIMIT 100`)

export interface Finding {
  kind: string
  about: string
  figure: number
}

export interface AlarmRow extends Finding {
  id: number
  since: Date
  endedAt: Date | null
}

const alarmColumns = sql`id, kind, about, figure, since, ended_at AS "endedAt"`

/** Writes what was found; @returns the alarms that are new */
export const raise = (
  db: Db,
  organisation: OrganisationId,
  { found, now }: { found: readonly Finding[]; now: Date },
): Promise<AlarmRow[]> =>
  db.query(sql<AlarmRow>`
    INSERT INTO alarms (organisation_id, kind, about, figure, since)
    SELECT ${organisation}, kind, about, figure, ${now}
    FROM jsonb_to_recordset(${json(found)}::jsonb) AS f (kind text, about text, figure float8)
    ON CONFLICT (organisation_id, kind, about) WHERE ended_at IS NULL DO NOTHING
    RETURNING ${alarmColumns}`)

export const endAlarms = (db: Db, ids: readonly number[], now: Date): Promise<number> =>
  db.run(sql`UPDATE alarms SET ended_at = ${now} WHERE id = ANY(${ids}::bigint[])`)

/** Ends those of some kinds that were not found again. */
export const endOthers = (
  db: Db,
  organisation: OrganisationId,
  { kinds, found, now }: { kinds: readonly string[]; found: readonly Finding[]; now: Date },
): Promise<number> =>
  db.run(sql`
    UPDATE alarms SET ended_at = ${now}
    WHERE organisation_id = ${organisation} AND ended_at IS NULL AND kind = ANY(${kinds}::text[])
      AND (kind, about) NOT IN (SELECT kind, about FROM jsonb_to_recordset(${json(found)}::jsonb) AS f (kind text, about text))`)

export const alarmsOf = (
  db: Db,
  organisation: OrganisationId,
  { before, limit }: { before: number | null; limit: number },
): Promise<AlarmRow[]> =>
  db.query(sql<AlarmRow>`
    SELECT ${alarmColumns} FROM alarms
    WHERE organisation_id = ${organisation} ${before === null ? none : sql`AND id < ${before}::bigint`}
    ORDER BY id DESC LIMIT ${limit}`)

export async function alarmById(
  db: Db,
  id: number,
): Promise<(AlarmRow & { organisationId: OrganisationId; organisation: string }) | null> {
  const [row] = await db.query(sql<
    AlarmRow & { organisationId: OrganisationId; organisation: string }
  >`
    SELECT a.id, a.kind, a.about, a.figure, a.since, a.ended_at AS "endedAt", o.id AS "organisationId", o.name AS organisation
    FROM alarms a JOIN organisations o ON o.id = a.organisation_id WHERE a.id = ${id}`)
  return row ?? null
}

export const sweepAlarms = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM alarms WHERE ended_at < now() - interval '180 days'`)

export interface HouseRow {
  waiting: number
  oldestMinutes: number
  bounces: number
}

/** Figures of the queue and of bounces in the last hour. */
export async function houseFigures(db: Db, now: Date): Promise<HouseRow> {
  const [row] = await db.query(sql<HouseRow>`
    SELECT (SELECT count(*)::int FROM submission_recipients WHERE state IN ('queued', 'deferred') AND next_attempt_at IS NOT NULL)
        AS waiting,
      coalesce((SELECT extract(epoch FROM ${now}::timestamptz - min(s.due_at)) / 60 FROM submission_recipients r
        JOIN submissions s ON s.id = r.submission_id
        WHERE r.state IN ('queued', 'deferred') AND r.next_attempt_at IS NOT NULL AND s.state = 'queued'), 0)::float8 AS "oldestMinutes",
      (SELECT count(*)::int FROM trace_tries WHERE at > ${now}::timestamptz - interval '1 hour' AND state = 'bounced') AS bounces`)
  return row ?? { waiting: 0, oldestMinutes: 0, bounces: 0 }
}

export interface AccountFigure {
  accountId: AccountId
  address: string
  figure: number
}

/** Accounts whose mail bounced so often within an hour. */
export const bouncingAccounts = (db: Db, now: Date, most: number): Promise<AccountFigure[]> =>
  db.query(sql<AccountFigure>`
    SELECT a.id AS "accountId", a.address, b.figure FROM (
      SELECT coalesce(s.handed_by, s.account_id) AS id, count(*)::int AS figure
      FROM trace_tries t JOIN submissions s ON s.id = t.submission_id
      WHERE t.at > ${now}::timestamptz - interval '1 hour' AND t.state = 'bounced' AND s.account_id IS NOT NULL GROUP BY 1) b
    JOIN accounts a ON a.id = b.id
    WHERE b.figure > ${most} AND (a.sending_free_since IS NULL OR a.sending_free_since < ${now}::timestamptz - interval '1 hour')
    ORDER BY b.figure DESC LIMIT 100`)

/** Accounts whose password was guessed at so often within an hour. */
export const guessedAccounts = (db: Db, now: Date, most: number): Promise<AccountFigure[]> =>
  db.query(sql<AccountFigure>`
    SELECT a.id AS "accountId", a.address, g.figure FROM (
      SELECT account_id AS id, count(*)::int AS figure FROM activity
      WHERE kind IN ('login', 'client-login', 'login-failed', 'second-failed', 'login-refused')
        AND kind IN ('login-failed', 'second-failed') AND at > ${now}::timestamptz - interval '1 hour' GROUP BY 1) g
    JOIN accounts a ON a.id = g.id WHERE g.figure > ${most} ORDER BY g.figure DESC LIMIT 100`)

/** Accounts that somebody entered from so many networks (/24, /64) within an hour. */
export const travellingAccounts = (db: Db, now: Date, most: number): Promise<AccountFigure[]> =>
  db.query(sql<AccountFigure>`
    SELECT a.id AS "accountId", a.address, g.figure FROM (
      SELECT account_id AS id, count(DISTINCT CASE WHEN strpos(ip, ':') > 0 THEN substring(ip FROM '^([^:]*:[^:]*:[^:]*:[^:]*)')
        ELSE substring(ip FROM '^([0-9]+[.][0-9]+[.][0-9]+)') END)::int AS figure FROM activity
      WHERE kind IN ('login', 'client-login', 'login-failed', 'second-failed', 'login-refused')
        AND kind IN ('login', 'client-login') AND at > ${now}::timestamptz - interval '1 hour' GROUP BY 1) g
    JOIN accounts a ON a.id = g.id WHERE g.figure > ${most} ORDER BY g.figure DESC LIMIT 100`)

export const heldAccounts = (db: Db, organisation: OrganisationId): Promise<Finding[]> =>
  db.query(sql<Finding>`
    SELECT 'held' AS kind, a.address AS about, h.figure::float8 AS figure FROM sending_holds h JOIN accounts a ON a.id = h.account_id
    WHERE a.organisation_id = ${organisation} ORDER BY h.since DESC LIMIT 200`)
