import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Row } from './table.ts'
import { newTally } from './tally.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const none = { count: 0, p50: 0, p95: 0, worst: 0 }

/** Every kind of hostile mail at once and twice its size, and every scanner at n, 2n, 4n: what grows faster is too much. */
export async function measureGrowth(say: (line: string) => void): Promise<Row> {
  const tally = newTally()
  const since = performance.now()
  const times = await run(process.execPath, ['mime/test/bomb-times.ts'], { cwd: root })
  const lines = times.stdout.split('\n').filter((line) => / MB .* ms/.test(line))
  tally.cases += lines.length
  tally.failures.push(...lines.filter((line) => line.includes('SLOW')))
  const { numTotalTests, numFailedTests } = await scanners()
  tally.cases += numTotalTests ?? 0
  if (numFailedTests) tally.failures.push(`${numFailedTests} scanners grow faster than their input`)
  for (const one of tally.failures) say(`   ${one}`)
  return {
    name: 'growth: n, 2n, 4n',
    tally,
    seconds: (performance.now() - since) / 1000,
    stall: 0,
    above: 0,
    peak: 0,
    rest: 0,
    database: 0,
    load: 0,
    bystander: { list: none, open: none, search: none, delivery: none, refused: [] },
  }
}

/** What the test of all scanners counted. */
async function scanners(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-growth-'))
  const file = join(folder, 'counted.json')
  const test = ['run', 'tools/growth.test.ts', '--reporter=json', `--outputFile.json=${file}`]
  try {
    // It fails when a test fails: the file says which.
    await run(process.execPath, ['node_modules/vitest/vitest.mjs', ...test], { cwd: root }).catch(
      () => undefined,
    )
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, number>
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
