import { releaseBlobs, retainBlobs } from '../../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { json, sql } from '../../../platform/db/sql.ts'
import type { AccountId, MessageId, OrganisationId } from '../../../platform/ids.ts'

export type WaveKind = 'sender' | 'subject' | 'message-id' | 'url' | 'hash'
export type WaveState =
  | 'searching'
  | 'found'
  | 'taking'
  | 'taken'
  | 'returning'
  | 'returned'
  | 'stopped'

export interface Wave {
  id: number
  organisation: OrganisationId
  kind: WaveKind
  sought: string
  since: Date
  state: WaveState
  accountDone: number
  accounts: number
  madeBy: string
  createdAt: Date
}

const columns = sql`id, organisation_id AS organisation, kind, sought, since, state, account_done AS "accountDone",
  accounts, made_by AS "madeBy", created_at AS "createdAt"`

export async function insertWave(
  tx: Db,
  one: Pick<Wave, 'organisation' | 'kind' | 'sought' | 'since' | 'madeBy'> & { now: Date },
): Promise<number> {
  const [row] = await tx.query(sql<{ id: number }>`
    INSERT INTO protection_waves (organisation_id, kind, sought, since, made_by, created_at)
    VALUES (${one.organisation}, ${one.kind}, ${one.sought}, ${one.since}, ${one.madeBy}, ${one.now}) RETURNING id`)
  return row?.id ?? 0
}

export async function waveById(db: Db, id: number): Promise<Wave | null> {
  const [row] = await db.query(sql<Wave>`SELECT ${columns} FROM protection_waves WHERE id = ${id}`)
  return row ?? null
}

/** The latest first. */
export const latestWaves = (db: Db, organisation: OrganisationId, limit: number): Promise<Wave[]> =>
  db.query(sql<Wave>`
    SELECT ${columns} FROM protection_waves WHERE organisation_id = ${organisation} ORDER BY id DESC LIMIT ${limit}`)

/** From one state into another; @returns 0 where it is in none of those. */
export const setState = (
  db: Db,
  id: number,
  { from, to }: { from: readonly WaveState[]; to: WaveState },
): Promise<number> =>
  db.run(sql`
    UPDATE protection_waves SET state = ${to} WHERE id = ${id} AND state = ANY(${from}::text[])`)

/** The next mailboxes to look through. */
export const accountsAfter = (
  db: Db,
  organisation: OrganisationId,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: AccountId }[]> =>
  db.query(sql<{ id: AccountId }>`
    SELECT id FROM accounts WHERE organisation_id = ${organisation} AND id > ${after} ORDER BY id LIMIT ${limit}`)

export const noteSearched = (
  tx: Db,
  id: number,
  { upTo, by }: { upTo: number; by: number },
): Promise<number> =>
  tx.run(sql`
    UPDATE protection_waves SET account_done = ${upTo}, accounts = accounts + ${by}
    WHERE id = ${id} AND state = 'searching'`)

export interface FoundCopy {
  accountId: AccountId
  messageId: MessageId
  blob: Buffer
  size: number
}

const conditionOf = ({ kind, sought }: Pick<Wave, 'kind' | 'sought'>) => {
  if (kind === 'sender')
    return sought.includes('@')
      ? sql`lower(left(m.from_address, 320)) = ${sought}`
      : sql`(right(lower(m.from_address), ${sought.length + 1}) IN (${`@${sought}`}, ${`.${sought}`}))`
  if (kind === 'subject') return sql`strpos(lower(m.subject), ${sought}) > 0`
  if (kind === 'message-id') return sql`m.message_id = ${sought}`
  if (kind === 'hash') return sql`m.blob = decode(${sought}, 'hex')`
  // What a link leads to stands in no column: the mail is opened.
  return sql`true`
}

/** Copies in some mailboxes that nobody of theirs wrote. */
export const copiesIn = (
  db: Db,
  accounts: readonly AccountId[],
  wave: Pick<Wave, 'kind' | 'sought' | 'since'>,
): Promise<FoundCopy[]> =>
  db.query(sql<FoundCopy>`
    SELECT m.account_id AS "accountId", m.id AS "messageId", m.blob, m.size FROM messages m
    WHERE m.account_id = ANY(${accounts}::bigint[]) AND m.received_at >= ${wave.since}
      AND m.submission_id IS NULL AND NOT m.draft AND ${conditionOf(wave)}
    ORDER BY m.account_id, m.id`)

/** Opened: read, answered or passed on at some time. */
export const noteCopies = (tx: Db, id: number, copies: readonly FoundCopy[]): Promise<number> =>
  tx.run(sql`
    INSERT INTO protection_wave_copies (wave_id, account_id, message_id, blob, subject, from_address, received_at, opened)
    SELECT ${id}, m.account_id, m.id, m.blob, left(m.subject, 500), left(m.from_address, 320), m.received_at,
      m.seen OR m.answered OR m.forwarded OR coalesce(m.read_before, false)
    FROM unnest(${copies.map((one) => one.accountId)}::bigint[], ${copies.map((one) => one.messageId)}::bigint[])
      AS x (account_id, id) JOIN messages m ON m.account_id = x.account_id AND m.id = x.id
    ON CONFLICT DO NOTHING`)

export interface WaveCounts {
  copies: number
  mailboxes: number
  opened: number
  taken: number
}

export async function countsOf(db: Db, id: number): Promise<WaveCounts> {
  const [row] = await db.query(sql<WaveCounts>`
    SELECT count(*)::int AS copies, count(DISTINCT account_id)::int AS mailboxes,
      count(DISTINCT account_id) FILTER (WHERE opened)::int AS opened,
      count(*) FILTER (WHERE state = 'taken')::int AS taken
    FROM protection_wave_copies WHERE wave_id = ${id}`)
  return row ?? { copies: 0, mailboxes: 0, opened: 0, taken: 0 }
}

