import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { keepOnDisk, sweepTemporaryFiles } from './temporary-files.ts'

it('doors-9 what a process that is gone left on disk is swept, also when another has its number now; what one at work holds is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-test-'))
  const file = await keepOnDisk(Readable.from([Buffer.from('x')]), { within: folder })
  const mine = basename(dirname(file.path))
  const [start = '', host = ''] = mine.split('-').reverse().slice(1)
  const of = (pid: number | null, by = host, at = start) => `hongyan-waiting-${pid}-${by}-${at}-abc`
  const gone = spawnSync(process.execPath, ['-e', '0']).pid
  const elsewhere = of(1, '00000000')
  const old = of(2, '00000000')
  // The last is of a process before the one that has this number now.
  for (const name of [
    elsewhere,
    old,
    'other',
    of(gone),
    of(process.ppid),
    of(process.pid, host, '00000000'),
  ])
    await mkdir(join(folder, name))
  await utimes(join(folder, old), 1, 1)
  expect(await sweepTemporaryFiles(folder)).toBe(4)
  expect((await readdir(folder)).sort()).toEqual([elsewhere, mine, 'other'].sort())
  await rm(folder, { recursive: true })
})

it('issue 12 line 1: pieces that were given are gone when they are written, those of others stay', async () => {
  const pieces = (size: number) => [
    Buffer.allocUnsafeSlow(size).fill('a'),
    Buffer.allocUnsafeSlow(size).fill('b'),
  ]
  const [given, lent] = [pieces(300_000), pieces(300_000)]
  const file = await keepOnDisk(Readable.from(given), { given: true })
  const other = await keepOnDisk(Readable.from(lent))
  expect(given.map(({ length }) => length)).toEqual([0, 0])
  expect(await readFile(file.path)).toEqual(Buffer.concat(lent))
  expect([file.size, other.size]).toEqual([600_000, 600_000])
  await Promise.all([file.remove(), other.remove()])
})
