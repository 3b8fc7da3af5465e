import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Entering } from '../session/session.public.ts'

export interface System {
  name: string
  /** Sealed. */
  secret: Buffer
  url: string | null
}

export const insertSystem = (db: Db, { name, secret, url }: System): Promise<number> =>
  db.run(sql`
    INSERT INTO ticket_clients (name, secret, url) VALUES (${name}, ${secret}, ${url})
    ON CONFLICT (name) DO UPDATE SET secret = excluded.secret, url = excluded.url`)

export const removeSystem = (db: Db, name: string): Promise<number> =>
  db.run(sql`DELETE FROM ticket_clients WHERE name = ${name}`)

export const systems = (db: Db): Promise<System[]> =>
  db.query(sql<System>`SELECT name, secret, url FROM ticket_clients ORDER BY name`)

/** @returns 1 for whoever comes first (T18) */
export const useTicket = (db: Db, hash: Buffer, until: Date): Promise<number> =>
  db.run(sql`
    INSERT INTO used_tickets (hash, expires_at) VALUES (${hash}, ${until}) ON CONFLICT DO NOTHING`)

export const sweepTickets = (db: Db): Promise<number> =>
  db.run(sql`DELETE FROM used_tickets WHERE expires_at < now() - interval '1 hour'`)

/** The person of a main address; aliases may be names that somebody took. */
export async function personAt(db: Db, address: string): Promise<Entering | null> {
  const [row] = await db.query(sql<Entering>`
    SELECT u.id AS "userId", u.account_id AS "accountId", false AS owing, u.password_changed_at AS "asOf"
    FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE a.address = ${address} AND a.disabled_at IS NULL AND u.disabled_at IS NULL`)
  return row ?? null
}
