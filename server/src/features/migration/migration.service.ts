import type { Migration, SourceServer } from '@hongyan/contract/migration'
import { seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework, jobPlace } from '../../platform/jobs/piecework.ts'
import {
  dueMigrations,
  findMigration,
  insertMigration,
  lockMigration,
  type MigrationRow,
  newestMigrations,
  runs,
  setSecret,
  setStanding,
  sweepMigrations,
} from './migration.queries.ts'
import {
  createMigrationWork,
  type GivenWorkMeans,
  migrationTask,
  secretOf,
} from './migration-work.ts'
import { type ResultLanguage, resultFile } from './result-file.ts'
import { createOpenSource, withSource } from './sources/open-source.ts'
import { guessServer } from './sources/presets.ts'
import type { ReachOptions } from './sources/reach.ts'
import { type Source, type SourceFolder, SourceTrouble } from './sources/source.ts'
import { targetRole, targetSteps } from './target-folders.ts'

/** So many are shown. */
const shown = 50

export interface GivenSource {
  address: string
  /** '' for the address. */
  userName: string
  password: string
  server: SourceServer
}

export interface NewRange {
  range?: 'all' | 'time' | undefined
  since?: string | undefined
  until?: string | undefined
}

interface Options extends Omit<GivenWorkMeans, 'openSource' | 'jobs'>, ReachOptions {
  jobs: Jobs
  /** Mail servers of a domain, best first. */
  mx(domain: string): Promise<readonly string[]>
}

export type Migrations = ReturnType<typeof createMigrations>

/** Mail from another mailbox, by IMAP or POP3. */
export function createMigrations(options: Options) {
  const { database, jobs, key, mx } = options
  const openSource = createOpenSource(options)
  const work = createMigrationWork({ ...options, openSource })
  const { enqueue } = createPiecework(
    { database, jobs },
    { task: migrationTask, place: jobPlace, piece: work.piece },
  )
  const inside = <T>(source: GivenSource, look: (source: Source) => Promise<T>): Promise<T> =>
    withSource(openSource, { ...source, userName: source.userName || source.address }, look).catch(
      asError,
    )
  return {
    guess: (address: string) => guessServer(address, { mx }),

    /** @throws what is wrong with the source */
    preview: async (source: GivenSource) => {
      const folders = await inside(source, (one) => one.folders())
      const total = folders.reduce((sum, one) => sum + one.total, 0)
      return { folders: folders.map(asPreview), total }
    },

    /** @throws migration.no-range, migration.bad-range, migration.running, and what is wrong with the source */
    begin: async (
      accountId: AccountId,
      source: GivenSource,
      range: NewRange,
    ): Promise<Migration> => {
      const days = daysOf(range)
      if (await runs(database, accountId)) throw new AppError('migration.running')
      await inside(source, async () => undefined)
      const { address, userName, password, server } = source
      const secret = seal(key, Buffer.from(password), secretOf(accountId, address))
      return database.transaction(async (tx) => {
        const made = { ...server, address, userName: userName || address, secret, ...days }
        const row = await insertMigration(tx, accountId, made)
        if (!row) throw new AppError('migration.running')
        await enqueue(tx, placeOf(row))
        return asMigration(row)
      })
    },

    list: async (accountId: AccountId): Promise<Migration[]> =>
      (await newestMigrations(database, accountId, shown)).map(asMigration),

    /** @throws item.not-found, migration.not-now, migration.running */
    update: async (
      accountId: AccountId,
      { migrationId, action, password }: MigrationChange,
    ): Promise<Migration> => {
      await database.transaction(async (tx) => {
        const row = await lockMigration(tx, accountId, migrationId)
        if (!row) throw new AppError('item.not-found')
        if (!from[action].includes(row.state)) throw new AppError('migration.not-now')
        if (action !== 'resume')
          return void (await setStanding(tx, row, { state: to[action], reason: null }))
        await resume(
          tx,
          row,
          password ? seal(key, Buffer.from(password), secretOf(accountId, row.address)) : null,
        )
        await enqueue(tx, placeOf(row))
      })
      const row = await findMigration(database, accountId, migrationId)
      if (!row) throw new AppError('item.not-found')
      return asMigration(row)
    },

    /** @throws item.not-found */
    resultFile: async (accountId: AccountId, migrationId: number, language: ResultLanguage) => {
      const row = await findMigration(database, accountId, migrationId)
      if (!row) throw new AppError('item.not-found')
      return {
        name: `migration-${row.jobId}.csv`,
        chunks: resultFile(database, row.jobId, language),
      }
    },

    /** Those whose line was cut, or whose process died, go on. */
    goOn: (): Promise<void> =>
      database.transaction(async (tx) => {
        for (const place of await dueMigrations(tx, options.clock.now())) await enqueue(tx, place)
      }),
    sweep: (): Promise<void> => sweepMigrations(database),
    close: work.close,
  }
}

export interface MigrationChange {
  migrationId: number
  action: 'pause' | 'resume' | 'cancel'
  password?: string | undefined
}

/** @throws migration.running */
async function resume(tx: Db, row: MigrationRow, secret: Buffer | null): Promise<void> {
  if (row.state === 'failed' && (await runs(tx, row.accountId)))
    throw new AppError('migration.running')
  if (secret) await setSecret(tx, row.jobId, secret)
  const state = row.total === null ? 'dispatching' : 'inProgress'
  await setStanding(tx, row, { state, reason: null })
}

const placeOf = ({ accountId, jobId }: MigrationRow) => ({ accountId, jobId })

const to = { pause: 'paused', cancel: 'cancelled' } as const
const from: Record<MigrationChange['action'], readonly MigrationRow['state'][]> = {
  pause: ['dispatching', 'inProgress'],
  resume: ['paused', 'failed'],
  cancel: ['dispatching', 'inProgress', 'paused', 'failed'],
}

/** @throws migration.no-range, migration.bad-range */
function daysOf({ range, since, until }: NewRange): { since: string | null; until: string | null } {
  if (range === 'all') return { since: null, until: null }
  if (range !== 'time' || (since === undefined && until === undefined))
    throw new AppError('migration.no-range')
  if (since !== undefined && until !== undefined && until < since)
    throw new AppError('migration.bad-range')
  return { since: since ?? null, until: until ?? null }
}

function asError(thrown: unknown): never {
  if (!(thrown instanceof SourceTrouble)) throw thrown
  const { reason } = thrown
  throw new AppError(
    reason === 'login' || reason === 'no-tls' || reason === 'closed-address'
      ? `migration.${reason}`
      : 'migration.unreachable',
  )
}

const asPreview = (folder: SourceFolder) => ({
  name: folder.path,
  target: targetSteps(folder).join('/'),
  role: targetRole(folder) ?? '',
  total: folder.total,
})

function asMigration(row: MigrationRow): Migration {
  const { jobId: migrationId, address, protocol, host, port, security, since, until, state } = row
  const { reason, total, imported, skipped, failed, createdAt, updatedAt } = row
  return {
    migrationId,
    address,
    server: { protocol, host, port, security },
    range: since === null && until === null ? 'all' : 'time',
    since,
    until,
    status: state,
    reason,
    total,
    imported,
    skipped,
    failed,
    createdTime: createdAt.toISOString(),
    updatedTime: updatedAt.toISOString(),
  }
}
