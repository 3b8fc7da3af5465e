import { expect, it } from 'vitest'
import { runWireFuzz } from './run.ts'

/** A million of them: `npm run fuzz:wire`, which judges time and memory too. */
const lines = 2_000

it('P11 CLIENTACCESS-01 issue 14: random and mutated lines at the doors of IMAP, POP3 and submission are answered or refused, break nothing, and the next program is served', async () => {
  const { doors, wrong } = await runWireFuzz({
    lines,
    seed: 14,
    lanes: 2,
    say: () => undefined,
  })
  expect(wrong).toEqual([])
  for (const { answers } of Object.values(doors)) expect(answers).toBeGreaterThan(lines / 4)
})
