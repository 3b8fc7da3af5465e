import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { JobPlace } from '../../platform/jobs/piecework.ts'
import type { Log } from '../../platform/log.ts'
import type { Folders } from '../folders/folders.public.ts'
import type { FolderAtWork, PieceMeans } from './folder-at-work.ts'
import { createKeptLines, type KeptLines } from './kept-lines.ts'
import {
  findMigration,
  insertPlan,
  lockRunning,
  type MigrationRow,
  nextFolder,
  releaseLease,
  renewLease,
  setStanding,
  takeLease,
} from './migration.queries.ts'
import { folderPiece, leaveFolder, noteFolderCut } from './migration-piece.ts'
import type { OpenSource } from './sources/open-source.ts'
import {
  FolderRefused,
  type OpenFolder,
  type Source,
  type SourceLogin,
  SourceTrouble,
} from './sources/source.ts'
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
/** When all places are taken, or another process has it. */
const fullTurnMs = 1_500
/** The lease is asked for again, long before it ends. */
const renewMs = 10_000
/** What the folders of a mailbox may hold in memory while they are listed. */
const listingBytes = 8 * 1024 * 1024

export interface WorkMeans extends PieceMeans {
  mailstore: PieceMeans['mailstore'] & Parameters<typeof targetFolder>[0]['mailstore']
  folders: Pick<Folders, 'save'>
  openSource: OpenSource
  key: Buffer
  log: Log
  clock: Clock
  jobs: Pick<Jobs, 'enqueue' | 'stopping'>
}

/** What the server gives: who holds a migration is made here. */
export type GivenWorkMeans = Omit<WorkMeans, 'holder'>

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

/** Fetches mail step by step. Its lines stay open between two steps, and end with the work. */
export function createMigrationWork(given: GivenWorkMeans) {
  const means: WorkMeans = { ...given, holder: randomUUID() }
  const { database, jobs, holder, log } = means
  const lines = createKeptLines((jobId) => {
    const warn = (thrown: unknown) => log.warn({ err: thrown }, 'a migration')
    releaseLease(database, jobId, holder).catch(warn)
  })
  const close = lines.hangUpAll
  jobs.stopping.addEventListener('abort', close)
  /** When the turns of those at work began. */
  const turns = new Map<number, number>()
  const letGo = async (jobId: number): Promise<false> => {
    turns.delete(jobId)
    lines.hangUp(jobId)
    await releaseLease(database, jobId, holder)
    return false
  }
  /** Behind others that wait. One such job waits for a migration, however often it is asked for. */
  const laterOn = async (place: JobPlace, ms = 0): Promise<false> => {
    turns.delete(place.jobId)
    const key = `${migrationTask}-turn-${place.jobId}`
    const job = { task: migrationTask, payload: place, key }
    // Without a time it is told of at once; for a moment to come the queue is only looked at every two seconds.
    await jobs.enqueue(database, ms > 0 ? { ...job, runAt: new Date(Date.now() + ms) } : job)
    lines.unused(place.jobId)
    return false
  }
  const stepAndRest = async (row: MigrationRow): Promise<boolean> => {
    const { accountId, jobId } = row
    const began = performance.now()
    const turn = turns.get(jobId) ?? began
    turns.set(jobId, turn)
    const did = await step(means, lines, row)
    if (did === 'ended') return letGo(jobId)
    if (did === 'wait') return laterOn({ accountId, jobId }, fullTurnMs)
    if (jobs.stopping.aborted) return !(await letGo(jobId))
    const took = performance.now() - began
    await delay(Math.min(took * restShare, longestRestMs))
    return performance.now() - turn > turnMs ? laterOn({ accountId, jobId }) : true
  }
  /** The lease is held for as long as a step takes. */
  const held = async (row: MigrationRow): Promise<boolean> => {
    const { jobId } = row
    const renew = () => void renewLease(database, jobId, holder).catch(() => undefined)
    const renewing = setInterval(renew, renewMs)
    try {
      return await stepAndRest(row)
    } catch (thrown) {
      const isOwnDoing = jobs.stopping.aborted
      if (thrown instanceof SourceTrouble && !isOwnDoing) await settle(means, row, thrown)
      await letGo(jobId)
      if (!(thrown instanceof SourceTrouble)) throw thrown
      // The next process goes on.
      return isOwnDoing
    } finally {
      clearInterval(renewing)
    }
  }
  /** @returns false when there is nothing more to do now */
  const piece = async (place: JobPlace): Promise<boolean> => {
    const { accountId, jobId } = place
    const row = await findMigration(database, accountId, jobId)
    if (!row || !isDue(row, means.clock.now())) return letGo(jobId)
    if (!turns.has(jobId) && turns.size >= mostAtWork) return laterOn(place, fullTurnMs)
    lines.wanted(jobId)
    if (await takeLease(database, jobId, holder)) return held(row)
    lines.hangUp(jobId)
    return laterOn(place, fullTurnMs)
  }
  return { piece, close }
}

