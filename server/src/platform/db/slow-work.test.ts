import { afterAll, beforeAll, expect, it } from 'vitest'
import { mail } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createGate } from '../gate.ts'
import { inOwnTurn } from '../in-turns.ts'
import { sql } from './sql.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('server.md: whatever waits for disk, store, parser, gate or a second connection is an error inside a transaction', async () => {
  const { database, blobs, mailstore } = server.app
  const raw = mail()
  const { hash } = await blobs.put(raw)
  const slow = [
    () => blobs.put(raw),
    () => blobs.putMany([raw]),
    () => blobs.get(hash),
    () => mailstore.prepare(raw),
    () => mailstore.keep(raw),
    () => mailstore.openRaw(raw),
    () => mailstore.decode(raw, ['1']),
    () => mailstore.open({ blob: hash, size: raw.length }),
    () => database.query(sql`SELECT 1`),
    () => database.transaction((tx) => tx.query(sql`SELECT 1`)),
    () => createGate({ total: 1 }).take(),
    () => inOwnTurn(() => 1),
    () => mailstore.plainText(raw, 100),
  ]
  for (const work of slow) {
    await expect(database.transaction<unknown>(work)).rejects.toThrow('inside a transaction')
    await expect(work()).resolves.toBeDefined()
  }
})
