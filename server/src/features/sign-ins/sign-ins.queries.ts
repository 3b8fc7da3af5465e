import type { Db } from '../../platform/db/pool.ts'
import { none, type Sql, sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { TimeCursor } from '../../platform/time-cursor.ts'

export interface SignInRow {
  id: number
  at: Date
  kind: string
  accountId: AccountId
  name: string
  address: string
  client: string
  ip: string
  newDevice: boolean
}

export interface SignInWish {
  /** Null: everybody. */
  people: readonly AccountId[] | null
  kinds: readonly string[]
  ip: string
  from: Date | null
  after: TimeCursor | null
  limit: number
}

/** In the words of the indexes. */
const isSignIn = sql`a.kind IN ('login', 'client-login', 'login-failed', 'second-failed', 'login-refused')`

const columns = sql`a.id, a.at, a.kind, a.account_id, a.client, a.ip`

const conditions = ({ ip, from, after }: SignInWish): Sql => sql`
  a.at > now() - interval '30 days' ${from ? sql`AND a.at >= ${from}` : none}
  ${after ? sql`AND (a.at, a.id) < (${after.at}, ${after.id}::bigint)` : none} ${ip === '' ? none : sql`AND a.ip = ${ip}`}`

/** So many people are asked for one by one. */
const fewPeople = 300

/** A page, the latest first. */
export const signInPage = (db: Db, wish: SignInWish): Promise<SignInRow[]> => {
  const { people, kinds, limit } = wish
  const latest = sql`ORDER BY at DESC, id DESC LIMIT ${limit}`
  const ofAll = sql`
    SELECT ${columns} FROM activity a WHERE ${isSignIn} AND a.kind = ANY(${kinds}::text[]) AND ${conditions(wish)}
      ${people === null ? none : sql`AND a.account_id = ANY(${people}::bigint[])`} ${latest}`
  const each = (people: readonly AccountId[]) => sql`
    SELECT a.* FROM unnest(${people}::bigint[]) AS one (id), unnest(${kinds}::text[]) AS wanted (kind) CROSS JOIN LATERAL (
      SELECT ${columns} FROM activity a
      WHERE a.account_id = one.id AND a.kind = wanted.kind AND ${conditions(wish)} ${latest}) a ${latest}`
  const page = people !== null && people.length <= fewPeople ? each(people) : ofAll
  return db.query(
    sql<SignInRow>`
    WITH page AS MATERIALIZED (${page})
    SELECT p.id, p.at, p.kind, p.account_id AS "accountId", p.client, p.ip, coalesce(u.name, '') AS name, b.address,
      p.kind = 'login' AND EXISTS (SELECT FROM activity n
        WHERE n.account_id = p.account_id AND n.kind = 'new-device' AND n.at = p.at) AS "newDevice"
    FROM page p JOIN accounts b ON b.id = p.account_id LEFT JOIN users u ON u.account_id = b.id
    ORDER BY p.at DESC, p.id DESC`.planned(),
  )
}

/** People whose name or address holds this, of those whom somebody may see. */
export const peopleCalled = async (
  db: Db,
  {
    keyword,
    people,
    limit,
  }: { keyword: string; people: readonly AccountId[] | null; limit: number },
): Promise<AccountId[]> => {
  const rows = await db.query(sql<{ id: AccountId }>`
    SELECT u.account_id AS id FROM users u
    WHERE (strpos(lower(u.name), lower(${keyword})) > 0
      OR u.account_id IN (SELECT x.account_id FROM addresses x WHERE strpos(x.address, lower(${keyword})) > 0))
      ${people === null ? none : sql`AND u.account_id = ANY(${people}::bigint[])`}
    ORDER BY u.name, u.account_id LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}
