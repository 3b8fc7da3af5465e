import { expect, it } from 'vitest'
import { runImapCrash } from './crash-imap-run.ts'

it('issue 14 CLIENTACCESS-14 whatever the moment of a kill -9, what a program was told is done once, the rest wholly or not at all', {
  timeout: 180_000,
}, async () => {
  const report = await runImapCrash({ rounds: 3, people: 2, seed: 3, say: () => undefined })
  expect(report.wrong).toEqual([])
  expect(report.verify.code).toBe(0)
  expect(report.kills.server).toBe(3)
})
