import type { Db } from '../../platform/db/pool.ts'
import { json, sql } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'

export interface NewOfMany {
  /** Normal form, as are the aliases. */
  address: string
  name: string
  departmentId: number | null
  duties: string
  phone: string
  quotaBytes?: number | undefined
  aliases: readonly string[]
  passwordHash: string
  temporary: boolean
}

/** Accounts, addresses and users, each kind at once. @returns accounts by address @throws alias.taken */
export async function insertPeople(
  db: Db,
  organisationId: OrganisationId,
  people: readonly NewOfMany[],
): Promise<Map<string, AccountId>> {
  const names = people.flatMap(({ address, aliases }) => [address, ...aliases])
  // In one order, and as `lockAddress` does it: nobody slips in between.
  await db.run(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(address, 7266))
    FROM (SELECT DISTINCT unnest(${names}::text[]) AS address ORDER BY 1) a`)
  const made = await db.query(sql<{ id: AccountId; address: string }>`
    INSERT INTO accounts (organisation_id, kind, address, display_name, quota_bytes)
    SELECT ${organisationId}, 'personal', x.address, x.name, x."quotaBytes"
    FROM jsonb_to_recordset(${json(people)}::jsonb) AS x (address text, name text, "quotaBytes" bigint)
    ON CONFLICT (address) DO NOTHING RETURNING id, address`)
  if (made.length < people.length) throw new AppError('alias.taken')
  const ids = new Map(made.map(({ id, address }) => [address, id]))
  const given = people.flatMap(({ address, aliases }) =>
    [address, ...aliases].map((one, index) => ({
      address: one,
      id: ids.get(address),
      main: index === 0,
    })),
  )
  const taken = await db.run(sql`
    INSERT INTO addresses (address, account_id, is_primary, own)
    SELECT x.address, x.id, x.main, false
    FROM jsonb_to_recordset(${json(given)}::jsonb) AS x (address text, id bigint, main boolean)
    WHERE NOT EXISTS (SELECT FROM former_addresses f WHERE f.address = x.address AND f.account_id <> x.id)
    ON CONFLICT DO NOTHING`)
  if (taken < given.length) throw new AppError('alias.taken')
  const users = people.map((one) => ({ ...one, accountId: ids.get(one.address) }))
  await db.run(sql`
    INSERT INTO users (organisation_id, account_id, department_id, name, password_hash, is_admin, gender, duties, phone,
      password_owed)
    SELECT ${organisationId}, x."accountId", x."departmentId", x.name, x."passwordHash", false, 2, x.duties, x.phone, x.temporary
    FROM jsonb_to_recordset(${json(users)}::jsonb) AS x ("accountId" bigint, "departmentId" bigint, name text,
      "passwordHash" text, duties text, phone text, temporary boolean)`)
  return ids
}
