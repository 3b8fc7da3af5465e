import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Attack } from './attack.ts'
import { allAttacks } from './attacks.ts'
import { startSiege } from './siege.ts'

/** Some of every kind: the whole of it is `npm run hostile`. */
const effort = { every: 17, slowMs: 3_000 }

/** MB above idle: the promise is 512, beside whatever else this machine does. */
const mostAbove = 768

/** Large mails on their way to sockets that read nothing take long to write; programs (approval by theirs) and moving in have the whole run. */
const isQuick = ({ name }: Attack): boolean =>
  !/readers that read nothing|^(?:programs|migration|approval|mail groups|assistant): /.test(name)

it('P5 P13 T24 T31 T32 T35 a sample of everything hostile at once: the server lives, within its memory, and refuses nobody honest', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-hostile-'))
  const said: string[] = []
  const siege = await startSiege({
    folder,
    heap: 1024,
    stepBack: true,
    effort,
    say: (line) => said.push(line),
  })
  try {
    const { tally, bystander, above } = await siege.measureTogether(
      'a sample',
      allAttacks.filter(isQuick),
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
