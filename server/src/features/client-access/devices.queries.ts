import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'

/** A device, as a login of it remembers it. */
export interface DeviceSeen {
  id: number
  epoch: number
}

export interface DeviceRow {
  id: number
  name: string
  protocols: string[]
  ip: string
  createdAt: Date
  lastAt: Date
  isUnbound: boolean
  /** Cut off, or not seen for so long that it is counted as away. */
  isOffline: boolean
}

export interface Seen {
  mark: Buffer
  name: string
  protocol: string
  ip: string
}

/** One account has no more; the one that was away for longest makes room, unless it was shut out. */
const maxDevices = 50
const offlineDays = 30

/** Writes down that a device is in. @returns null for one that was unbound */
export async function seeDevice(
  db: Db,
  accountId: AccountId,
  { mark, name, protocol, ip }: Seen,
): Promise<DeviceSeen | null> {
  // Programs come every few minutes: most of the times nothing is to be written.
  const [fresh] = await db.query(sql<DeviceSeen>`
    SELECT id, epoch FROM client_devices
    WHERE account_id = ${accountId} AND mark = ${mark} AND NOT is_unbound AND cut_at IS NULL AND ip = ${ip} AND name = ${name}
      AND ${protocol}::text = ANY(protocols) AND last_at > now() - interval '1 minute'`)
  if (fresh) return fresh
  const [seen] = await db.query(sql<DeviceSeen & { isNew: boolean }>`
    INSERT INTO client_devices AS d (account_id, mark, name, protocols, ip)
    VALUES (${accountId}, ${mark}, ${name}, ARRAY[${protocol}::text], ${ip})
    ON CONFLICT (account_id, mark) DO UPDATE SET last_at = now(), cut_at = NULL, name = excluded.name, ip = excluded.ip,
      protocols = array_remove(d.protocols, ${protocol}::text) || excluded.protocols
      WHERE NOT d.is_unbound
    RETURNING id, epoch, xmax = 0 AS "isNew"`)
  if (!seen) return null
  if (seen.isNew) await makeRoom(db, accountId)
  return { id: seen.id, epoch: seen.epoch }
}

const makeRoom = (db: Db, accountId: AccountId): Promise<number> =>
  db.run(sql`
    DELETE FROM client_devices WHERE id IN (
      SELECT id FROM client_devices WHERE account_id = ${accountId} AND NOT is_unbound
      ORDER BY last_at DESC, id DESC OFFSET ${maxDevices})`)

export const touchDevice = (db: Db, { id }: DeviceSeen): Promise<number> =>
  db.run(sql`UPDATE client_devices SET last_at = now() WHERE id = ${id}`)

const columns = sql`id, name, protocols, ip, created_at AS "createdAt", last_at AS "lastAt", is_unbound AS "isUnbound",
  coalesce(cut_at >= last_at, false) OR last_at < now() - make_interval(days => ${offlineDays}) AS "isOffline"`

export const devicesOf = (db: Db, accountId: AccountId): Promise<DeviceRow[]> =>
  db.query(sql<DeviceRow>`
    SELECT ${columns} FROM client_devices WHERE account_id = ${accountId} ORDER BY last_at DESC, id DESC LIMIT 200`)

/** How a device is changed; each but `registered` ends the logins that it has. */
export type DeviceChange = 'registered' | 'offline' | 'unbound'

/** @returns 0 where the account has no such device */
export const changeDevice = (
  db: Db,
  accountId: AccountId,
  { id, to }: { id: number; to: DeviceChange },
): Promise<number> =>
  db.run(sql`
    UPDATE client_devices SET is_unbound = ${to}::text = 'unbound' OR (is_unbound AND ${to}::text = 'offline'),
      epoch = epoch + CASE WHEN ${to}::text = 'registered' THEN 0 ELSE 1 END,
      cut_at = CASE WHEN ${to}::text = 'registered' THEN cut_at ELSE now() END
    WHERE account_id = ${accountId} AND id = ${id}`)

export const removeDevice = (db: Db, accountId: AccountId, id: number): Promise<number> =>
  db.run(sql`DELETE FROM client_devices WHERE account_id = ${accountId} AND id = ${id}`)

/** The organisation lets people see to their devices (`hongyan switch deviceEnable`). */
export async function hasDevicePage(db: Db, accountId: AccountId): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 FROM users u JOIN organisations o ON o.id = u.organisation_id
    WHERE u.account_id = ${accountId} AND o.settings->>'deviceEnable' IS DISTINCT FROM '0'`)
  return rows.length > 0
}
