import { z } from 'zod'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { Authentication, Change } from '../../../mailstore/types.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import { type AccountId, asId, type OrganisationId } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { createPiecework } from '../../../platform/jobs/piecework.ts'
import { soughtIn } from './sought.ts'
import {
  accountsAfter,
  copiesIn,
  copiesOfWave,
  countsOf,
  type FoundCopy,
  forgetWaves,
  holdTaken,
  insertWave,
  latestWaves,
  markCopies,
  markReturned,
  nextToReturn,
  nextToTake,
  noteCopies,
  noteSearched,
  type Returning,
  rowsToTake,
  setState,
  takeReturned,
  type Wave,
  type WaveKind,
  waveById,
} from './waves.queries.ts'

interface Options {
  database: Database
  mailstore: Mailstore
  jobs: Jobs
  clock: Clock
  keepDays(): Promise<number>
}

const day = 24 * 3_600_000
/** Longer than anything is kept in quarantine. */
const rememberedDays = 100
/** Mailboxes looked through in one piece; where each mail must be opened, fewer. */
const inOnePiece = 50
const openedInOnePiece = 5
/** Copies that are taken or returned in one transaction. */
const atOnce = 50
/** More than this is no wave but a word that stands everywhere. */
const mostCopies = 50_000

export type Waves = ReturnType<typeof createWaves>

/** Takes a wave of mail back from all mailboxes, piece by piece (ADR 46). Before the jobs start. */
export function createWaves(options: Options) {
  const { database, jobs, clock } = options
  const work = createPiecework(
    { database, jobs },
    { task: 'protection-wave', place: z.object({ waveId: z.number() }), piece: pieceOf(options) },
  )
  /** @throws protection.wave-gone */
  const found = async (organisation: OrganisationId, id: number): Promise<Wave> => {
    const wave = await waveById(database, id)
    if (!wave || wave.organisation !== organisation) throw new AppError('protection.wave-gone')
    return wave
  }
  /** @throws protection.wave-gone, protection.wave-busy */
  const turn = async (
    wave: Wave,
    states: { from: Wave['state'][]; to: Wave['state'] },
  ): Promise<void> => {
    await database.transaction(async (tx) => {
      if ((await setState(tx, wave.id, states)) === 0) throw new AppError('protection.wave-busy')
      await work.enqueue(tx, { waveId: wave.id })
    })
  }
  return {
    /** @throws protection.sought */
    search: async (
      organisation: OrganisationId,
      wanted: { kind: WaveKind; sought: string; days: number; madeBy: string },
    ): Promise<{ id: number }> => {
      const sought = soughtIn(wanted.kind, wanted.sought)
      if (sought === null) throw new AppError('protection.sought')
      const now = clock.now()
      const since = new Date(now.getTime() - wanted.days * day)
      const { kind, madeBy } = wanted
      const id = await database.transaction(async (tx) => {
        const made = await insertWave(tx, { organisation, kind, sought, since, madeBy, now })
        await work.enqueue(tx, { waveId: made })
        return made
      })
      return { id }
    },
    latest: (organisation: OrganisationId) => latestWaves(database, organisation, 20),
    found,
    counts: (id: number) => countsOf(database, id),
    copies: (id: number, page: { skip: number; limit: number }) => copiesOfWave(database, id, page),
    take: (wave: Wave) => turn(wave, { from: ['found'], to: 'taking' }),
    giveBack: (wave: Wave) => turn(wave, { from: ['taken'], to: 'returning' }),
    sweep: () => forgetWaves(database, new Date(clock.now().getTime() - rememberedDays * day)),
  }
}

const pieceOf =
  (options: Options) =>
  async ({ waveId }: { waveId: number }): Promise<boolean> => {
    const wave = await waveById(options.database, waveId)
    if (wave?.state === 'searching') return searchPiece(options, wave)
    if (wave?.state === 'taking') return takePiece(options, wave)
    if (wave?.state === 'returning') return returnPiece(options, wave)
    return false
  }

