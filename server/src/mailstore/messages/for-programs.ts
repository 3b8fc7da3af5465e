import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, FolderId, LabelId, MessageId } from '../../platform/ids.ts'
import { mapInTurns } from '../../platform/in-turns.ts'
import { type LabelKeyword, labelKeywords } from '../labels/labels.queries.ts'
import { setLabelsIn } from '../labels/labels.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { StoredMail } from '../parsing/stored-mail.ts'
import { partReach, scopesToAsk } from '../search/word-scopes.queries.ts'
import { referencesOf } from '../sorting/header-keys.queries.ts'
import { fillHeaders } from '../sorting/header-keys.ts'
import {
  type Order,
  rowsOfThreads,
  sortedUids,
  type ThreadRows,
  threadGroups,
} from '../sorting/sorting.queries.ts'
import type { Change, CopyOutcome, KeptMessage, NewCopy, Viewer } from '../types.ts'
import { type Copied, copyIn } from './copying.ts'
import { changedSince, type FlaggedMessage, lockFlags, vanishedAfter } from './flags.queries.ts'
import { type FlagsSet, type FlagsSetting, setFlagsIn } from './flags.ts'
import { type Listed, type Listing, listedByUid } from './listed.queries.ts'
import { type Maildrop, maildropOf } from './maildrop.queries.ts'
import { idsInFolder, type Which } from './messages.queries.ts'
import type { MovedRow } from './moving.ts'
import {
  countSought,
  type Located,
  type Numbered,
  numbersOf,
  type ProgramRow,
  previewsOf,
  rowsByUid,
  type Seeking,
  seek,
  textsOf,
} from './programs.queries.ts'
import { fileCopy, type SentCopy, sentCopies } from './sent-copies.queries.ts'
import { lockAccounts } from './store.queries.ts'
import { asItem, type IdSource, storeItems } from './store.ts'

/** A place in a folder's history. */
export interface Since {
  folderId: FolderId
  modseq: number
}

/** What STORE asks for, labels too. */
export interface ProgramSetting extends FlagsSetting {
  /** Added, removed, or these and no others; absent: labels stay as they are. */
  labels?: readonly LabelId[]
}

/** What a program wants to be set on a message. */
export type Marks = Pick<ProgramSetting, 'flags' | 'keywords' | 'labels'>

/** Who changes mail, in the mailbox that is open: messages that lie elsewhere by now are passed over. */
export interface InFolder extends Viewer {
  from: FolderId
}

/** What goes for good; `marked`: of them only what bears \Deleted still. */
export interface Removing {
  ids: readonly MessageId[]
  which: Exclude<Which, 'unmarked'>
}

