import { consoleContract as api } from '@hongyan/contract/console'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { eventually } from '../../testing/compose-helpers.ts'
import { consoleOwner } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let clock: ShiftingClock
let server: TestServer
let boss: HttpClient

beforeAll(async () => {
  clock = shiftingClock()
  server = await startTestServer({ clock })
  boss = (await consoleOwner(server)).desk
})

afterAll(() => server.stop())

const look = () =>
  server.app.database.query(
    sql`SELECT graphile_worker.add_job('house-figures', job_key => 'house-figures')`,
  )

const values = async (span: 'hour' | 'day', name: string) => {
  const { list } = await boss.get(api.health, { query: { span } })
  return list.find((one) => one.name === name)?.values ?? []
}

it('issue 17: figures of the house are kept for an hour and a day, and the ring begins anew', async () => {
  await server.app.database.run(sql`
    INSERT INTO traced (at, sender, recipient, written, outcome)
    SELECT ${clock.now()}, 'a@other.test', 'b@example.test', 'b@example.test', 'inbox' FROM generate_series(1, 7)`)
  await look()
  const hour = await eventually(
    () => values('hour', 'mails-in'),
    (all) => all.includes(7),
  )
  expect(hour).toHaveLength(60)
  expect(await values('day', 'mails-in')).toHaveLength(144)
  expect((await values('day', 'mails-in')).filter((one) => one !== null)).toEqual([7])
  expect((await values('hour', 'database-ms')).some((one) => one !== null)).toBe(true)
  // The same minute an hour later is another one.
  clock.advance(3_600_000)
  await look()
  await eventually(
    () => values('hour', 'waiting'),
    (all) => all.some((one) => one !== null),
  )
  expect(await values('hour', 'mails-in')).not.toContain(7)
  expect(await values('day', 'mails-in')).toContain(7)
  const rows = await server.app.database.query(sql`
    SELECT FROM health_figures WHERE name = 'mails-in' AND span = 'hour'`)
  expect(rows.length).toBeLessThanOrEqual(60)
})
