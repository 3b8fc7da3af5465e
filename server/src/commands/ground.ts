import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ground } from '../app.ts'
import type { Config } from '../config.ts'
import { openBlobs } from '../open-blobs.ts'
import { systemClock } from '../platform/clock.ts'
import { type DataFolderLock, lockDataFolder } from '../platform/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDatabase, patienceMs } from '../platform/db/pool.ts'
import { messageOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** The opened places of state, and how to leave them. */
export interface OpenGround extends Ground {
  migrated: string[]
  /** Everything has started. */
  started(): void
  close(): Promise<void>
}

/**
 * On a machine with much other work a database that was just taken over answers late, and a start takes up all that waits at
 * once: that is no reason to end.
 */
const startPatienceMs = 60_000

interface Connection {
  url: string
  close(): Promise<void>
}

/**
 * Opens database and blobs. With the embedded database, `alone` says whether to refuse a data folder that a
 * server is using (the server itself does) or to work beside it (the other commands).
 * @throws StartRefused with a sentence for the person at the terminal
 */
export async function openGround(
  config: Config,
  { log, alone }: { log: Log; alone: boolean },
): Promise<OpenGround> {
  const connection = await connect(config, { log, alone })
  const database = openDatabase({
    connection: { connectionString: connection.url, statement_timeout: 60_000 },
    max: config.databasePool,
    patience: { starting: startPatienceMs, running: patienceMs },
    onError: (lost) => log.warn({ reason: messageOf(lost) }, 'a database connection was lost'),
  })
  try {
    const migrated = await migrate(database)
    const blobs = await openBlobs(config, log)
    return {
      config,
      database,
      blobs,
      log,
      clock: systemClock,
      migrated,
      started: database.started,
      close: async () => {
        await database.close()
        await connection.close()
      },
    }
  } catch (thrown) {
    await database.close()
    await connection.close()
    throw thrown
  }
}

async function connect(
  config: Config,
  { log, alone }: { log: Log; alone: boolean },
): Promise<Connection> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => undefined }
  const note = join(config.dataFolder, 'database-url')
  let lock: DataFolderLock
  try {
    lock = await lockDataFolder(config.dataFolder)
  } catch (thrown) {
    const running = alone ? null : await readFile(note, 'utf8').catch(() => null)
    if (running === null || !(thrown instanceof StartRefused)) throw thrown
    return { url: running, close: async () => undefined }
  }
  const postgres = await startEmbeddedPostgres({ folder: join(config.dataFolder, 'postgres'), log })
  await writeFile(note, postgres.connectionString, { mode: 0o600 })
  return {
    url: postgres.connectionString,
    close: async () => {
      await postgres.stop()
      await rm(note, { force: true })
      await lock.release()
    },
  }
}