const isDue = ({ state, dueAt }: MigrationRow, now: Date): boolean =>
  dueAt <= now && (state === 'dispatching' || state === 'inProgress')

type Did = 'more' | 'wait' | 'ended'

async function step(means: WorkMeans, lines: KeptLines, row: MigrationRow): Promise<Did> {
  const { database, holder } = means
  const { accountId, jobId } = row
  const login = loginOf(means.key, row)
  if (!login) throw new SourceTrouble('login')
  const atWork = lines.of(jobId) ?? { source: await means.openSource(login), folder: null }
  lines.keep(jobId, atWork)
  if (row.total === null) {
    const folders = await listed(means, row, atWork.source)
    await database.transaction(async (tx) => {
      const now = await lockRunning(tx, { accountId, jobId, holder })
      if (now?.state === 'dispatching') await insertPlan(tx, jobId, folders)
    })
    return 'more'
  }
  const folder = atWork.folder
    ? await inPlace(means, atWork.folder)
    : await openNext(means, atWork.source, row)
  if (folder === 'wait' || folder === 'more') return folder
  if (!folder) {
    await database.transaction(async (tx) => {
      if (await lockRunning(tx, { accountId, jobId, holder }))
        await setStanding(tx, row, { state: 'completed', reason: null })
    })
    return 'ended'
  }
  try {
    atWork.folder = await folderPiece(means, folder)
  } catch (thrown) {
    if (!(thrown instanceof FolderRefused)) throw thrown
    atWork.folder = null
    await leaveFolder(means, folder, 'closed')
  }
  return 'more'
}

async function listed({ memory }: WorkMeans, row: MigrationRow, source: Source) {
  const release = await memory.take(listingBytes, String(row.accountId))
  try {
    return await source.folders()
  } finally {
    release()
  }
}

/** The folder that its mail goes to may have got a password meanwhile, or may be gone. */
async function inPlace(means: WorkMeans, folder: FolderAtWork): Promise<FolderAtWork | 'wait'> {
  const target = await targetFolder(means, folder.row.accountId, folder.plan)
  return target === null ? 'wait' : { ...folder, target }
}

/** @returns null when all are done */
async function openNext(
  means: WorkMeans,
  source: Source,
  row: MigrationRow,
): Promise<FolderAtWork | 'wait' | 'more' | null> {
  const plan = await nextFolder(means.database, row.jobId)
  if (!plan) return null
  const target = await targetFolder(means, row.accountId, plan)
  if (target === null) return 'wait'
  let open: OpenFolder
  try {
    open = await source.open(plan.path)
  } catch (thrown) {
    if (!(thrown instanceof FolderRefused)) {
      await noteFolderCut(means, { row, plan }, thrown)
      throw thrown
    }
    await leaveFolder(means, { row, plan }, 'closed')
    return 'more'
  }
  const isKnown = source.keepsCursors && plan.validity === open.validity
  const { cursor, skipped } = isKnown ? plan : { cursor: 0, skipped: 0 }
  const careful = row.tries > 0 || plan.cuts > 0
  return { row, plan, open, target, cursor, skipped, careful }
}

/** A line that was cut is tried again; what will not mend by itself waits for somebody. */
async function settle(
  { database, log, clock, jobs, holder }: WorkMeans,
  row: MigrationRow,
  trouble: SourceTrouble,
): Promise<void> {
  const { reason } = trouble
  log.info({ migration: row.jobId, reason, cause: String(trouble.cause ?? '') }, 'a migration')
  const { accountId, jobId } = row
  await database.transaction(async (tx) => {
    const now = await lockRunning(tx, { accountId, jobId, holder })
    if (!now) return
    const tries = now.tries + 1
    const isPassing = reason === 'line' || reason === 'unreachable'
    if (!isPassing || tries > mostTries) {
      await setStanding(tx, row, { state: 'failed', reason, tries: 0 })
      return
    }
    const wait = tries <= quickTries ? quickWaitMs * tries : 60_000 * 2 ** (tries - quickTries - 1)
    const dueAt = new Date(clock.now().getTime() + Math.min(wait, longestWaitMs))
    await setStanding(tx, row, { state: now.state, reason, tries, dueAt })
    await jobs.enqueue(tx, { task: migrationTask, payload: { accountId, jobId }, runAt: dueAt })
  })
}
