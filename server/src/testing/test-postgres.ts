import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts'
import { readPostmasterPid } from '../platform/db/embedded/postmaster-pid.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/pool.ts'
import { createLog } from '../platform/log.ts'
import { isProcessAlive, processStartTime } from '../platform/process-identity.ts'

/** A PostgreSQL for tests, with a database that has the newest schema and is copied for each test file. */
export interface TestPostgres {
  url: string
  template: string
  stop(): Promise<void>
}

/** A database of one's own, with the newest schema and no rows. */
export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

const prefix = 'hongyan-test-pg-'

/** @param external the URL of a PostgreSQL to use instead of one of our own; `tcp`: our own, reached as a foreign one is */
export async function startTestPostgres(external?: string): Promise<TestPostgres> {
  const isForeign = external !== undefined && external !== 'tcp'
  const server = isForeign
    ? { url: external, stop: async () => undefined }
    : await startOwn({ tcp: external === 'tcp' })
  const template = uniqueName('template')
  try {
    await administer(server.url, `CREATE DATABASE ${template}`)
    await migrateTemplate(databaseUrl(server.url, template))
  } catch (thrown) {
    await server.stop()
    throw thrown
  }
  return {
    url: server.url,
    template,
    stop: async () => {
      await administer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
      await server.stop()
    },
  }
}

/** Copies the migrated template. Tests call createTestDatabase of database.ts. */
export async function copyDatabase(url: string, template: string): Promise<TestDatabase> {
  const name = uniqueName('test')
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: databaseUrl(url, name),
    drop: () => administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function startOwn(how: {
  tcp: boolean
}): Promise<{ url: string; stop: () => Promise<void> }> {
  sweepAbandoned()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(join(folder, 'owner'), `${process.pid} ${processStartTime(process.pid)}`)
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'db'),
    log: createLog('warn'),
    settings: { max_connections: '300' },
    ...how,
  })
  return {
    url: postgres.connectionString,
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function migrateTemplate(url: string): Promise<void> {
  const database = openDatabase({
    connection: { connectionString: url },
    max: 1,
    onError: (error) => createLog('warn').warn({ err: error }, 'template database'),
  })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}

/** A test run that was killed left its PostgreSQL behind; the next run ends it. */
function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const [pid = '', started] = ownerOf(folder)
    if (started === undefined || processStartTime(Number(pid)) === started) continue
    const running = readPostmasterPid(join(folder, 'db', 'cluster'))
    if (running && isProcessAlive(running.pid)) process.kill(running.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
}

function ownerOf(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8').split(' ')
  } catch {
    // Being made or swept by another run at this moment.
    return []
  }
}

/** A name that no other run or test uses. */
export const uniqueName = (kind: string): string =>
  `hongyan_${kind}_${randomBytes(6).toString('hex')}`

/** Another database of this server. */
export function databaseUrl(url: string, name: string): string {
  // Not by `new URL`: a Unix socket has no host part, which that class cannot write.
  return url.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

/** Runs one statement outside any transaction, on a connection of its own. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
