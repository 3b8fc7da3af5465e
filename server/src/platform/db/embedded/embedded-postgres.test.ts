import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../log.ts'
import { isProcessAlive } from '../../process-identity.ts'
import { findPostgresBinaries } from './binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { chooseSystemUser, commandAs } from './system-user.ts'

// Each test starts real databases: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const isRoot = process.getuid?.() === 0
const log = createLog('silent')
const module = new URL('./embedded-postgres.ts', import.meta.url).href
/** A process that starts the database, says how it went, and lives until it is killed. */
const program = `
  import { startEmbeddedPostgres } from '${module}'
  const say = (kind) => (details, text) => console.log(JSON.stringify({ kind, text, ...details }))
  const log = { info: say('info'), warn: say('warn'), error: say('error') }
  const postgres = await startEmbeddedPostgres({ folder: process.argv[1], log })
  console.log(JSON.stringify({ url: postgres.connectionString, pid: postgres.pid() }))
  setInterval(() => undefined, 1000)`

interface Line {
  text?: string
  url?: string
  pid?: number
}

let home = ''
let folder = ''
const children: ChildProcess[] = []
const servers: EmbeddedPostgres[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hongyan-pg-test-'))
  chmodSync(home, 0o755)
  folder = join(home, 'db')
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
  const left = readPostmasterPid(join(folder, 'cluster'))
  if (left && isProcessAlive(left.pid)) {
    process.kill(left.pid, 'SIGQUIT')
    while (isProcessAlive(left.pid)) await delay(10)
  }
  rmSync(home, { recursive: true, force: true })
})

async function start(at = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder: at, log })
  servers.push(server)
  return server
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts the program and waits for the line with the URL. */
async function startInProcess(): Promise<{ child: ChildProcess; lines: Line[]; ready: Line }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder])
  children.push(child)
  const lines: Line[] = []
  for await (const text of createInterface(child.stdout)) {
    const line: Line = JSON.parse(text)
    lines.push(line)
    if (line.url) return { child, lines, ready: line }
  }
  throw new Error('the program ended early')
}

async function killAndWait(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal)
  while (isProcessAlive(pid)) await delay(5)
}

