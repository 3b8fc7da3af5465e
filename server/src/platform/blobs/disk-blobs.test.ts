import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { BlobCorrupt, BlobStoreFull } from './blobs.ts'
import { openDiskBlobs } from './disk-blobs.ts'

const log = createLog('silent')
const module = new URL('./disk-blobs.ts', import.meta.url).href
let home = ''
let folder = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hongyan-disk-'))
  folder = join(home, 'blobs')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const tracer = ['/usr/bin/strace', '/usr/local/bin/strace'].find(existsSync)

it.runIf(tracer)(
  'P2 the bytes are on disk before the name, and the name before put returns',
  async () => {
    const program = `
      import { openDiskBlobs } from '${module}'
      const store = await openDiskBlobs({ folder: process.argv[1], log: { info() {}, error() {} } })
      process.stderr.write('')
      await store.putMany([Buffer.from('first letter'), Buffer.from('second letter')])
      ;(await import('node:fs')).accessSync('/returned', 0)`
    const trace = join(home, 'trace')
    const calls =
      'trace=fsync,fdatasync,rename,renameat,renameat2,access,faccessat,faccessat2,openat'
    try {
      execFileSync(
        tracer ?? '',
        [
          '-f',
          '-y',
          '-o',
          trace,
          '-e',
          calls,
          process.execPath,
          '--input-type=module',
          '-e',
          program,
          folder,
        ],
        { stdio: 'ignore' },
      )
    } catch {
      // The last call fails on purpose: its name in the trace is where put returned.
      expect(existsSync(trace)).toBe(true)
    }
    const lines = readFileSync(trace, 'utf8').split('\n')
    const start = lines.findIndex((line) => line.includes('O_EXCL'))
    const seen = lines.slice(start)
    const last = (pattern: RegExp) => seen.findLastIndex((line) => pattern.test(line))
    const first = (pattern: RegExp) => seen.findIndex((line) => pattern.test(line))
    const names = seen.filter((line) => /rename.*unfinished.*recent/.test(line))
    expect(names).toHaveLength(2)
    for (const line of names) {
      const temporary = /unfinished\/([^"]+)"/.exec(line)?.[1] ?? 'none'
      const synced = first(new RegExp(`fdatasync.*${temporary}`))
      expect(synced).toBeGreaterThanOrEqual(0)
      expect(synced).toBeLessThan(seen.indexOf(line))
    }
    const folderSynced = last(/fsync\(\d+<[^>]*\/recent>/)
    expect(folderSynced).toBeGreaterThan(last(/rename.*unfinished.*recent/))
    expect(first(/"\/returned"/)).toBeGreaterThan(folderSynced)
  },
)

it('files that a crash left unfinished are removed at the next start, young ones are not', async () => {
  await openDiskBlobs({ folder, log })
  const old = join(folder, 'unfinished', 'old')
  const young = join(folder, 'unfinished', 'young')
  writeFileSync(old, 'half')
  writeFileSync(young, 'half')
  utimesSync(old, new Date(0), new Date(0))
  await openDiskBlobs({ folder, log })
  expect(readdirSync(join(folder, 'unfinished'))).toEqual(['young'])
})

it('a damaged file is corrupt and is never given out', async () => {
  const store = await openDiskBlobs({ folder, log })
  const { hash } = await store.put(Buffer.from('a letter to be damaged '.repeat(50)))
  const path = join(folder, 'recent', hash.toString('hex'))
  const packed = readFileSync(path)
  packed[packed.length - 1] = (packed[packed.length - 1] ?? 0) ^ 1
  writeFileSync(path, packed)
  expect(await store.check(hash)).toBe('corrupt')
  await expect(store.get(hash)).rejects.toThrow('is corrupt')
})

it('a file cut short by a crash is written again by the next delivery of the same', async () => {
  const store = await openDiskBlobs({ folder, log })
  const bytes = randomBytes(5_000)
  const { hash } = await store.put(bytes)
  writeFileSync(join(folder, 'recent', hash.toString('hex')), '')
  await store.put(bytes)
  expect(await store.get(hash)).toEqual(bytes)
})

it('thousands of recent blobs are moved to their folders and stay readable', async () => {
  const first = await openDiskBlobs({ folder, log })
  const bytes = Buffer.from('kept')
  const { hash } = await first.put(bytes)
  const recent = join(folder, 'recent')
  for (let index = 0; index < 5_000; index++) {
    writeFileSync(join(recent, randomBytes(32).toString('hex')), '')
  }
  const old = new Date(Date.now() - 3_600_000)
  for (const name of readdirSync(recent)) utimesSync(join(recent, name), old, old)
  const store = await openDiskBlobs({ folder, log })
  await expect.poll(() => readdirSync(recent).length).toBe(0)
  expect(await store.get(hash)).toEqual(bytes)
  const stored = await store.put(bytes)
  expect(stored.hash).toEqual(hash)
  expect(readdirSync(recent)).toEqual([])
})

const mounted = (at: string): boolean => {
  try {
    mkdirSync(at, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', at], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'P4 a full disk is BlobStoreFull, leaves no half file, and works again when there is room',
  async ({ skip }) => {
    if (!mounted(folder)) skip('mounting is not allowed here')
    try {
      const store = await openDiskBlobs({ folder, log })
      const ballast = join(folder, 'ballast')
      writeFileSync(ballast, randomBytes(1_400_000))
      const bytes = randomBytes(900_000)
      await expect(store.putMany([bytes, randomBytes(10)])).rejects.toBeInstanceOf(BlobStoreFull)
      expect(readdirSync(join(folder, 'unfinished'))).toEqual([])
      rmSync(ballast)
      const { hash } = await store.put(bytes)
      expect(await store.check(hash)).toBe('ok')
    } finally {
      execFileSync('umount', [folder])
    }
  },
)

it('several small contents come at once, settled ones too; what is large, missing or damaged is for whoever asks for it alone', async () => {
  const store = await openDiskBlobs({ folder, log })
  const [text, noise] = [Buffer.from('wild goose '.repeat(2_000)), randomBytes(10_000)]
  const contents = [text, noise, Buffer.alloc(0), randomBytes(200_000), Buffer.alloc(1_000_000)]
  const stored = await store.putMany([...contents, Buffer.from('damaged '.repeat(500))])
  const [settled, , , , , damaged] = stored.map(({ hash }) => hash.toString('hex'))
  if (!settled || !damaged) throw new Error('nothing was stored')
  mkdirSync(join(folder, settled.slice(0, 2)), { recursive: true })
  renameSync(join(folder, 'recent', settled), join(folder, settled.slice(0, 2), settled))
  const bytes = readFileSync(join(folder, 'recent', damaged))
  bytes[bytes.length - 6] = (bytes.at(-6) ?? 0) ^ 1
  writeFileSync(join(folder, 'recent', damaged), bytes)
  const asked = [...stored.map(({ hash }) => hash), randomBytes(32)]
  const read = await store.getMany(asked)
  expect(read.map((one) => one?.length ?? null)).toEqual([
    22_000,
    10_000,
    0,
    null,
    null,
    null,
    null,
  ])
  expect(read.slice(0, 3)).toEqual(contents.slice(0, 3))
  await expect(store.get(asked[5] ?? text)).rejects.toBeInstanceOf(BlobCorrupt)
})
