import { FolderEmptying } from '../../mailstore/folders/folder-emptying.ts'
import { isRefusedValue } from '../../mailstore/messages/bare-message.ts'
import type { Change, KeptMessage, NewCopy } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { createLabelFinder } from '../labels/labels.public.ts'
import { marksOf } from './flags.ts'
import { contentOf, type FolderAtWork, type PieceMeans, placeOf } from './folder-at-work.ts'
import {
  copiesListed,
  type Failure,
  forgetSeen,
  insertFailures,
  lockRunning,
  noteKnown,
  noteSeen,
  setStanding,
  stepMigration,
} from './migration.queries.ts'
import type { SourceMessage } from './sources/source.ts'
import { lockedFolders } from './target-folders.ts'

export interface Ready {
  source: SourceMessage
  message: KeptMessage
  /** Its flags as they are here, labels among them. */
  marks: Partial<NewCopy>
}

/** Flags of the other side as they are here: labels that a program has made there are labels here. */
export function createMarkFinder(means: PieceMeans, accountId: AccountId) {
  const labelled = createLabelFinder(means, accountId)
  return async ({ flags }: SourceMessage): Promise<Partial<NewCopy>> => {
    const { keywords, ...marks } = marksOf(flags)
    return { ...marks, ...(await labelled(keywords)) }
  }
}

/**
 * One bad mail never stops the others: when a group is refused each is tried alone, and then without its values.
 * @returns how many were here already; null when somebody has stopped it
 */
export async function storeReady(
  means: PieceMeans,
  work: FolderAtWork,
  ready: readonly Ready[],
): Promise<number | null> {
  const { database, mailstore } = means
  const hidden = work.plan.isEverything ? await lockedFolders(mailstore, work.row.accountId) : []
  try {
    const done = await database.transaction((tx) => storeGroup(means, tx, { work, ready, hidden }))
    mailstore.announce(done.changes)
    return done.goesOn ? done.known : null
  } catch (thrown) {
    const [first] = ready
    if (first && ready.length === 1 && isRefusedValue(thrown)) {
      const message = mailstore.withoutRefused(first.message, thrown)
      return storeReady(means, work, [{ ...first, message }])
    }
    if (thrown instanceof FolderEmptying) return null
    if (!isRefusedValue(thrown)) throw thrown
    let sum = 0
    for (const one of ready) {
      const known = await storeReady(means, work, [one])
      if (known === null) return null
      sum += known
    }
    return sum
  }
}

interface Group {
  work: FolderAtWork
  ready: readonly Ready[]
  /** Folders with a password: what is in them is not looked at. */
  hidden: readonly FolderId[]
}

type Listed = Awaited<ReturnType<typeof copiesListed>>

interface Stored {
  changes: Change[]
  goesOn: boolean
  /** Those that were here already. */
  known: number
}

async function storeGroup(
  { mailstore, holder }: PieceMeans,
  tx: Db,
  { work, ready, hidden }: Group,
): Promise<Stored> {
  const { accountId, jobId } = work.row
  const row = await lockRunning(tx, { accountId, jobId, holder })
  if (!row) return { changes: [], goesOn: false, known: 0 }
  const at = { accountId, place: placeOf(work), jobId }
  const met = ready.map((one) => ({ ...one, content: contentOf(work, one.message.blob.hash) }))
  const contents = met.map(({ content }) => content)
  const listed = await copiesListed(tx, at, contents)
  const noted = await noteSeen(
    tx,
    at,
    met.map(({ source, content }) => ({ uid: source.uid, content })),
  )
  // What another process has done meanwhile is done.
  const mine = met.filter(({ source }) => noted.has(source.uid))
  const fresh = await withoutKnown(mailstore, tx, { work, ready: mine, hidden, listed })
  const isFresh = new Set(fresh)
  const known = mine.filter((one) => !isFresh.has(one))
  await noteKnown(
    tx,
    at,
    known.map(({ source }) => source.uid),
  )
  const { outcomes, changes } = await mailstore.storeAllIn(
    tx,
    fresh.map(({ source, message, marks }) => ({
      message,
      copy: {
        accountId,
        folder: work.target,
        receivedAt: arrivalOf(source, message),
        ...marks,
      },
    })),
  )
  const full = outcomes.filter((one) => one?.kind === 'over-quota').length
  const failures = fresh.flatMap(({ source }, index): Failure[] => {
    if (outcomes[index]?.kind !== 'no-folder') return []
    const { uid, size, at } = source
    return [{ folder: work.plan.path, uid, about: '', size, at, reason: 'folder' }]
  })
  await insertFailures(tx, jobId, failures)
  await stepMigration(tx, jobId, { imported: fresh.length - full - failures.length })
  const done = { changes, known: known.length }
  if (full === 0) return { ...done, goesOn: true }
  // They are fetched again once there is room.
  const left = fresh.filter((_, index) => outcomes[index]?.kind === 'over-quota')
  await forgetSeen(
    tx,
    at,
    left.map(({ source }) => source.uid),
  )
  await setStanding(tx, row, { state: 'failed', reason: 'quota' })
  return { ...done, goesOn: false }
}

const arrivalOf = (source: SourceMessage, message: KeptMessage): Date =>
  momentOf(source, message) ?? new Date()

/** When it came there; else when it was written. Never in the future: it would stand above all new mail for years. */
function momentOf({ at }: SourceMessage, { parsed }: KeptMessage): Date | null {
  const written = new Date(parsed.envelope.date ?? Number.NaN)
  const said = at ?? written
  const isGood = !Number.isNaN(said.getTime()) && said <= new Date() && said.getTime() >= 0
  return isGood ? said : null
}

interface Met extends Ready {
  content: Buffer
}

/**
 * What is not here yet. The nth copy of the same bytes in the source folder is known where the folder here has so many: of
 * mail with a Message-ID whenever they came, of other mail at that moment. What has no Message-ID is known, too, where
 * the source folder had so many under other UIDs. Of a folder that shows everything, a Message-ID that is here at all is enough.
 */
async function withoutKnown(
  mailstore: PieceMeans['mailstore'],
  tx: Db,
  { work, ready, hidden, listed }: Omit<Group, 'ready'> & { ready: readonly Met[]; listed: Listed },
): Promise<Ready[]> {
  const { row, plan, target: folderId } = work
  const { accountId } = row
  const ids = ready.flatMap(({ message }) => message.parsed.envelope.messageId ?? [])
  const here = await mailstore.copiesIn(
    tx,
    { accountId, folderId },
    ready.map(({ source, message }) => ({
      blob: message.blob.hash,
      messageId: message.parsed.envelope.messageId || null,
      receivedAt: momentOf(source, message),
    })),
  )
  const elsewhere = plan.isEverything
    ? await mailstore.knownIn(tx, { accountId, hidden }, ids)
    : new Set<string>()
  const met = new Map<string, number>()
  return ready.filter(({ message, content }) => {
    const id = message.parsed.envelope.messageId
    const key = content.toString('hex')
    const { own, before } = listed.get(key) ?? { own: 0, before: 0 }
    const nth = (met.get(key) ?? own) + 1
    met.set(key, nth)
    const copies = here.get(message.blob.hash.toString('hex')) ?? 0
    if (id) return nth > copies && !elsewhere.has(id)
    return nth > Math.max(copies, before)
  })
}
