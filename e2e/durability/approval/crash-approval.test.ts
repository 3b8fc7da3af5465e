import { expect, it } from 'vitest'
import { runApprovalCrash } from './crash-approval-run.ts'

it('G90 P15 whatever the moment of a kill -9, a held mail comes to exactly one end, and leaves once or never', {
  timeout: 400_000,
}, async () => {
  const report = await runApprovalCrash({ rounds: 6, seed: 17, say: () => undefined })
  expect({ wrong: report.wrong, code: report.verify.code }).toEqual({ wrong: [], code: 0 })
  expect(report.mails).toBeGreaterThanOrEqual(6)
})
