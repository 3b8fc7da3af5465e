import pg from 'pg'
import { databaseUrlOf } from '../durability/product.ts'

/** Makes time pass in the database of an installation. @returns how many rows that touched */
export async function inDatabase(folder: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrlOf(folder) })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
