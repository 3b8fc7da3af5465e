import type { Envelope } from '@hongyan/mime/types'
import type { FileText } from '../documents/file-kinds.ts'
import type { Db } from '../platform/db/pool.ts'
import type { AccountId, FolderId, LabelId, MessageId, SubmissionId } from '../platform/ids.ts'
import type { approvalChangedIn, membersChangedIn, todosChangedIn } from './feed/todo-changes.ts'
import type { FolderWriting } from './folders/foldering.ts'
import type { AccountState, FolderRow, foldersOf } from './folders/folders.queries.ts'
import type { LabelPageRequest, LabelRow, labelsOf } from './labels/labels.queries.ts'
import type { LabelSetting, LabelWriting, setLabelsIn } from './labels/labels.ts'
import type { SoughtCopy } from './messages/copies.ts'
import type { ForPrograms } from './messages/for-programs.ts'
import type { JunkHook, LeavingHook } from './messages/leaving.ts'
import type { Lists } from './messages/lists.ts'
import type {
  Mark,
  MovingRow,
  Origin,
  originRows,
  RowsBelow,
  rowsById,
  StoredMessage,
  visibleIds,
  walkFolder,
} from './messages/messages.queries.ts'
import type { MoveIn, removeIn } from './messages/moving.ts'
import type { Copies, Withdrawal, Withdrawn } from './messages/withdraw.ts'
import type { Outline } from './outlines/outline.ts'
import type { OpenedMessage, OpenedTnef } from './parsing/open-message.ts'
import type { How } from './parsing/parsing.ts'
import type { Stored, StoredMail, StoredOpened } from './parsing/stored-mail.ts'
import type {
  ActivityOfRequest,
  ActivityRequest,
  ActivityRow,
  NewActivity,
} from './records/activity.queries.ts'
import type { DeletedRequest, DeletedRow } from './records/deleted.queries.ts'
import type { Found, SearchRequest } from './search/search.ts'
import type {
  Change,
  CopyOutcome,
  FolderRole,
  KeptMessage,
  MessageRow,
  NewCopy,
  PreparedMessage,
  Viewer,
} from './types.ts'

/** Messages and the value that a flag of theirs gets. */
export type FlagSetting = { ids: readonly MessageId[] } & Mark

/** What became of each copy, and what is to be announced after the commit. */
export interface StoredCopies {
  outcomes: CopyOutcome[]
  changes: Change[]
}

/** Mail comes in: taken apart, then stored in a group with others that come at the same time. */
export interface Receiving {
  /** @param fileTexts text of its attachments, where that was read already */
  prepare(raw: Buffer, fileTexts?: readonly FileText[]): Promise<PreparedMessage>
  /** @param header all of it; large ones are read in a thread @throws when it is too complex */
  envelopeOf(header: Buffer): Promise<Envelope>
  /** Takes a message apart and keeps its bytes, so that a transaction can store it. */
  keep(raw: Buffer): Promise<KeptMessage>
  /** Keeps the bytes of many that are taken apart already. */
  keepAll(list: readonly PreparedMessage[]): Promise<KeptMessage[]>
  /** Answers after the commit, in the order of the copies. A copy with a receipt is stored once (ADR 6). */
  deliver(message: PreparedMessage, copies: NewCopy[]): Promise<CopyOutcome[]>
  /** The sender has heard of these: their receipts may go. */
  acknowledge(receipts: readonly Buffer[]): void
  /** What is left to store of a message with a value that the database refused. @throws `thrown` if that was not the matter */
  withoutRefused<M extends PreparedMessage>(message: M, thrown: unknown): M
}

/** Contents: the bytes of messages, and what is in them. */
export interface Opening {
  /** The bytes as they were received. */
  raw(message: Stored): Promise<Buffer>
  /** The bytes a piece at a time, in little memory. The caller runs it to its end or leaves its loop. */
  pieces: StoredMail['pieces']
  /** What mail programs are told of messages without their bytes, by the hash of the content in hex. */
  outlines(mails: readonly Stored[], large?: 'given' | 'let-go'): Promise<Map<string, Outline>>
  /** For work that goes on with the bytes behind every request: there is room for all of these mails until it is over. */
  whileReading: StoredMail['whileReading']
  open(message: Stored): Promise<StoredOpened>
  /** Takes a message apart that is not stored yet, as `open` does. */
  openRaw(raw: Buffer, how?: How): Promise<OpenedMessage>
  /** The text that somebody who opens the message sees. */
  plainText(raw: Buffer, maxText: number, how?: How): Promise<string>
  /** What a winmail.dat holds; null when it is none. */
  openTnef(bytes: Buffer): Promise<OpenedTnef | null>
  /** The decoded bodies of parts, by section or path; null where there is no such part. */
  decode(raw: Buffer, sections: readonly string[]): Promise<(Buffer | null)[]>
  /** Text that was read in the attachments of mails. */
  fileTexts(
    accountId: AccountId,
    messageIds: readonly MessageId[],
  ): Promise<Map<MessageId, FileText[]>>
}