it('starts on an empty folder with durable settings, checksums, a private password and no TCP', async () => {
  const postgres = await start()
  const [row] = await query(
    postgres.connectionString,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
      current_setting('full_page_writes') AS pages, current_setting('data_checksums') AS checksums,
      current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS tcp,
      current_setting('password_encryption') AS password, lower('ÄÖ') AS lower`,
  )
  expect(row).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    tcp: '',
    password: 'scram-sha-256',
    lower: 'äö',
  })
  expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'cluster/pg_hba.conf'), 'utf8')).not.toMatch(/^[^#].*trust/m)
  await expect(
    query(postgres.connectionString.replace(/:[^@/]+@/, ':wrong@'), 'SELECT 1'),
  ).rejects.toThrow(/password/)
})

it('keeps the data through stop and start, and stop leaves no process', async () => {
  const first = await startEmbeddedPostgres({ folder, log })
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS n')
  await first.stop()
  expect(isProcessAlive(first.pid())).toBe(false)
  const second = await start()
  expect(await query(second.connectionString, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

it('a kill -9 of our process leaves the database running, and the next start takes it over', async () => {
  const { child, ready } = await startInProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isProcessAlive(ready.pid ?? 0)).toBe(true)
  const next = await startInProcess()
  expect(next.ready).toEqual(ready)
  expect(next.lines.map((line) => line.text)).toContain('database taken over')
})

it('a kill -9 of the postmaster is noticed and answered with a new one, at the same address', async () => {
  const postgres = await start()
  const first = postgres.pid()
  await query(postgres.connectionString, 'CREATE TABLE kept AS SELECT 1 AS n')
  await killAndWait(first, 'SIGKILL')
  await expect
    .poll(() => query(postgres.connectionString, 'SELECT n FROM kept').catch(() => []), {
      timeout: 60_000,
      interval: 20,
    })
    .toEqual([{ n: 1 }])
  await expect.poll(() => postgres.pid(), { timeout: 60_000 }).not.toBe(first)
})

it('an adopted database is watched too', async () => {
  const { child, ready } = await startInProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const postgres = await start()
  expect(postgres.pid()).toBe(ready.pid)
  await killAndWait(postgres.pid(), 'SIGKILL')
  await expect
    .poll(() => query(postgres.connectionString, 'SELECT 1 AS n').catch(() => []), {
      timeout: 60_000,
      interval: 20,
    })
    .toEqual([{ n: 1 }])
})

it('starts when the postmaster was killed while a backend still worked on the shared memory', async () => {
  const { child, ready } = await startInProcess()
  const client = new pg.Client({ connectionString: ready.url })
  client.on('error', () => undefined)
  await client.connect()
  // Generated rows keep the backend off the socket and away from its check for a dead postmaster.
  const busy = client.query('SELECT count(*) FROM generate_series(1, 8000000)').catch(() => 'lost')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await killAndWait(ready.pid ?? 0, 'SIGKILL')
  const postgres = await start()
  expect(await query(postgres.connectionString, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await busy
  await client.end().catch(() => undefined)
})

it('a pid file that names a living stranger does not stop the start', async () => {
  const first = await startEmbeddedPostgres({ folder, log })
  await first.stop()
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], {
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    cwd: '/',
  })
  children.push(stranger)
  writeFileSync(
    join(folder, 'cluster/postmaster.pid'),
    `${stranger.pid}\n${folder}/cluster\n1\n5432\n${folder}/socket\n\n\nready\n`,
  )
  const postgres = await start()
  expect(postgres.pid()).not.toBe(stranger.pid)
})

it('an initdb that was killed half way is done again', async () => {
  mkdirSync(join(folder, 'cluster.new-0123/base'), { recursive: true })
  writeFileSync(join(folder, 'cluster.new-0123/PG_VERSION'), '18\n')
  mkdirSync(join(folder, 'cluster'))
  await start()
  expect(readdirSync(folder).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

it('a path too long for a socket, with a space and a comma in it, works', async () => {
  const long = join(home, `a b, ${'x'.repeat(60)}`, 'y'.repeat(60), 'db')
  mkdirSync(dirname(long), { recursive: true, mode: 0o755 })
  const postgres = await start(long)
  expect(await query(postgres.connectionString, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  const socket = String(postgres.connection.host)
  expect(Buffer.byteLength(socket)).toBeLessThan(100)
  await servers.pop()?.stop()
  expect(existsSync(socket)).toBe(false)
})

it('a cluster of another major version is refused with a sentence', async () => {
  const first = await startEmbeddedPostgres({ folder, log })
  await first.stop()
  writeFileSync(join(folder, 'cluster/PG_VERSION'), '12\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 12, and this version brings/)
})

it('a broken configuration is reported with the words of PostgreSQL', async () => {
  await expect(
    startEmbeddedPostgres({ folder, log, settings: { max_connections: 'many' } }),
  ).rejects.toThrow(/does not start: .*max_connections/)
})

it('settings that could lose mail are refused', async () => {
  const first = await startEmbeddedPostgres({ folder, log })
  await query(first.connectionString, "ALTER ROLE hongyan SET synchronous_commit = 'off'")
  await first.stop()
  await expect(start()).rejects.toThrow(/synchronous_commit = off, which can lose mail/)
  expect(readPostmasterPid(join(folder, 'cluster'))).toBeUndefined()
})

describe.runIf(isRoot && process.platform === 'linux')('as root', () => {
  let closed = ''
  beforeAll(() => {
    // The programs and the data below a folder that only root may enter, like a clone under /root.
    closed = mkdtempSync(join(tmpdir(), 'hongyan-closed-'))
    chmodSync(closed, 0o700)
    cpSync(dirname(dirname(findPostgresBinaries().postgres)), join(closed, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  })
  afterAll(() => rmSync(closed, { recursive: true, force: true }))

  it('PostgreSQL runs as an ordinary user', async () => {
    const postgres = await start()
    const uid = execFileSync('ps', ['-o', 'uid=', '-p', String(postgres.pid())], {
      encoding: 'utf8',
    })
    expect(Number(uid)).not.toBe(0)
  })

  it('programs below a folder of mode 700 can be run', async () => {
    mkdirSync(folder)
    const user = await chooseSystemUser({
      program: join(closed, 'native/bin/postgres'),
      folder,
      cluster: join(folder, 'cluster'),
    })
    const [command, args] = commandAs(user, [
      join(closed, 'native/bin/initdb'),
      `--pgdata=${folder}/cluster`,
      '--auth=reject',
    ])
    expect(execFileSync(command, args, { encoding: 'utf8' })).toMatch(/Success/)
  })

  it('a data folder below a folder of mode 700 works', async () => {
    const at = join(closed, 'data', 'db')
    const postgres = await start(at)
    expect(await query(postgres.connectionString, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    const status = readFileSync(`/proc/${postgres.pid()}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+65534/m)
    // One capability, to pass closed folders, and no way to gain another.
    expect(status).toMatch(/^CapEff:\s+0{15}[24]$/m)
    expect(status).toMatch(/^CapBnd:\s+0{15}[24]$/m)
  })
})