async function searchPiece({ database, mailstore }: Options, wave: Wave): Promise<boolean> {
  const limit = wave.kind === 'url' ? openedInOnePiece : inOnePiece
  const page = { after: wave.accountDone, limit }
  const accounts = (await accountsAfter(database, wave.organisation, page)).map(({ id }) => id)
  const last = accounts.at(-1)
  if (last === undefined) {
    await setState(database, wave.id, { from: ['searching'], to: 'found' })
    return false
  }
  const all = await copiesIn(database, accounts, wave)
  const copies = wave.kind === 'url' ? await leadingTo(mailstore, all, wave.sought) : all
  await database.transaction(async (tx) => {
    const by = accounts.length
    if ((await noteSearched(tx, wave.id, { upTo: last, by })) > 0)
      await noteCopies(tx, wave.id, copies)
  })
  if ((await countsOf(database, wave.id)).copies <= mostCopies) return true
  await setState(database, wave.id, { from: ['searching'], to: 'stopped' })
  return false
}

/** Those that show or lead to an address, each content opened once. */
async function leadingTo(
  mailstore: Pick<Mailstore, 'raw' | 'openRaw'>,
  all: readonly FoundCopy[],
  sought: string,
): Promise<FoundCopy[]> {
  const known = new Map<string, boolean>()
  const hits: FoundCopy[] = []
  for (const copy of all) {
    const key = copy.blob.toString('hex')
    if (!known.has(key)) {
      const { content } = await mailstore.openRaw(await mailstore.raw(copy), { given: true })
      const seen = `${content.html ?? ''}\n${content.text ?? ''}`.toLowerCase()
      known.set(key, seen.includes(sought))
    }
    if (known.get(key)) hits.push(copy)
  }
  return hits
}

async function takePiece(options: Options, wave: Wave): Promise<boolean> {
  const { database, mailstore, clock } = options
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + (await options.keepDays()) * day)
  const done = await database.transaction(async (tx): Promise<Change[] | null> => {
    const next = await nextToTake(tx, wave.id, atOnce)
    const [first] = next
    if (!first) {
      await setState(tx, wave.id, { from: ['taking'], to: 'taken' })
      return null
    }
    const { accountId } = first
    const ids = next.map((one) => one.messageId)
    const rows = await rowsToTake(tx, accountId, ids)
    // Behind the lock of the mailbox: what its owner deleted meanwhile is not among them.
    const { changes } = await mailstore.removeIn(tx, accountId, { forget: ids })
    const gone = new Set(changes.flatMap((one) => one.messageIds))
    const taken = rows.filter((one) => gone.has(one.messageId))
    await holdTaken(tx, { wave, accountId, rows: taken, now, expiresAt })
    const takenIds = taken.map((one) => one.messageId)
    const lost = ids.filter((id) => !takenIds.includes(id))
    await markCopies(tx, wave.id, { accountId, ids: takenIds, state: 'taken' })
    await markCopies(tx, wave.id, { accountId, ids: lost, state: 'gone' })
    return changes
  })
  if (done) mailstore.announce(done)
  return done !== null
}

/** Back to where they lay, as they were; what was released or deleted meanwhile is not there. */
async function returnPiece({ database, mailstore }: Options, wave: Wave): Promise<boolean> {
  const next = await nextToReturn(database, wave.id, atOnce)
  if (next.length === 0) {
    await database.transaction(async (tx) => {
      await setState(tx, wave.id, { from: ['returning'], to: 'returned' })
      await markReturned(tx, wave.id)
    })
    return false
  }
  for (const one of next) {
    const kept = await mailstore.keep(await mailstore.raw(one))
    const folders = await mailstore.folders(one.accountId)
    const isThere = folders.some(({ id }) => id === one.place.folderId)
    const changes = await database.transaction(async (tx) => {
      if (!(await takeReturned(tx, one.id))) return []
      const { outcomes, changes } = await mailstore.storeIn(tx, kept, [copyOf(one, isThere)])
      // Its folder went meanwhile: the held copy stays, and the next try sees that the folder is not there.
      if (outcomes[0]?.kind !== 'stored') throw new Error('a mail taken back found no place')
      return changes
    })
    mailstore.announce(changes)
  }
  return true
}

const copyOf = ({ accountId, authentication, place }: Returning, isThere: boolean) => ({
  accountId: accountId as AccountId,
  folder: isThere ? asId<never>(place.folderId) : ('inbox' as const),
  receivedAt: new Date(place.receivedAt),
  seen: place.seen,
  starred: place.starred,
  labels: place.labels.map((id) => asId<never>(id)),
  ignoreQuota: true,
  authentication: authentication as Authentication | null,
})
