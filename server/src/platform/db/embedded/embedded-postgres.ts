import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { messageOf } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { isStillAlive } from '../../process-identity.ts'
import { StartRefused } from '../../start-refused.ts'
import { findPostgresBinaries } from './binaries.ts'
import { clusterFolder, databaseName, prepareCluster } from './cluster.ts'
import { bringDown, bringUp, connectionTo, type PostmasterPlan } from './postmaster.ts'
import { isPostmasterOf, readPostmasterPid } from './postmaster-pid.ts'
import { chooseListeningPlace, leaveListeningPlace } from './socket-folder.ts'
import { chooseSystemUser } from './system-user.ts'

/** A PostgreSQL that runs beside us and is kept running until `stop`. */
export interface EmbeddedPostgres {
  connection: pg.ClientConfig
  /** Where it listens, as a URL with the password in it, for other processes. Never log it. */
  connectionString: string
  /** Its process id; another one after a restart. */
  pid(): number
  /** Fast shutdown; resolves when the process is gone. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Made when missing; everything of the database lies in it. Only one process may use it (data-folder-lock). */
  folder: string
  log: Pick<Log, 'info' | 'warn' | 'error'>
  settings?: Record<string, string>
  /** Listens on a free TCP port of loopback also where a Unix socket is to be had. */
  tcp?: boolean
}

const watchEveryMs = 100

/**
 * Starts PostgreSQL in `folder`, or takes over the one that a killed process left running there, and starts it
 * again whenever it dies.
 * @throws StartRefused with a sentence for the person who started us
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const plan = await preparePlan(options)
  const before = readPostmasterPid(plan.cluster.data)?.pid
  let pid = await bringUp(plan).catch((thrown: unknown) => giveUp(plan, thrown))
  options.log.info({ pid }, pid === before ? 'database taken over' : 'database started')

  const ending = new AbortController()
  const watching = keepLooking(ending.signal, async () => {
    if (await isStillAlive(pid)) return
    options.log.error({ pid }, 'database died, starting it again')
    try {
      pid = await bringUp(plan)
      options.log.info({ pid }, 'database started again')
    } catch (thrown) {
      options.log.error({ reason: messageOf(thrown) }, 'database does not start, trying again')
    }
  })
  return {
    connection: connectionTo(plan, databaseName),
    connectionString: urlOf(plan),
    pid: () => pid,
    stop: async () => {
      ending.abort()
      await watching
      await bringDown(pid)
      leaveListeningPlace(plan)
    },
  }
}

async function preparePlan(options: EmbeddedPostgresOptions): Promise<PostmasterPlan> {
  const folder = await openFolder(options.folder)
  const binaries = findPostgresBinaries()
  const user = await chooseSystemUser({
    program: binaries.postgres,
    folder,
    cluster: clusterFolder(folder),
  })
  const cluster = await prepareCluster(folder, { binaries, user })
  const running = readPostmasterPid(cluster.data)
  const place = await chooseListeningPlace(folder, { user, running, tcp: options.tcp ?? false })
  return { binaries, user, cluster, ...place, settings: options.settings ?? {} }
}

async function openFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (cause) {
    throw new StartRefused(
      `The database folder ${path} cannot be used by this user: ${messageOf(cause)}`,
      cause,
    )
  }
}

/** A start that is refused leaves nothing running. */
async function giveUp(plan: PostmasterPlan, thrown: unknown): Promise<never> {
  const left = readPostmasterPid(plan.cluster.data)
  if (left && isPostmasterOf(plan.cluster.data, left.pid)) await bringDown(left.pid)
  leaveListeningPlace(plan)
  throw thrown
}

async function keepLooking(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await delay(watchEveryMs, undefined, { ref: false, signal }).catch(() => undefined)
    if (!signal.aborted) await look()
  }
}

/** libpq's form for a Unix socket: the folder as the `host` parameter. */
function urlOf(plan: PostmasterPlan): string {
  const who = `${databaseName}:${encodeURIComponent(plan.cluster.password)}`
  if (plan.socketFolder === undefined) {
    return `postgresql://${who}@127.0.0.1:${plan.port}/${databaseName}`
  }
  return `postgresql://${who}@/${databaseName}?host=${encodeURIComponent(plan.socketFolder)}&port=${plan.port}`
}
