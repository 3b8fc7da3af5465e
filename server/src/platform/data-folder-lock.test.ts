import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'

const run = promisify(execFile)
const module = new URL('./data-folder-lock.ts', import.meta.url).href
/** Prints "locked" or the refusal, then lives for as long as its input is open. */
const holder = `
  import { lockDataFolder } from '${module}'
  await lockDataFolder(process.argv[1]).then(() => console.log('locked'), (e) => console.log(e.message))
  await new Promise((resolve) => process.stdin.on('end', resolve).resume())
  process.exit(0)`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hongyan-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const start = () => spawn(process.execPath, ['--input-type=module', '-e', holder, folder])

it('a second process on the same data folder is refused with a sentence that names the first', async () => {
  const first = start()
  expect(String((await once(first.stdout, 'data'))[0])).toBe('locked\n')
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Hongyan already runs on the data folder ${folder} (process ${first.pid}).`,
  )
  first.stdin.end()
  await once(first, 'exit')
})

it('the lock of a killed process is taken over by exactly one of many who start at once', async () => {
  const first = start()
  await once(first.stdout, 'data')
  first.kill('SIGKILL')
  await once(first, 'exit')

  const rivals = Array.from({ length: 8 }, start)
  const answers = await Promise.all(
    rivals.map(async (rival) => String((await once(rival.stdout, 'data'))[0])),
  )
  expect(answers.filter((answer) => answer === 'locked\n')).toHaveLength(1)
  expect(answers.filter((answer) => answer.includes('already runs'))).toHaveLength(7)
  for (const rival of rivals) rival.stdin.end()
  await Promise.all(rivals.map((rival) => once(rival, 'exit')))
  expect(readdirSync(folder)).toEqual(['hongyan.lock'])
})

it('a pid that now belongs to another program does not hold the lock', async () => {
  // Our own pid with the start time of somebody else: what a reboot or a container restart leaves behind.
  writeFileSync(join(folder, 'hongyan.lock'), `${process.pid} long-ago/1 abcd\n`)
  const lock = await lockDataFolder(folder)
  await lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it('an empty lock file, left by a power cut, does not stop the start', async () => {
  writeFileSync(join(folder, 'hongyan.lock'), '')
  const lock = await lockDataFolder(folder)
  expect(readFileSync(join(folder, 'hongyan.lock'), 'utf8')).toContain(String(process.pid))
  await lock.release()
})

it('a crash in the middle of a take-over leaves nothing to repair', async () => {
  const gone = await run(process.execPath, ['-p', 'process.pid'])
  const dead = `${gone.stdout.trim()} gone/1 00\n`
  writeFileSync(join(folder, 'hongyan.lock'), dead)
  const right = createHash('sha256').update(dead).digest('hex').slice(0, 16)
  writeFileSync(join(folder, `hongyan.lock.${right}`), dead)
  const lock = await lockDataFolder(folder)
  await lock.release()
  expect(readdirSync(folder).filter((name) => !name.endsWith('.tmp'))).toEqual([])
})

it('who is taking over at this moment is named, not waited for', async () => {
  const rival = start()
  await once(rival.stdout, 'data')
  const living = readFileSync(join(folder, 'hongyan.lock'), 'utf8')
  const dead = '1 gone/1 00\n'
  const right = createHash('sha256').update(dead).digest('hex').slice(0, 16)
  writeFileSync(join(folder, 'hongyan.lock'), dead)
  writeFileSync(join(folder, `hongyan.lock.${right}`), living)
  await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${rival.pid})`)
  rival.stdin.end()
  await once(rival, 'exit')
})
