import type {
  ClientAccess,
  ProgramLogin,
} from '../../features/client-access/client-access.public.ts'
import type { Compose } from '../../features/compose/compose.public.ts'
import type { Folders } from '../../features/folders/folders.public.ts'
import type { Labels } from '../../features/labels/labels.public.ts'
import type { ProgramStore } from '../../mailstore/mailstore.ts'
import type { FlaggedMessage } from '../../mailstore/messages/flags.queries.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { Budget } from '../../platform/budget.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Output } from '../shared/output.ts'
import { Refusal } from '../shared/refusal.ts'
import type { FlagState } from './flag-states.ts'
import type { FolderViews } from './folder-views.ts'
import type { Keywords } from './keywords.ts'
import type { Reading } from './message/reading.ts'
import type { SequenceSet } from './wire/sequence-set.ts'

/** What every connection works with. */
export interface ImapDeps {
  mailstore: ProgramStore
  folders: Folders
  labels: Pick<Labels, 'save'>
  compose: Pick<Compose, 'submittedCopies'>
  clientAccess: Pick<ClientAccess, 'logIn' | 'logInByToken' | 'isAlive' | 'identify' | 'settle'>
  folderLocks: {
    hiddenWith(
      accountId: AccountId,
      keys: { hasLocks: boolean; unlocked: readonly FolderId[] },
    ): Promise<readonly FolderId[]>
  }
  /** Whether one more program of an account may be in; the one that asks is counted already. */
  hasRoom(accountId: AccountId): boolean
  clock: Clock
  log: Log
  /** For what is read of stored mail and brought in. */
  memory: Budget
  views: FolderViews
  /** The largest message that is taken in. */
  maxMessage: number
}

/** The mailbox that is open, with the numbers that the program knows its messages by. */
export interface Selected {
  readonly folderId: FolderId
  readonly isReadOnly: boolean
  readonly keywords: Keywords
  /** Ascending; the place in this list plus one is the sequence number. */
  uids(): readonly number[]
  /** Places of messages that a set names. @throws WireError for numbers that do not exist */
  places(set: SequenceSet, by: 'uid' | 'sequence'): number[]
  /** The same as UIDs from one to another: `1:*` of a large mailbox is one range. */
  ranges(set: SequenceSet, by: 'uid' | 'sequence'): SequenceSet
  /** UIDs that `$` stands for from now on (RFC 5182). */
  save(uids: readonly number[]): void
  idAt(place: number): MessageId | undefined
  /** Up to this place in the account's history the program has been told, or will be before its next command ends. */
  position(): number
  /** Something has changed; what, is read by the next `sync`. */
  touch(): void
  /** Reads what has changed: the program is told when its command is over. @throws Refusal when the folder is there no more */
  refresh(): Promise<void>
  /** What is set on a message, as it was read last; null when it has gone. */
  flagsAt(place: number): FlagState | null
  modseqAt(place: number): number
  /**
   * The program is told of these by its command's own answer. @param position of the one change that they were changed by:
   * where it follows what was read last, nothing is to be read again
   */
  known(messages: readonly FlaggedMessage[], position: number | null): void
  /**
   * Tells what changed. While `numbers` are kept nothing is said of messages that are gone (RFC 9051 §7.5.1).
   * @throws Refusal when the folder is there no more
   */
  sync(numbers: 'may-change' | 'keep'): Promise<void>
}

/** One connection, as the commands see it. */
export interface Session {
  readonly deps: ImapDeps
  readonly output: Output
  readonly ip: string
  /** TLS protects it: codes may be said. */
  isSecure(): boolean
  /** What ties a login to this very line (RFC 5056); null where it has nothing of that kind. */
  channelBinding(kind: string): Buffer | null
  login: ProgramLogin | null
  /** What the program has said of itself (ID). */
  programId: Readonly<Record<string, string>> | null
  selected: Selected | null
  /** The mailbox that was open is there no more; the program has heard so, and has opened or closed none since. */
  hasLost: boolean
  /** The program speaks of positions (CONDSTORE, RFC 7162). */
  usesModseq: boolean
  /** The program resynchronises by what vanished (QRESYNC, RFC 7162): it is told UIDs, not numbers. */
  usesResync: boolean
  /** Names of mailboxes are UTF-8 and nothing else (UTF8=ACCEPT, RFC 9755). */
  usesUtf8: boolean
  badLogins: number
  /** Where the last large message that was fetched in pieces is open. */
  reading: Reading | null
  /** Asks for a line, such as the answer to a challenge. Null when the program has gone. */
  ask(prompt: string): Promise<string | null>
  /** Tells of changes as they come, until the program says something. @returns what it said */
  idle(): Promise<string | null>
  /** Goes on in TLS as soon as the answer is out. */
  startTls(): void
  /** Goes on deflated as soon as the answer is out. */
  startCompression(): void
  isCompressed(): boolean
  /** Ends after this command's answer. */
  leave(): void
}

/** Whose mail it is. Folders with a password do not exist for programs: they cannot give it. */
export async function viewerOf(session: Session): Promise<Viewer> {
  const login = loginOf(session)
  // Whoever asks for mail and has not said which program it is, does not say so any more.
  await session.deps.clientAccess.settle(login)
  const { accountId } = login
  const hidden = await session.deps.folderLocks.hiddenWith(accountId, {
    hasLocks: true,
    unlocked: [],
  })
  return { accountId, hidden }
}

export function loginOf({ login }: Session): ProgramLogin {
  if (!login) throw new Refusal('Log in first')
  return login
}

export const mailboxGone = (): Refusal => new Refusal('The mailbox is there no more', 'NONEXISTENT')

/** The open mailbox was deleted, or has a password now: it is open no longer (RFC 9051 §7.1). */
export function lose(session: Session): void {
  if (session.selected) session.output.send('* OK [CLOSED] The mailbox is there no more\r\n')
  session.selected = null
  session.hasLost = true
}

/** The program opens another mailbox, or none. */
export function leave(session: Session): void {
  session.selected = null
  session.hasLost = false
}

export function selectedOf({ selected }: Session): Selected {
  if (!selected) throw new Refusal('Select a mailbox first')
  return selected
}

/** @throws Refusal where the mailbox was opened by EXAMINE */
export function writableOf(session: Session): Selected {
  const selected = selectedOf(session)
  if (selected.isReadOnly) throw new Refusal('The mailbox is open for reading only', 'NOPERM')
  return selected
}