/** Rows of messages. What a viewer may not see is not there. */
export interface Rows {
  rows(viewer: Viewer, messageIds: readonly MessageId[]): Promise<MessageRow[]>
  /** A stored message without its bytes. */
  find(viewer: Viewer, id: MessageId): Promise<StoredMessage | null>
  /** Those of some ids that exist for the viewer. */
  visible(viewer: Viewer, messageIds: readonly MessageId[]): Promise<MessageId[]>
  /** Those of some Message-IDs that a mail which the viewer may see has, the recycle bin left out. */
  knownIn(db: Db, viewer: Viewer, messageIds: readonly string[]): Promise<Set<string>>
  /** How many copies of contents a folder has of certain moments; nothing of those it has none of. */
  countsAt(
    at: { accountId: AccountId; folderId: FolderId },
    wanted: readonly { blob: Buffer; receivedAt: Date }[],
  ): Promise<{ blob: Buffer; receivedAt: Date; count: number }[]>
  /**
   * How many copies of contents (SHA-256 in hex) a folder has: of mail with a Message-ID whenever they came, of other mail at
   * these moments.
   */
  copiesIn(
    db: Db,
    at: { accountId: AccountId; folderId: FolderId },
    wanted: readonly SoughtCopy[],
  ): Promise<Map<string, number>>
  idsByUid(
    viewer: Viewer,
    at: { folderId: FolderId; uids: readonly number[] },
  ): Promise<MessageId[]>
  rowsBelow(accountId: AccountId, at: RowsBelow): Promise<(MessageRow & { blob: Buffer })[]>
  /** Where messages lie and where they lay before. */
  origins(viewer: Viewer, messageIds: readonly MessageId[]): Promise<Origin[]>
  /** Pages of every kind of list. */
  lists: Lists
  search(request: SearchRequest): Promise<Found>
  /** How many mails a search finds, counted up to its limit and within its time. */
  countFound(request: Omit<SearchRequest, 'cursor'>): Promise<{ count: number; more: boolean }>
}

/** Changes of messages, each a transaction of its own that is announced. */
export interface Changing {
  /** @returns how many messages changed */
  setFlag(accountId: AccountId, change: FlagSetting): Promise<number>
  /** @returns how many moved; those already there stay. @throws folder.not-found */
  move(accountId: AccountId, ids: readonly MessageId[], target: FolderId): Promise<number>
  /** Moves messages; @returns where those that moved lay before */
  moveFrom(
    accountId: AccountId,
    ids: readonly MessageId[],
    target: FolderId,
  ): Promise<Map<FolderId, MovingRow[]>>
  /** Deletes messages for good; @returns how many */
  remove(accountId: AccountId, ids: readonly MessageId[]): Promise<number>
  /** Called before messages go to the recycle bin or for good. */
  beforeLeaving(hook: LeavingHook): void
  /** Called in the transaction that moves messages into the junk folder, or out of it to where they are kept. */
  onJunk(hook: JunkHook): void
  /** What mail programs need besides. */
  programs: ForPrograms
}

/** Folders, and clearing them in steps. */
export interface Folders {
  folders(accountId: AccountId): Promise<FolderRow[]>
  folder(accountId: AccountId, id: FolderId): Promise<FolderRow | null>
  folderByRole(accountId: AccountId, role: FolderRole): Promise<FolderRow | null>
  createSystemFolders(tx: Db, accountId: AccountId): Promise<void>
  /** Of many new accounts at once. */
  createSystemFoldersOfAll(tx: Db, ids: readonly AccountId[]): Promise<number>
  /** Changes the tree of an account under its lock. */
  changeFolders<T>(accountId: AccountId, work: (scope: FolderWriting) => Promise<T>): Promise<T>
  /** The hash of a folder's password; null without one. */
  folderPassword(accountId: AccountId, id: FolderId): Promise<string | null>
  setEmptying(accountId: AccountId, id: FolderId, is: boolean): Promise<number>
  /** One step of clearing a folder; @returns how many messages it took out */
  takeOut(accountId: AccountId, step: { from: FolderId; to: FolderId | null }): Promise<number>
  /** @returns false when mail has come meanwhile */
  removeEmptyFolder(accountId: AccountId, id: FolderId): Promise<boolean>
}

/** Labels and the mail that has them. */
export interface Labels {
  labels(viewer: Viewer): Promise<LabelRow[]>
  label(viewer: Viewer, id: LabelId): Promise<LabelRow | null>
  labelPage(page: LabelPageRequest): Promise<MessageRow[]>
  changeLabels<T>(accountId: AccountId, work: (scope: LabelWriting) => Promise<T>): Promise<T>
  /** @returns how many messages changed */
  setLabels(accountId: AccountId, setting: LabelSetting): Promise<number>
  /** One step of taking a deleted label from its mail; @returns true when it was the last */
  sweepLabel(accountId: AccountId, labelId: LabelId): Promise<boolean>
}

