import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { JobPlace } from '../../platform/jobs/piecework.ts'
import type { Log } from '../../platform/log.ts'
import type { Folders } from '../folders/folders.public.ts'
import {
  findMigration,
  insertPlan,
  lockMigration,
  type MigrationRow,
  nextFolder,
  setStanding,
} from './migration.queries.ts'
import { type FolderAtWork, folderPiece, type PieceMeans } from './migration-piece.ts'
import type { OpenSource } from './sources/open-source.ts'
import { type Source, type SourceLogin, SourceTrouble } from './sources/source.ts'
import { targetFolder } from './target-folders.ts'

/** Cut lines in a row after which a migration waits for somebody. */
const mostTries = 12
/** The first tries follow at once: lines are cut by the hour. */
const quickTries = 3
const quickWaitMs = 1_000
const longestWaitMs = 30 * 60_000
/** Between two steps, for so much of what the last one took: neither side shall suffer. */
const restShare = 0.25
const longestRestMs = 1_000
/** So many go on at once in a process, each for so long: other jobs and other people have their turn. */
const mostAtWork = 2
const turnMs = 3_000
const nextTurnMs = 250
/** When all places are taken. */
const fullTurnMs = 1_500

export interface WorkMeans extends PieceMeans {
  mailstore: PieceMeans['mailstore'] & Parameters<typeof targetFolder>[0]['mailstore']
  folders: Pick<Folders, 'save'>
  openSource: OpenSource
  key: Buffer
  log: Log
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
}

/** The task of the job. */
export const migrationTask = 'migrate-mail'

/** What a password is sealed for: another row's does not open. */
export const secretOf = (accountId: AccountId, address: string): string =>
  `migration ${accountId} ${address}`

export function loginOf(key: Buffer, row: MigrationRow): SourceLogin | null {
  if (!row.secret) return null
  const { protocol, host, port, security, userName, address, accountId } = row
  return {
    server: { protocol, host, port, security },
    userName,
    password: unseal(key, row.secret, secretOf(accountId, address)).toString(),
  }
}

interface AtWork {
  source: Source
  folder: FolderAtWork | null
}

/** Fetches mail step by step. Its lines stay open between two steps, and end with the work. */
export function createMigrationWork(means: WorkMeans) {
  const lines = new Map<number, AtWork>()
  const hangUp = (jobId: number): void => {
    lines.get(jobId)?.source.close()
    lines.delete(jobId)
  }
  /** When the turns of those at work began. */
  const turns = new Map<number, number>()
  const stopTurn = (jobId: number, line: 'hang-up' | 'keep'): void => {
    turns.delete(jobId)
    if (line === 'hang-up') hangUp(jobId)
  }
  /** Behind others that wait. One such job waits for a migration, however often it is asked for. */
  const laterOn = async (place: JobPlace, ms: number): Promise<false> => {
    stopTurn(place.jobId, 'keep')
    const runAt = new Date(Date.now() + ms)
    const key = `${migrationTask}-turn-${place.jobId}`
    await means.jobs.enqueue(means.database, { task: migrationTask, payload: place, runAt, key })
    return false
  }
  const stepAndRest = async (row: MigrationRow): Promise<boolean> => {
    const began = performance.now()
    const turn = turns.get(row.jobId) ?? began
    turns.set(row.jobId, turn)
    const goesOn = await step(means, lines, row)
    if (!goesOn) {
      stopTurn(row.jobId, 'hang-up')
      return false
    }
    const took = performance.now() - began
    await delay(Math.min(took * restShare, longestRestMs))
    const { accountId, jobId } = row
    return performance.now() - turn > turnMs ? laterOn({ accountId, jobId }, nextTurnMs) : true
  }
  /** @returns false when there is nothing more to do now */
  const piece = async ({ accountId, jobId }: JobPlace): Promise<boolean> => {
    const row = await findMigration(means.database, accountId, jobId)
    const isWaiting = row !== null && row.dueAt > means.clock.now()
    if (!row || isWaiting || (row.state !== 'dispatching' && row.state !== 'inProgress')) {
      stopTurn(jobId, 'hang-up')
      return false
    }
    if (!turns.has(jobId) && turns.size >= mostAtWork)
      return laterOn({ accountId, jobId }, fullTurnMs)
    try {
      return await stepAndRest(row)
    } catch (thrown) {
      stopTurn(jobId, 'hang-up')
      if (!(thrown instanceof SourceTrouble)) throw thrown
      return settle(means, row, thrown)
    }
  }
  return {
    piece,
    close: (): void => {
      for (const jobId of [...lines.keys()]) hangUp(jobId)
    },
  }
}

async function step(
  means: WorkMeans,
  lines: Map<number, AtWork>,
  row: MigrationRow,
): Promise<boolean> {
  const { database } = means
  const login = loginOf(means.key, row)
  if (!login) throw new SourceTrouble('login')
  const atWork = lines.get(row.jobId) ?? { source: await means.openSource(login), folder: null }
  lines.set(row.jobId, atWork)
  if (row.total === null) {
    const folders = await atWork.source.folders()
    await database.transaction(async (tx) => {
      const now = await lockMigration(tx, row.accountId, row.jobId)
      if (now?.state === 'dispatching') await insertPlan(tx, row.jobId, folders)
    })
    return true
  }
  atWork.folder ??= await openNext(means, atWork.source, row)
  if (!atWork.folder) {
    await database.transaction(async (tx) => {
      const now = await lockMigration(tx, row.accountId, row.jobId)
      if (now?.state === 'inProgress')
        await setStanding(tx, row, { state: 'completed', reason: null })
    })
    return false
  }
  const cursor = await folderPiece(means, atWork.folder)
  atWork.folder = cursor === null ? null : { ...atWork.folder, cursor }
  return true
}

async function openNext(
  means: WorkMeans,
  source: Source,
  row: MigrationRow,
): Promise<FolderAtWork | null> {
  const plan = await nextFolder(means.database, row.jobId)
  if (!plan) return null
  const open = await source.open(plan.path)
  const isKnown = source.keepsCursors && plan.validity === open.validity
  const target = await targetFolder(means, row.accountId, plan)
  return { row, plan, open, target, cursor: isKnown ? plan.cursor : 0 }
}

/** A line that was cut is tried again; what will not mend by itself waits for somebody. */
async function settle(
  { database, log, clock, jobs }: WorkMeans,
  row: MigrationRow,
  trouble: SourceTrouble,
): Promise<boolean> {
  const { reason } = trouble
  log.info({ migration: row.jobId, reason, cause: String(trouble.cause ?? '') }, 'a migration')
  return database.transaction(async (tx) => {
    const now = await lockMigration(tx, row.accountId, row.jobId)
    if (now?.state !== 'dispatching' && now?.state !== 'inProgress') return false
    const tries = now.tries + 1
    const isPassing = reason === 'line' || reason === 'unreachable'
    if (!isPassing || tries > mostTries) {
      await setStanding(tx, row, { state: 'failed', reason, tries: 0 })
      return false
    }
    const wait = tries <= quickTries ? quickWaitMs * tries : 60_000 * 2 ** (tries - quickTries - 1)
    const dueAt = new Date(clock.now().getTime() + Math.min(wait, longestWaitMs))
    await setStanding(tx, row, { state: now.state, reason, tries, dueAt })
    const { accountId, jobId } = row
    await jobs.enqueue(tx, { task: migrationTask, payload: { accountId, jobId }, runAt: dueAt })
    return false
  })
}
