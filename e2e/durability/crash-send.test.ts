import { expect, it } from 'vitest'
import { runSendCrash } from './crash-send-run.ts'

it('SENDMODES-11 SENDMODES-12 SENDMODES-13 P15 whatever the moment of a kill -9, no mail is lost, none doubled, every state true; CLIENTACCESS-14 what submission answered 250 to is sent once', {
  timeout: 400_000,
}, async () => {
  const rounds = 5
  const report = await runSendCrash({ rounds, seed: 4, say: () => undefined })
  const { lost, doubled, untrue, twiceOutside, verify } = report
  expect({ lost, doubled, untrue, code: verify.code }).toEqual({
    lost: [],
    doubled: [],
    untrue: [],
    code: 0,
  })
  // Only what another server had taken at the very moment of a kill.
  expect(twiceOutside.length).toBeLessThanOrEqual(rounds)
  expect(report.mails).toBeGreaterThanOrEqual(rounds)
  expect(report.handed).toBeGreaterThan(0)
})
