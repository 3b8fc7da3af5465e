import { expect, it } from 'vitest'
import { runRestarts } from './restart-run.ts'

it('P3 while the database is restarted SMTP says 451, HTTP 503 with Retry-After, and sockets stay open', {
  timeout: 120_000,
}, async () => {
  const report = await runRestarts({ restarts: 2, between: 700, sockets: 10, perSecond: 40 })
  expect(report.recoveries).toHaveLength(2)
  expect([...report.http.keys()].sort()).toEqual([200, 503])
  expect(report.withoutRetryAfter).toBe(0)
  expect([...report.smtp.keys()].sort()).toEqual(['250 2.6.0', '451 4.3.0'])
  expect([report.socketsClosed, report.socketsTold]).toEqual([0, 10])
  expect(report.exitCode).toBe(0)
})
