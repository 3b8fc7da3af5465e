import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '../../start-refused.ts'
import type { PostgresBinaries } from './binaries.ts'
import { commandAs, optionsAs, type SystemUser } from './system-user.ts'

const run = promisify(execFile)

/** The name of the database user and of the database. */
export const databaseName = 'hongyan'

/** The folders of a built-in PostgreSQL, and the password of its one user. */
export interface Cluster {
  /** PGDATA, without symbolic links. */
  data: string
  logs: string
  password: string
}

/** The path of PGDATA below the folder of the database. */
export const clusterFolder = (folder: string): string => join(folder, 'cluster')

/**
 * Makes the database files, once. initdb works in a folder beside the real one, which gets its name only when
 * complete: a start that was killed in the middle is simply begun again.
 * @throws StartRefused when initdb fails or the files are of another major version
 */
export async function prepareCluster(
  folder: string,
  context: { binaries: PostgresBinaries; user: SystemUser },
): Promise<Cluster> {
  const data = clusterFolder(folder)
  const logs = join(folder, 'log')
  await mkdir(logs, { recursive: true, mode: 0o700 })
  context.user.own(logs)
  const password = await keepPassword(join(folder, 'password'))
  await sweepHalfMade(folder)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    await rm(data, { recursive: true, force: true })
    await initialise(folder, { ...context, password })
  }
  await assertVersion(data, context.binaries.major)
  return { data: await realpath(data), logs, password }
}

async function initialise(
  folder: string,
  context: { binaries: PostgresBinaries; user: SystemUser; password: string },
): Promise<void> {
  const unfinished = join(folder, `cluster.new-${randomBytes(6).toString('hex')}`)
  const passwordFile = `${unfinished}.password`
  await writeFile(passwordFile, context.password, { mode: 0o600, flag: 'wx' })
  context.user.own(passwordFile)
  const [program, args] = commandAs(context.user, [
    context.binaries.initdb,
    `--pgdata=${unfinished}`,
    `--username=${databaseName}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Built in, so that sorting and lower() are the same on every system and after every upgrade of it.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ])
  try {
    await run(program, args, { ...optionsAs(context.user), cwd: '/', env: environment() })
    await rename(unfinished, clusterFolder(folder))
    await syncFolder(folder)
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true })
    throw new StartRefused(`The database could not be made in ${folder}: ${reasonOf(cause)}`, cause)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** PostgreSQL gets no variables of ours: PGDATA, PGPORT and the like would change what it does. */
export const environment = (): Record<string, string> => ({ LC_ALL: 'C', TZ: 'UTC' })

async function keepPassword(path: string): Promise<string> {
  if (existsSync(path)) return readFile(path, 'utf8')
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${path}.new`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(password)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  return password
}

async function sweepHalfMade(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('cluster.new-'))
  // An initdb that outlived its parent may still write there; it fails on its own once the files are gone.
  await Promise.all(
    names.map((name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })),
  )
}

async function assertVersion(data: string, major: number): Promise<void> {
  const found = Number((await readFile(join(data, 'PG_VERSION'), 'utf8')).trim())
  if (found === major) return
  throw new StartRefused(
    `The database in ${data} was made by PostgreSQL ${found}, and this version brings PostgreSQL ${major}. ` +
      `Export it with the version that made it, or set DATABASE_URL.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function reasonOf(thrown: unknown): string {
  const stderr =
    typeof thrown === 'object' && thrown !== null && 'stderr' in thrown ? String(thrown.stderr) : ''
  if (stderr.trim() !== '') return stderr.trim().split('\n').slice(-3).join(' ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
