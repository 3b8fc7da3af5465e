import { expect, it } from 'vitest'
import { runCrash } from './crash-run.ts'

it('P1 mail that got its 250 is there once and unchanged after kill -9 of the server and of its database', {
  timeout: 400_000,
}, async () => {
  const report = await runCrash({
    messages: 400,
    kills: 3,
    pgKills: 1,
    seed: 11,
    connections: 8,
    say: () => undefined,
  })
  expect(report.sending.answered).toBe(400)
  expect(report.restarts).toHaveLength(3)
  expect(report.pgRestarts).toHaveLength(1)
  const { lost, doubled, disagreements, changed, unasked, verify } = report
  expect({ lost, doubled, disagreements, changed, unasked, code: verify.code }).toEqual({
    lost: [],
    doubled: [],
    disagreements: [],
    changed: [],
    unasked: 0,
    code: 0,
  })
  expect(report.compared).toBeGreaterThan(10)
})
