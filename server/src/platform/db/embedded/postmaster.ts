import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isProcessAlive } from '../../process-identity.ts'
import { StartRefused } from '../../start-refused.ts'
import type { PostgresBinaries } from './binaries.ts'
import { type Cluster, databaseName, environment } from './cluster.ts'
import { isPostmasterOf, readPostmasterPid } from './postmaster-pid.ts'
import { durableSettings, postgresSettings } from './settings.ts'
import { commandAs, optionsAs, type SystemUser } from './system-user.ts'

/** Everything that starting a PostgreSQL needs to know. */
export interface PostmasterPlan {
  binaries: PostgresBinaries
  user: SystemUser
  cluster: Cluster
  /** Undefined on Windows: TCP on loopback. */
  socketFolder: string | undefined
  port: number
  /** Added to, or put in the place of, the usual ones. */
  settings: Record<string, string>
}

/** How long PostgreSQL may take to answer after it was started: replaying the log after a crash counts. */
const startLimitMs = 120_000
const stopLimitMs = 60_000

/**
 * The pid of a PostgreSQL that answers: one that already runs (ours was killed and left it behind), else a new one.
 * A pid file left by a crash is overcome, and so are backends of a killed postmaster that still hold its memory.
 * @throws StartRefused with the last words of PostgreSQL when it does not come up
 */
export async function bringUp(plan: PostmasterPlan): Promise<number> {
  const deadline = Date.now() + startLimitMs
  let child: ChildProcess | undefined
  while (Date.now() < deadline) {
    const pid = readPostmasterPid(plan.cluster.data)?.pid
    const isOurs = pid !== undefined && isPostmasterOf(plan.cluster.data, pid)
    if (isOurs && (await answers(plan))) return pid
    if (!isOurs && !isRunning(child)) {
      if (child && !(await isWorthAnotherTry(plan))) break
      await forgetStranger(plan, pid)
      child = launch(plan)
    }
    await delay(isRunning(child) || isOurs ? 20 : 200)
  }
  throw new StartRefused(await complaint(plan))
}

/** PostgreSQL refuses to start while the number in its old pid file belongs to any living process of its user. */
async function forgetStranger(plan: PostmasterPlan, pid: number | undefined): Promise<void> {
  if (pid === undefined || !isProcessAlive(pid)) return
  await rm(join(plan.cluster.data, 'postmaster.pid'), { force: true })
}

/** Ends PostgreSQL: fast (open transactions are rolled back), and by force only when that takes too long. */
export async function bringDown(pid: number): Promise<void> {
  // The signals of pg_ctl(1): INT is a fast stop, QUIT an immediate one.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!send(pid, signal)) return
    const deadline = Date.now() + stopLimitMs
    while (Date.now() < deadline) {
      if (!isProcessAlive(pid)) return
      await delay(20)
    }
  }
}

/** How to connect: as the one user, to the given database. */
export function connectionTo(plan: PostmasterPlan, database: string): pg.ClientConfig {
  return {
    host: plan.socketFolder ?? '127.0.0.1',
    port: plan.port,
    user: databaseName,
    password: plan.cluster.password,
    database,
  }
}

function launch(plan: PostmasterPlan): ChildProcess {
  const settings = {
    ...postgresSettings({
      socketFolder: plan.socketFolder,
      port: plan.port,
      logFolder: plan.cluster.logs,
    }),
    ...plan.settings,
  }
  const [program, args] = commandAs(plan.user, [
    plan.binaries.postgres,
    '-D',
    plan.cluster.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = openSync(startLog(plan), 'w', 0o600)
  // A session of its own: Ctrl+C reaches us alone, and we stop PostgreSQL when all mail is put away.
  const child = spawn(program, args, {
    ...optionsAs(plan.user),
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.on('error', () => undefined)
  child.unref()
  return child
}

const isRunning = (child: ChildProcess | undefined): boolean =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null

/** True when it accepts us and runs with the settings that durability needs. */
async function answers(plan: PostmasterPlan): Promise<boolean> {
  const client = new pg.Client({
    ...connectionTo(plan, databaseName),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await assertDurable(client, plan)
    return true
  } catch (thrown) {
    if (thrown instanceof StartRefused) throw thrown
    // 3D000: the cluster is new and has no database of ours yet.
    if (codeOf(thrown) === '3D000') return await createDatabase(plan)
    // 28P01: this is a PostgreSQL that our password does not open; waiting does not help.
    if (codeOf(thrown) === '28P01') {
      throw new StartRefused(
        `The database in ${plan.cluster.data} does not accept the password kept beside it.`,
        thrown,
      )
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function assertDurable(client: pg.Client, plan: PostmasterPlan): Promise<void> {
  for (const [name, wanted] of Object.entries({ ...durableSettings, ...plan.settings })) {
    if (!(name in durableSettings)) continue
    const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`)
    if (rows[0]?.[name] === wanted) continue
    throw new StartRefused(
      `The database runs with ${name} = ${rows[0]?.[name]}, which can lose mail; it must be ${wanted}.`,
    )
  }
}

async function createDatabase(plan: PostmasterPlan): Promise<boolean> {
  const client = new pg.Client(connectionTo(plan, 'postgres'))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`CREATE DATABASE ${databaseName}`)
  } catch {
    // Asked again from the loop: it is there now, or the reason comes back.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
  return false
}

/** Backends of a killed postmaster end by themselves within moments; until then its memory is in use. */
async function isWorthAnotherTry(plan: PostmasterPlan): Promise<boolean> {
  const words = await startWords(plan)
  return /shared memory block|lock file|could not bind/i.test(words)
}

const startLog = (plan: PostmasterPlan): string => join(plan.cluster.logs, 'start.log')

const startWords = (plan: PostmasterPlan): Promise<string> =>
  readFile(startLog(plan), 'utf8').catch(() => '')

async function complaint(plan: PostmasterPlan): Promise<string> {
  const words = (await startWords(plan)).trim().split('\n').slice(-3).join(' ')
  return `The built-in database in ${plan.cluster.data} does not start: ${words || 'it gives no reason'} (see ${plan.cluster.logs}).`
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
