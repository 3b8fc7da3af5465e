import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Attack } from './attack.ts'
import { doorAttacks } from './doors.ts'
import { guessAttacks } from './guesses.ts'
import { mailAttacks } from './mails.ts'
import { startSiege } from './siege.ts'
import { slowAttacks } from './slow.ts'

/** Some of every kind: the whole of it is `npm run hostile`. */
const effort = { every: 11, slowMs: 3_000 }

/** MB above idle: the promise is 512, beside whatever else this machine does. */
const mostAbove = 768

/** Large mails on their way to sockets that read nothing take long to write. */
const isQuick = ({ name }: Attack): boolean => name !== 'readers that read nothing'

it('P5 P13 T24 T31 T32 T35 a sample of everything hostile at once: the server lives, within its memory, and refuses nobody honest', {
  timeout: 180_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-hostile-'))
  const said: string[] = []
  const siege = await startSiege({
    folder,
    heap: 1024,
    // This process has other tests to run later.
    stepBack: false,
    effort,
    say: (line) => said.push(line),
  })
  try {
    const attacks = [...mailAttacks, ...doorAttacks, ...slowAttacks, ...guessAttacks]
    const { tally, bystander, above } = await siege.measureTogether(
      'a sample',
      attacks.filter(isQuick),
    )
    expect(tally.cases).toBeGreaterThan(500)
    expect({ ...tally, cases: 0, bystander: bystander.refused }).toEqual({
      cases: 0,
      refusedWrongly: [],
      acceptedWrongly: [],
      failures: [],
      bystander: [],
    })
    expect(bystander.list.count).toBeGreaterThan(0)
    expect(above).toBeLessThan(mostAbove)
  } finally {
    await siege.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