/** What mail programs ask of the store (RFC 9051, 4315, 7162). Ids that the viewer may not see are passed over. */
export interface ForPrograms {
  /** Several flags, keywords and labels at once, on condition if wanted: STORE. @throws label.not-found */
  setFlags(viewer: InFolder, setting: ProgramSetting): Promise<FlagsSet>
  /** Labels by what programs call them, in their order. */
  labels(viewer: Viewer): Promise<LabelKeyword[]>
  /** COPY. @throws folder.not-found, quota.full; then nothing is copied */
  copy(viewer: InFolder, ids: readonly MessageId[], target: FolderId): Promise<Copied[]>
  /**
   * Several messages, and one away in the same transaction: MULTIAPPEND and REPLACE. @returns their UIDs
   * @throws folder.not-found, quota.full, item.not-found for what is replaced; then nothing has changed
   */
  append(viewer: Viewer, list: readonly NewCopy[], how: Appending): Promise<number[]>
  /** MOVE: rows as they were, with their new UIDs, also of those that lie there already. @throws folder.not-found */
  move(viewer: InFolder, ids: readonly MessageId[], target: FolderId): Promise<MovedRow[]>
  /** EXPUNGE, and QUIT of POP3. @returns how many went */
  remove(viewer: InFolder, removing: Removing): Promise<number>
  /** All messages of a folder, by UID: what sequence numbers are made of. */
  numbers(viewer: Viewer, folderId: FolderId): Promise<Numbered>
  /** All messages of a folder with their bytes, by UID: what a POP3 session numbers. */
  maildrop(viewer: Viewer, folderId: FolderId): Promise<Maildrop>
  /** What of the last minutes in Sent has a Message-ID: see compose's sent-copy.ts. */
  sentCopies(
    accountId: AccountId,
    at: { messageId: string; of: 'submission' | 'program' },
  ): Promise<SentCopy[]>
  /**
   * A program files one of these copies itself, and says what is set on it: in one transaction. @returns the UID of the first
   * that lies in the mailbox and was not filed before; null: none, and nothing has changed
   */
  fileCopy(
    viewer: InFolder,
    filing: { copies: readonly SentCopy[] } & Marks,
  ): Promise<number | null>
  /** Some messages of a folder, by UID: FETCH. */
  rows(viewer: Viewer, at: { folderId: FolderId; uids: readonly number[] }): Promise<ProgramRow[]>
  /** What is told of them without opening one: FETCH of a whole mailbox. Those that are gone are left out. */
  listed(viewer: Viewer, at: Listing): Promise<Listed[]>
  /** The first words of some messages, by their id: PREVIEW. */
  previews(viewer: Viewer, ids: readonly MessageId[]): Promise<Map<MessageId, string>>
  /** SEARCH: UIDs, ascending. Texts are looked for as the index has them, by words and beginnings of words; in folders of some size by any part. */
  seek(viewer: Viewer, at: Seeking): Promise<Pick<Numbered, 'uids' | 'modseqs'>>
  /** How many SEARCH would find, and their bytes. */
  count(viewer: Viewer, at: Seeking): Promise<{ count: number; bytes: number }>
  /** SORT: UIDs in an order. */
  sort(viewer: Viewer, at: Seeking & { orders: readonly Order[] }): Promise<number[]>
  /** THREAD: by sending, at most so many. */
  threadRows(
    viewer: Viewer,
    at: Seeking & { limit: number; asksReferences: boolean },
  ): Promise<ThreadRows>
  /** The ids that some messages name, by UID: where these are many. */
  references(
    viewer: Viewer,
    at: { folderId: FolderId; uids: readonly number[] },
  ): Promise<Map<number, readonly string[]>>
  /** Reads what SORT and THREAD ask of headers that nobody asked for before. @returns whether all are there */
  fillHeaders(viewer: Viewer, folderId: FolderId): Promise<boolean>
  /** Messages of a folder that changed after a position, by UID: CHANGEDSINCE. */
  changedSince(viewer: Viewer, since: Since): Promise<FlaggedMessage[]>
  /** UIDs that left a folder after a position: VANISHED. Null when the feed does not reach back so far. */
  vanishedSince(viewer: Viewer, since: Since): Promise<number[] | null>
}

/** The messages of the copies, and what goes when they are there, from the mailbox that is open. */
export interface Appending {
  messages: readonly KeptMessage[]
  replaces: { from: FolderId; id: MessageId } | null
}

interface Options {
  database: Database
  ids: IdSource
  stored: StoredMail
  parsing: Pick<Parsing, 'sortKeys'>
  changing: <T>(work: (tx: Db) => Promise<{ result: T; changes: Change[] }>) => Promise<T>
  removeIn: (
    tx: Db,
    accountId: AccountId,
    ids: readonly MessageId[],
  ) => Promise<{ result: number; changes: Change[] }>
  moveRowsIn: (
    tx: Db,
    accountId: Viewer['accountId'],
    moving: { ids: readonly MessageId[]; target: FolderId; anew: true },
  ) => Promise<{ result: MovedRow[]; changes: Change[] }>
}

