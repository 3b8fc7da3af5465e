import type { FileText } from '../documents/file-kinds.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Database, Db } from '../platform/db/pool.ts'
import type { Events } from '../platform/events/events.ts'
import type { AccountId, FolderId, MessageId, SubmissionId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { FlagSetting, Mailstore } from './face.ts'
import { changesAfter, feedFloor, insertChange, ofThisClient } from './feed/changes.queries.ts'
import { sweepFeed } from './feed/feed-sweep.ts'
import { createRecentChanges, type RecentChanges } from './feed/recent-changes.ts'
import { approvalChangedIn, membersChangedIn, todosChangedIn } from './feed/todo-changes.ts'
import { refuseEmptying } from './folders/folder-emptying.ts'
import { folderingOf } from './folders/foldering.ts'
import {
  accountState,
  type FolderRow,
  folderById,
  folderByRole,
  foldersOf,
  insertFolder,
  insertFoldersOfAll,
  lockAccount,
} from './folders/folders.queries.ts'
import { labelsOf } from './labels/labels.queries.ts'
import { labellingOf, setLabelsIn } from './labels/labels.ts'
import { bareMessage, isBare, isRefusedValue } from './messages/bare-message.ts'
import { copiesIn } from './messages/copies.ts'
import { forPrograms } from './messages/for-programs.ts'
import { guardLeaving, type JunkHook, type LeavingHook } from './messages/leaving.ts'
import { listsOf } from './messages/lists.ts'
import {
  addKeyword,
  countsAt,
  idsByUid,
  knownMessageIds,
  messageById,
  originRows,
  type RowsBelow,
  rowsBelow,
  rowsById,
  type StoredMessage,
  setFlag,
  visibleIds,
  walkFolder,
} from './messages/messages.queries.ts'
import { byFolder, type MoveIn, moveRowsIn, removeIn } from './messages/moving.ts'
import { tieCopy } from './messages/sent-copies.queries.ts'
import { sweepReceipts, writeReceipts } from './messages/store.queries.ts'
import { asItem, type IdSource, storeItems } from './messages/store.ts'
import { messageKey } from './messages/threads.ts'
import { withdrawingOf } from './messages/withdraw.ts'
import { createWriter } from './messages/writer.ts'
import { createOutlines } from './outlines/outlines.ts'
import { createParsing, type Parsing } from './parsing/parsing.ts'
import { createStoredMail, type StoredMail } from './parsing/stored-mail.ts'
import { recordsOf, sweepRecords } from './records/records.ts'
import { fileTextsOf } from './search/file-index.queries.ts'
import { createFileIndex } from './search/file-index.ts'
import { countFound, type Found, type SearchRequest, search } from './search/search.ts'
import { createWordIndex } from './search/word-index.ts'
import type {
  Change,
  CopyOutcome,
  FolderRole,
  KeptMessage,
  NewCopy,
  PreparedMessage,
  Viewer,
} from './types.ts'

/** System folders in the order of the menu, with the names the specification gives them (G38, G56). */
const systemFolders: readonly [FolderRole, string][] = [
  ['inbox', '收件箱'],
  ['sent', '已发送'],
  ['drafts', '草稿箱'],
  ['trash', '回收站'],
  ['junk', '垃圾邮件'],
  ['archive', '归档'],
]

export type { Mailstore, ProgramStore } from './face.ts'
export type { FolderWriting } from './folders/foldering.ts'
export type { LabelWriting } from './labels/labels.ts'

/** Topic of the announcement that a mailbox changed: `{ accountId, modseq }`. */
export const changeTopic = 'mailbox.changed'

interface Options {
  database: Database
  blobs: BlobStore
  events: Events
  jobs: Jobs
  log: Log
}

interface Inside extends Options {
  parsing: Parsing
  stored: StoredMail
  ids: IdSource
  recent: RecentChanges
  announce(changes: readonly Change[]): void
  moveIn: MoveIn
  moveRowsIn: typeof moveRowsIn
  removeIn: typeof removeIn
}

export function createMailstore(options: Options): Mailstore {
  const { database, blobs, events, log } = options
  const parsing = createParsing(log)
  const ids: IdSource = { ids: [] }
  const recent = createRecentChanges()
  const words = createWordIndex(options)
  const stored = createStoredMail({ blobs, parsing })
  const files = createFileIndex({ ...options, parsing, stored })
  const announce = (changes: readonly Change[]): void => {
    recent.add(changes)
    for (const { accountId, modseq } of changes) events.announce(changeTopic, { accountId, modseq })
    if (!changes.some(({ kind }) => kind === 'added')) return
    words.grew(changes)
    if (changes.some(({ hasFiles }) => hasFiles)) files.arrived()
  }
  const [leaving, junk]: [LeavingHook[], JunkHook[]] = [[], []]
  const guarded = guardLeaving(leaving, junk, { moveRowsIn, removeIn })
  const inside: Inside = {
    ...options,
    parsing,
    stored,
    ids,
    recent,
    announce,
    ...guarded,
  }
  const writer = createWriter({ database, blobs, ids, log, announce })
  return {
    announce,
    begin: files.begin,
    prepare: parsing.prepare,
    envelopeOf: parsing.envelope,
    keep: async (raw: Buffer): Promise<KeptMessage> => {
      const message = await parsing.prepare(raw)
      return { ...message, blob: await blobs.put(raw) }
    },
    keepAll: async (list: readonly PreparedMessage[]): Promise<KeptMessage[]> => {
      const stored = await blobs.putMany(list.map(({ raw }) => raw))
      return list.flatMap((message, index) => {
        const blob = stored[index]
        return blob ? [{ ...message, blob }] : []
      })
    },
    deliver: writer.deliver,
    acknowledge: writer.acknowledge,
    /** Housekeeping, to be run now and then by one process. */
    sweep: () => sweepReceipts(database),
    /** Forgets rows of the change feed that are older than any browser is caught up by. */
    sweepFeed: () => sweepFeed(database),
    /** Forgets the log and the deleted mail of more than 30 days ago. */
    sweepRecords: () => sweepRecords(database),
    createSystemFolders,
    createSystemFoldersOfAll,
    /** Called before messages go to the recycle bin or for good. */
    beforeLeaving: (hook: LeavingHook): void => void leaving.push(hook),
    onJunk: (hook: JunkHook): void => void junk.push(hook),
    ...readingOf(inside),
    ...changingOf(inside),
    ...joiningOf(inside),
    ...recordsOf(inside),
    stop: async (): Promise<void> => {
      await writer.drain()
      await files.stop()
      await words.stop()
      await parsing.stop()
    },
  }
}

const readingOf = ({ database, stored, parsing, recent }: Inside) => ({
  folders: (accountId: AccountId): Promise<FolderRow[]> => foldersOf(database, accountId),
  folder: (accountId: AccountId, id: FolderId) => folderById(database, accountId, id),
  folderByRole: (accountId: AccountId, role: FolderRole) => folderByRole(database, accountId, role),
  /** Feed position, use and quota. */
  state: (accountId: AccountId) => accountState(database, accountId),
  /** Pages of every kind of list. */
  lists: listsOf(database),
  search: (request: SearchRequest): Promise<Found> => search(database, request),
  /** How many mails a search finds, counted up to its limit and within its time. */
  countFound: (request: Omit<SearchRequest, 'cursor'>) => countFound(database, request),
  /** Text that was read in the attachments of mails. */
  fileTexts: async (
    accountId: AccountId,
    messageIds: readonly MessageId[],
  ): Promise<Map<MessageId, FileText[]>> =>
    new Map(
      (await fileTextsOf(database, accountId, messageIds)).map(({ id, texts }) => [id, texts]),
    ),
  rows: (viewer: Viewer, messageIds: readonly MessageId[]) =>
    rowsById(database, viewer, messageIds),
  /** Those of some Message-IDs that a mail which the viewer may see has, the recycle bin left out. */
  knownIn: (db: Db, viewer: Viewer, messageIds: readonly string[]): Promise<Set<string>> =>
    knownMessageIds(
      db,
      viewer,
      messageIds.map((messageId) => ({ messageId, key: messageKey(messageId) })),
    ),
  /** How many copies of contents a folder has of certain moments, by SHA-256 in hex. */
  countsAt: (
    at: { accountId: AccountId; folderId: FolderId },
    wanted: readonly { blob: Buffer; receivedAt: Date }[],
  ): Promise<{ blob: Buffer; receivedAt: Date; count: number }[]> => countsAt(database, at, wanted),
  copiesIn,
  idsByUid: (viewer: Viewer, at: { folderId: FolderId; uids: readonly number[] }) =>
    idsByUid(database, viewer, at),
  /** Those of some ids that exist for the viewer. */
  visible: (viewer: Viewer, messageIds: readonly MessageId[]) =>
    visibleIds(database, viewer, messageIds),
  rowsBelow: (accountId: AccountId, at: RowsBelow) => rowsBelow(database, accountId, at),
  /** Where messages lie and where they lay before. */
  origins: (viewer: Viewer, messageIds: readonly MessageId[]) =>
    originRows(database, viewer, messageIds),
  /** Changes after a position, oldest first, at most `limit`. */
  changesAfter: async (
    accountId: AccountId,
    range: { since: number; limit: number },
  ): Promise<readonly Change[]> =>
    recent.after(accountId, range.since)?.slice(0, range.limit) ??
    changesAfter(database, accountId, range),
  /** Changes up to this position may be forgotten: who stands before it cannot be caught up. */
  feedFloor: (accountId: AccountId) => feedFloor(database, accountId),
  /** A stored message without its bytes. */
  find: (viewer: Viewer, id: MessageId): Promise<StoredMessage | null> =>
    messageById(database, viewer, id),
  /** The bytes as they were received. */
  raw: stored.raw,
  pieces: stored.pieces,
  outlines: createOutlines({ database, parsing, stored }),
  whileReading: stored.whileReading,
  open: stored.open,
  /** Takes a message apart that is not stored yet, as `open` does. */
  openRaw: parsing.open,
  /** The text that somebody who opens the message sees. */
  plainText: parsing.plainText,
  /** What a winmail.dat holds; null when it is none. */
  openTnef: (bytes: Buffer) => parsing.openTnef(bytes),
  /** The decoded bodies of parts, by section or path; null where there is no such part. */
  decode: (raw: Buffer, sections: readonly string[]) => parsing.decode(raw, sections),
})

function changingOf(inside: Inside) {
  const { database, ids, announce, moveIn, moveRowsIn, removeIn } = inside
  const changing = async <T>(work: (tx: Db) => Promise<{ result: T; changes: Change[] }>) => {
    const { result, changes } = await database.transaction(work)
    announce(changes)
    return result
  }
  return {
    ...folderingOf({ database, changing, moveIn, removeIn }),
    ...labellingOf({ database, changing }),
    programs: forPrograms({
      database,
      ids,
      stored: inside.stored,
      parsing: inside.parsing,
      changing,
      moveRowsIn,
      removeIn,
    }),
    /** Sets a flag; @returns how many messages changed. */
    setFlag: async (accountId: AccountId, change: FlagSetting): Promise<number> => {
      const done = await setFlag(database, accountId, change)
      if (done) announce([flagChange(accountId, done)])
      return done?.ids.length ?? 0
    },
    /** Moves messages; @returns how many moved. Those already there stay. @throws folder.not-found */
    move: (accountId: AccountId, messageIds: readonly MessageId[], target: FolderId) =>
      changing((tx) => moveIn(tx, accountId, { ids: messageIds, target })),
    /** Moves messages; @returns where those that moved lay before. */
    moveFrom: async (accountId: AccountId, messageIds: readonly MessageId[], target: FolderId) =>
      byFolder(await changing((tx) => moveRowsIn(tx, accountId, { ids: messageIds, target }))),
    /** Deletes messages for good; @returns how many. */
    remove: (accountId: AccountId, messageIds: readonly MessageId[]) =>
      changing((tx) => removeIn(tx, accountId, messageIds)),
  }
}

/** Steps of a larger transaction; the caller announces their changes after its commit. */
const joiningOf = ({ ids, log, moveIn, removeIn }: Inside) => ({
  storeIn: async (
    tx: Db,
    message: KeptMessage,
    copies: NewCopy[],
  ): Promise<{ outcomes: CopyOutcome[]; changes: Change[] }> => {
    const plan = await storeItems(tx, [asItem(message, copies, message.blob)], { ids })
    return { outcomes: plan.outcomes[0] ?? [], changes: plan.changes }
  },
  /** Several messages at once: one change of the mailbox. Outcomes in their order. @throws FolderEmptying */
  storeAllIn: async (
    tx: Db,
    list: readonly { message: KeptMessage; copy: NewCopy }[],
  ): Promise<{ outcomes: CopyOutcome[]; changes: Change[] }> => {
    if (list.length === 0) return { outcomes: [], changes: [] }
    const items = list.map(({ message, copy }) => asItem(message, [copy], message.blob))
    const plan = await storeItems(tx, items, { ids })
    await refuseEmptying(
      tx,
      list.map(({ copy }) => copy),
    )
    return { outcomes: plan.outcomes.flat(), changes: plan.changes }
  },
  /** What is left to store of a message with a value that the database refused. @throws `thrown` if that was not the matter */
  withoutRefused: <M extends PreparedMessage>(message: M, thrown: unknown): M => {
    if (!isRefusedValue(thrown) || isBare(message)) throw thrown
    log.error({ err: thrown }, 'a mail is stored without what was read in it')
    return bareMessage(message)
  },
  setFlagIn: async (tx: Db, accountId: AccountId, change: FlagSetting): Promise<Change[]> => {
    const done = await setFlag(tx, accountId, change)
    return done ? [flagChange(accountId, done)] : []
  },
  moveIn,
  /** Gives a message an IMAP keyword. @returns null when it had it before or is not there */
  addKeywordIn: async (
    tx: Db,
    accountId: AccountId,
    change: { id: MessageId; keyword: string },
  ): Promise<Change[] | null> => {
    const done = await addKeyword(tx, accountId, change)
    return done && [flagChange(accountId, done)]
  },
  removeIn,
  setLabelsIn,
  /** Notes that something is done; false when it was noted before. For what must not happen twice after a crash. */
  takeReceiptIn: async (tx: Db, receipt: Buffer): Promise<boolean> =>
    (await writeReceipts(tx, [receipt])).size > 0,
  todosChangedIn,
  membersChangedIn,
  approvalChangedIn,
  walkIn: walkFolder,
  originsIn: originRows,
  foldersIn: foldersOf,
  labelsIn: labelsOf,
  rowsIn: rowsById,
  visibleIn: visibleIds,
  ...withdrawingOf({ ids, removeIn }),
  /** Writes a feed row about the submission of a sent message. */
  submissionChangedIn,
  tieIn: async (
    tx: Db,
    accountId: AccountId,
    tie: { id: MessageId; submissionId: SubmissionId },
  ): Promise<Change[] | null> =>
    (await tieCopy(tx, accountId, tie)) > 0 ? submissionChangedIn(tx, accountId, tie.id) : null,
})

async function submissionChangedIn(
  tx: Db,
  accountId: AccountId,
  messageId: MessageId,
): Promise<Change[]> {
  const modseq = await lockAccount(tx, accountId)
  const messageIds = [messageId]
  const change: Change = { accountId, modseq, kind: 'submission', messageIds, detail: {} }
  return [await insertChange(tx, change)]
}

async function createSystemFolders(tx: Db, accountId: AccountId): Promise<void> {
  for (const [sort, [role, name]] of systemFolders.entries()) {
    await insertFolder(tx, { accountId, role, name, sort })
  }
}

const createSystemFoldersOfAll = (tx: Db, ids: readonly AccountId[]): Promise<number> =>
  insertFoldersOfAll(
    tx,
    ids,
    systemFolders.map(([role, name], sort) => ({ role, name, sort })),
  )

const flagChange = (
  accountId: AccountId,
  done: {
    modseq: number
    ids: MessageId[]
    folders: { folderId: FolderId; mail: number; unread: number }[]
  },
): Change => ({
  accountId,
  modseq: done.modseq,
  kind: 'flags',
  messageIds: done.ids,
  detail: ofThisClient({ folders: done.folders }),
})
