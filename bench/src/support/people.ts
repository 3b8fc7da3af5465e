import pg from 'pg'
import { helpers, people } from './load.sql.ts'
import { command } from './server.ts'

export const password = 'Bench-2026-password'

/** The organisation with one person whose account the others are copied from. */
export async function makeOrganisation(dataFolder: string): Promise<void> {
  await command(dataFolder, ['domain', 'add', 'bench.test'])
  await command(dataFolder, ['user', 'add', 'template@bench.test'], `${password}\n`)
}

/** Empty mailboxes of more people with the same password. */
export async function addPeople(databaseUrl: string, addresses: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(helpers)
  await client.query(people, [addresses, addresses.map(() => 1)])
  await client.query('DROP SCHEMA bench_load CASCADE')
  await client.end()
}