export interface CopyRow {
  id: number
  address: string
  name: string
  subject: string
  fromAddress: string
  receivedAt: Date
  opened: boolean
  state: 'found' | 'taken' | 'gone' | 'returned'
}

/** Those who opened it first: they are called. */
export const copiesOfWave = (
  db: Db,
  id: number,
  { skip, limit }: { skip: number; limit: number },
): Promise<CopyRow[]> =>
  db.query(sql<CopyRow>`
    SELECT c.id, a.address, a.display_name AS name, c.subject, c.from_address AS "fromAddress", c.received_at AS "receivedAt",
      c.opened, c.state
    FROM protection_wave_copies c JOIN accounts a ON a.id = c.account_id
    WHERE c.wave_id = ${id} ORDER BY c.opened DESC, c.id LIMIT ${limit} OFFSET ${skip}`)

/** Copies of the next mailbox that are still there to be taken. */
export const nextToTake = (
  tx: Db,
  id: number,
  limit: number,
): Promise<{ accountId: AccountId; messageId: MessageId }[]> =>
  tx.query(sql<{ accountId: AccountId; messageId: MessageId }>`
    SELECT account_id AS "accountId", message_id AS "messageId" FROM protection_wave_copies
    WHERE wave_id = ${id} AND state = 'found' AND account_id = (
      SELECT account_id FROM protection_wave_copies WHERE wave_id = ${id} AND state = 'found' ORDER BY id LIMIT 1)
    ORDER BY id LIMIT ${limit}`)

export interface TakenRow {
  messageId: MessageId
  blob: Buffer
  size: number
  /** As the columns of `messages` have it. */
  row: Record<string, unknown>
}

/** What some messages are, before they are taken. */
export const rowsToTake = (
  tx: Db,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<TakenRow[]> =>
  tx.query(sql<TakenRow>`
    SELECT id AS "messageId", blob, size, jsonb_build_object('folderId', folder_id, 'seen', seen, 'starred', starred,
      'labels', labels, 'receivedAt', received_at, 'fromName', from_name, 'fromAddress', from_address,
      'subject', left(subject, 1000), 'authentication', authentication) AS row
    FROM messages WHERE account_id = ${accountId} AND id = ANY(${ids}::bigint[])`)

interface Taking {
  wave: Pick<Wave, 'id' | 'organisation'>
  accountId: AccountId
  rows: readonly TakenRow[]
  now: Date
  expiresAt: Date
}

/** The copies as held mail, with the place that they had. */
export async function holdTaken(tx: Db, taking: Taking): Promise<void> {
  const { wave, accountId, rows, now, expiresAt } = taking
  const used = rows.map(({ blob, size }) => ({ hash: blob, size, storedSize: size }))
  await retainBlobs(tx, used)
  await tx.run(sql`
    INSERT INTO quarantine (organisation_id, account_id, class, score, reasons, blob, size, envelope_from, from_name,
      from_address, subject, authentication, received_at, held_at, expires_at, wave_id, place)
    SELECT ${wave.organisation}, ${accountId}, 'recalled', 0, '[]', blob, size, '', row->>'fromName', row->>'fromAddress',
      row->>'subject', nullif(row->'authentication', 'null'), (row->>'receivedAt')::timestamptz, ${now}, ${expiresAt},
      ${wave.id}, row
    FROM unnest(${rows.map((one) => one.blob)}::bytea[], ${rows.map((one) => one.size)}::int[],
      ${rows.map((one) => String(json(one.row)))}::jsonb[]) AS x (blob, size, row)`)
}

export const markCopies = (
  tx: Db,
  waveId: number,
  {
    accountId,
    ids,
    state,
  }: { accountId: AccountId; ids: readonly MessageId[]; state: CopyRow['state'] },
): Promise<number> =>
  tx.run(sql`
    UPDATE protection_wave_copies SET state = ${state}
    WHERE wave_id = ${waveId} AND account_id = ${accountId} AND message_id = ANY(${ids}::bigint[])`)

export const markReturned = (tx: Db, waveId: number): Promise<number> =>
  tx.run(sql`
    UPDATE protection_wave_copies SET state = 'returned' WHERE wave_id = ${waveId} AND state = 'taken'`)

export interface Place {
  folderId: number
  seen: boolean
  starred: boolean
  labels: number[]
  receivedAt: string
}

export interface Returning {
  id: number
  accountId: AccountId
  blob: Buffer
  size: number
  authentication: unknown
  place: Place
}

/** The next of a wave that are held. */
export const nextToReturn = (db: Db, waveId: number, limit: number): Promise<Returning[]> =>
  db.query(sql<Returning>`
    SELECT id, account_id AS "accountId", blob, size, authentication, place FROM quarantine
    WHERE wave_id = ${waveId} ORDER BY id LIMIT ${limit}`)

/** @returns false where somebody was first */
export async function takeReturned(tx: Db, id: number): Promise<boolean> {
  const [row] = await tx.query(sql<{ blob: Buffer }>`
    DELETE FROM quarantine WHERE id = ${id} RETURNING blob`)
  if (row) await releaseBlobs(tx, [row.blob])
  return row !== undefined
}

/** Forgets searches of before a moment; what is held of them stays as long as it is kept. */
export const forgetWaves = (db: Db, before: Date): Promise<number> =>
  db.run(sql`DELETE FROM protection_waves WHERE created_at < ${before}`)
