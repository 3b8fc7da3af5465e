import { retentionByArrival as byArrival } from '@hongyan/contract/retention-fields'
import { z } from 'zod'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Change } from '../../mailstore/types.ts'
import { runAs } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'
import {
  addSums,
  endWalk,
  forgetNights,
  insertWalk,
  type Looked,
  lockMailbox,
  mailboxesAfter,
  nextOld,
  organisationsDue,
  type Place,
  placesOf,
  stepWalk,
  stillDue,
  type Walk,
  walkById,
  walksGoing,
} from './retention-walk.queries.ts'

export interface WalkParts {
  database: Database
  jobs: Jobs
  clock: Clock
  mailstore: Pick<Mailstore, 'removeIn' | 'announce'>
}

/** Mailboxes asked about at once, and mails of one transaction. */
const mailboxesAtOnce = 100
const mailsAtOnce = 500
const runsKeptMs = 400 * 86_400_000

export type RetentionWalks = ReturnType<typeof createRetentionWalks>

/**
 * Goes through all mailboxes by the rules of retention, piece by piece: a night deletes, a dry run counts. How far it is, what was
 * deleted and what was counted are written in one transaction. Before the jobs start.
 */
export function createRetentionWalks(parts: WalkParts) {
  const { database, jobs, clock } = parts
  const piecework = createPiecework(
    { database, jobs },
    {
      task: 'retention-walk',
      place: z.object({ walkId: z.number() }),
      piece: ({ walkId }) => piece(parts, walkId),
    },
  )
  const enqueue = (tx: Db, walkId: number) => piecework.enqueue(tx, { walkId })
  return {
    enqueue,
    /** Begins the night of each organisation that has a rule which deletes by now; one that goes on is gone on with. */
    night: async (): Promise<void> => {
      const now = clock.now()
      for (const { id: organisationId } of await organisationsDue(database, now))
        await database.transaction(async (tx) => {
          const night = { organisationId, trialOf: null, at: now, now, by: '' }
          const walkId = await insertWalk(tx, night)
          if (walkId !== null) await enqueue(tx, walkId)
        })
      for (const { id } of await walksGoing(database)) await enqueue(database, id)
      await forgetNights(database, new Date(now.getTime() - runsKeptMs))
    },
  }
}

/** @returns false when there is nothing more to do */
async function piece(parts: WalkParts, walkId: number): Promise<boolean> {
  const walk = await walkById(parts.database, walkId)
  if (!walk || walk.endedAt !== null) return false
  return walk.accountId === null
    ? nextMailbox(parts, walk)
    : mailboxPiece(parts, walk, walk.accountId)
}

/** On to the next mailbox with mail that is old enough. */
async function nextMailbox({ database, clock }: WalkParts, walk: Walk): Promise<boolean> {
  const list = await mailboxesAfter(database, walk, mailboxesAtOnce)
  const last = list.at(-1)
  if (!last) {
    await endWalk(database, walk, clock.now())
    return false
  }
  const at = list.findIndex(({ old }) => old)
  const accountId = list[at]?.id ?? null
  const accountDone = at < 0 ? last.id : (list[at - 1]?.id ?? walk.accountDone)
  const looked = at < 0 ? list.length : at
  await stepWalk(database, walk, { accountDone, accountId, looked })
  return true
}

/** The next mails of the mailbox in hand. */
async function mailboxPiece(parts: WalkParts, walk: Walk, accountId: AccountId): Promise<boolean> {
  const { database } = parts
  for (const place of await placesOf(database, accountId, { walk, byArrival })) {
    const rows = await nextOld(database, { accountId, walk, place }, mailsAtOnce)
    const last = rows.at(-1)
    if (!last) continue
    const { folderId, pinned } = place
    const to = { folderId, pinned, receivedAt: last.receivedAt, messageId: last.id }
    const due = rows.filter((one) => one.due)
    const at = { accountId, walk, place }
    await (walk.trialOf === null
      ? deleteDue(parts, at, { due, to })
      : countDue(parts, at, { due, to }))
    return true
  }
  await stepWalk(database, walk, { accountDone: accountId, accountId: null, looked: 1 })
  return true
}

interface At {
  accountId: AccountId
  walk: Walk
  place: Place
}

interface Found {
  due: readonly Looked[]
  to: Parameters<typeof stepWalk>[2]
}

const countDue = ({ database }: WalkParts, at: At, { due, to }: Found): Promise<void> =>
  database.transaction(async (tx) => {
    if ((await stepWalk(tx, at.walk, to)) > 0) await count(tx, at, due)
  })

async function deleteDue(
  { database, mailstore }: WalkParts,
  at: At,
  { due, to }: Found,
): Promise<void> {
  const changes = await database.transaction(async (tx): Promise<readonly Change[]> => {
    if ((await stepWalk(tx, at.walk, to)) === 0 || due.length === 0) return []
    await lockMailbox(tx, at.accountId)
    const going = await stillDue(
      tx,
      at,
      due.map(({ id }) => id),
    )
    await count(tx, at, going)
    const ids = going.map(({ id }) => id)
    const removed = await runAs({ client: 'retention', ip: '' }, () =>
      mailstore.removeIn(tx, at.accountId, ids),
    )
    return removed.changes
  })
  mailstore.announce(changes)
}

async function count(
  tx: Db,
  { walk, place, accountId }: At,
  rows: readonly Looked[],
): Promise<void> {
  if (rows.length > 0) await addSums(tx, { walkId: walk.id, ruleId: place.ruleId, accountId }, rows)
}