/** The change feed, and where an account stands. */
export interface Feed {
  /** Feed position, use and quota. */
  state(accountId: AccountId): Promise<AccountState | null>
  /** Changes after a position, oldest first, at most `limit`. */
  changesAfter(
    accountId: AccountId,
    range: { since: number; limit: number },
  ): Promise<readonly Change[]>
  /** Changes up to this position may be forgotten: who stands before it cannot be caught up. */
  feedFloor(accountId: AccountId): Promise<number>
  /** Tells the doors, after the commit. */
  announce(changes: readonly Change[]): void
}

/** Logs, and mail that was deleted and may come back. */
export interface Records {
  record(db: Db, one: NewActivity): Promise<number>
  activity(request: ActivityRequest): Promise<ActivityRow[]>
  activityOf(accountId: AccountId, request: ActivityOfRequest): Promise<ActivityRow[]>
  activityByPlace(
    accountId: AccountId,
    request: { kind: string; days: number },
  ): Promise<{ ip: string; times: number; last: Date }[]>
  deleted(request: DeletedRequest): Promise<DeletedRow[]>
  /** The folders that deleted mail would go back to. */
  formerFolders(
    accountId: AccountId,
    rows: readonly DeletedRow[],
  ): Promise<Map<MessageId, FolderId>>
  /** @returns how many came back */
  recover(viewer: Viewer, ids: readonly MessageId[]): Promise<number>
}

/** Steps of a larger transaction: they end in `In`, and the caller announces their changes after its commit. */
export interface Steps {
  storeIn(tx: Db, message: KeptMessage, copies: NewCopy[]): Promise<StoredCopies>
  /**
   * Several messages that are brought in at once: one change of the mailbox. Outcomes in their order.
   * @throws FolderEmptying when one of their folders is being emptied: the transaction is to be done again later
   */
  storeAllIn(
    tx: Db,
    list: readonly { message: KeptMessage; copy: NewCopy }[],
  ): Promise<StoredCopies>
  setFlagIn(tx: Db, accountId: AccountId, change: FlagSetting): Promise<Change[]>
  /** Gives a message an IMAP keyword. @returns null when it had it before or is not there */
  addKeywordIn(
    tx: Db,
    accountId: AccountId,
    change: { id: MessageId; keyword: string },
  ): Promise<Change[] | null>
  moveIn: MoveIn
  removeIn: typeof removeIn
  /** What somebody could still fetch back goes; some at a time. @returns how many */
  eraseDeletedIn(tx: Db, accountId: AccountId, limit: number): Promise<number>
  setLabelsIn: typeof setLabelsIn
  walkIn: typeof walkFolder
  originsIn: typeof originRows
  foldersIn: typeof foldersOf
  labelsIn: typeof labelsOf
  rowsIn: typeof rowsById
  visibleIn: typeof visibleIds
  todosChangedIn: typeof todosChangedIn
  membersChangedIn: typeof membersChangedIn
  approvalChangedIn: typeof approvalChangedIn
  /** Notes that something is done; false when it was noted before. For what must not happen twice after a crash. */
  takeReceiptIn(tx: Db, receipt: Buffer): Promise<boolean>
  removeCopiesIn(tx: Db, copies: Copies): Promise<Change[]>
  withdrawIn(tx: Db, request: Withdrawal): Promise<Withdrawn>
  /** A copy in Sent that a program filed itself becomes that of a submission. @returns null where it is there no more */
  tieIn(
    tx: Db,
    accountId: AccountId,
    tie: { id: MessageId; submissionId: SubmissionId },
  ): Promise<Change[] | null>
  /** Writes a feed row about the submission of a sent message. */
  submissionChangedIn(tx: Db, accountId: AccountId, messageId: MessageId): Promise<Change[]>
}

/** Now and then, by one process; and the end. */
export interface Upkeep {
  /** Before anything else is asked of the store. */
  begin(): Promise<void>
  /** Forgets receipts that no retry will ask for. */
  sweep(): Promise<number>
  /** Forgets rows of the change feed that are older than any browser is caught up by. */
  sweepFeed(): Promise<number>
  /** Forgets the log and the deleted mail of more than 30 days ago. */
  sweepRecords(): Promise<void>
  /** Finishes what was accepted, then lets go. */
  stop(): Promise<void>
}

/** The one store behind every door. Each change is one transaction that also writes the change feed. */
export interface Mailstore
  extends Receiving,
    Opening,
    Rows,
    Changing,
    Folders,
    Labels,
    Feed,
    Records,
    Steps,
    Upkeep {}

/** What programs have of it: they change messages by `programs` alone, which looks in the mailbox that is open. */
export type ProgramStore = Pick<
  Mailstore,
  | 'programs'
  | 'state'
  | 'folder'
  | 'folders'
  | 'folderByRole'
  | 'idsByUid'
  | 'visible'
  | 'raw'
  | 'pieces'
  | 'outlines'
  | 'whileReading'
  | 'prepare'
  | 'keepAll'
  | 'deliver'
>
