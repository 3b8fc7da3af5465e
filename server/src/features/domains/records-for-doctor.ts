import type { CheckedRecord } from '@hongyan/contract/console-domains'
import type { Database } from '../../platform/db/pool.ts'
import { checkRecords } from './check-records.ts'
import { type Places, recordsOf } from './domain-records.ts'
import { keysOf } from './domains.queries.ts'

/** The records of a domain as the DNS has them now; null where it has no DKIM key. */
export async function recordsForDoctor(
  database: Database,
  name: string,
  config: Places & { dnsServers: string[] },
): Promise<CheckedRecord[] | null> {
  const keys = await keysOf(database, [name])
  if (keys.length === 0) return null
  return checkRecords(recordsOf({ name, keys }, config), config.dnsServers)
}