export const forPrograms = ({
  database,
  ids: source,
  stored,
  parsing,
  changing,
  moveRowsIn,
  removeIn,
}: Options): ForPrograms => ({
  setFlags: (viewer, setting) =>
    changing(async (tx) => {
      const ids = await idsHere(tx, viewer, { ids: setting.ids })
      return setAllIn(tx, viewer.accountId, { ...setting, ids })
    }),
  labels: (viewer) => labelKeywords(database, viewer.accountId),
  copy: (viewer, wanted, target) =>
    changing(async (tx) => {
      const ids = await idsHere(tx, viewer, { ids: wanted })
      return copyIn(tx, viewer.accountId, { ids, target, source })
    }),
  append: async (viewer, list, { messages, replaces }) => {
    // Many messages name many others: their keys are made before, not within the transaction.
    const items = await mapInTurns(messages.slice(0, list.length), (message, index) =>
      asItem(message, list.slice(index, index + 1), message.blob),
    )
    return changing(async (tx) => {
      const ids = replaces ? [await replacedHere(tx, viewer, replaces)] : []
      // First: what it took of the quota is room for what comes in its place. A refusal brings it back.
      const { changes } = await removeIn(tx, viewer.accountId, ids)
      const plan = await storeItems(tx, items, { ids: source })
      const uids = plan.outcomes.flat().map(uidOf)
      return { result: uids, changes: [...changes, ...plan.changes] }
    })
  },
  move: (viewer, wanted, target) =>
    changing(async (tx) => {
      const ids = await idsHere(tx, viewer, { ids: wanted })
      return moveRowsIn(tx, viewer.accountId, { ids, target, anew: true })
    }),
  remove: (viewer, removing) =>
    changing(async (tx) => removeIn(tx, viewer.accountId, await idsHere(tx, viewer, removing))),
  numbers: (viewer, folderId) => numbersOf(database, viewer, folderId),
  sentCopies: (accountId, at) => sentCopies(database, accountId, at),
  fileCopy: (viewer, { copies, ...marks }) =>
    changing(async (tx) => {
      for (const { id, uid } of copies) {
        const ids = await idsHere(tx, viewer, { ids: [id], which: 'unmarked' })
        if (ids.length === 0 || !(await fileCopy(tx, viewer.accountId, id))) continue
        const { changes } = await setAllIn(tx, viewer.accountId, { ids, mode: 'add', ...marks })
        return { result: uid, changes }
      }
      return { result: null, changes: [] }
    }),
  maildrop: (viewer, folderId) => maildropOf(database, viewer, folderId),
  rows: (viewer, at) => rowsByUid(database, viewer, at),
  listed: (viewer, at) => listedByUid(database, viewer, at),
  previews: (viewer, some) => previewsOf(database, viewer, some),
  seek: async (viewer, at) => seek(database, viewer, await located(database, viewer, at)),
  count: async (viewer, at) => countSought(database, viewer, await located(database, viewer, at)),
  sort: async (viewer, at) => sortedUids(database, viewer, await located(database, viewer, at)),
  threadRows: async (viewer, at) =>
    rowsOfThreads(await threadGroups(database, viewer, await located(database, viewer, at))),
  references: async (viewer, at) =>
    new Map((await referencesOf(database, viewer, at)).map(({ uid, refs }) => [uid, refs])),
  fillHeaders: (viewer, folderId) => fillHeaders({ database, stored, parsing }, viewer, folderId),
  changedSince: (viewer, since) => changedSince(database, viewer, since),
  vanishedSince: (viewer, since) => vanishedAfter(database, viewer, since),
})

/** Words are looked up by mailbox and month, parts of words in folders of some size. */
async function located<T extends Seeking>(
  db: Db,
  { accountId }: Viewer,
  at: T,
): Promise<T & Located> {
  const { folderId } = at
  const texts = textsOf(at.sought)
  if (texts.length === 0) return { ...at, scopes: null, reach: { rows: false, words: false } }
  const length = texts.reduce((sum, { words }) => sum + (words?.length ?? 0), 0)
  const patterns = texts.reduce((sum, { part }) => sum + part.patterns.length, 0)
  const [scopes, reach] = await Promise.all([
    scopesToAsk(db, accountId, { folderId, length }),
    partReach(db, accountId, { folderId, patterns }),
  ])
  return { ...at, scopes, reach }
}

/** Locks the mailbox first: what another program moves away meanwhile is not ours to change where it lies now. */
async function idsHere(
  tx: Db,
  viewer: InFolder,
  { ids, which = 'all' }: Pick<Removing, 'ids'> & { which?: Which },
): Promise<MessageId[]> {
  await lockAccounts(tx, [viewer.accountId])
  return idsInFolder(tx, viewer, { ids, which })
}

async function replacedHere(
  tx: Db,
  viewer: Viewer,
  { from, id }: { from: FolderId; id: MessageId },
): Promise<MessageId> {
  const [here] = await idsHere(tx, { ...viewer, from }, { ids: [id] })
  if (here === undefined) throw new AppError('item.not-found')
  return here
}

/** Flags first, on their condition; labels of those that met it. */
async function setAllIn(
  tx: Db,
  accountId: AccountId,
  setting: ProgramSetting,
): Promise<{ result: FlagsSet; changes: Change[] }> {
  const { result, changes } = await setFlagsIn(tx, accountId, setting)
  const { labels, mode } = setting
  if (!labels) return { result, changes }
  const ids = result.messages.map(({ id }) => id)
  const labelled = await setLabelsIn(tx, accountId, {
    ids,
    add: mode === 'add' ? labels : [],
    remove: mode === 'remove' ? labels : [],
    set: mode === 'set' ? labels : null,
  })
  if (labelled.result === 0) return { result, changes }
  const messages = await lockFlags(tx, accountId, ids)
  return {
    result: { ...result, messages, position: null },
    changes: [...changes, ...labelled.changes],
  }
}

function uidOf(outcome: CopyOutcome): number {
  if (outcome.kind === 'stored') return outcome.uid
  throw new AppError(outcome.kind === 'over-quota' ? 'quota.full' : 'folder.not-found')
}
