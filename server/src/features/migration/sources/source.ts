import type { MigrationReason, SourceServer } from '@hongyan/contract/migration'
import type { FolderRole } from '../../../mailstore/types.ts'

/** Where the mail is, and who may fetch it. */
export interface SourceLogin {
  server: SourceServer
  userName: string
  password: string
}

/** A folder of the other mailbox. */
export interface SourceFolder {
  /** Its name there, by which it is opened. */
  path: string
  /** Its name step by step, from the outermost. */
  steps: string[]
  role: FolderRole | null
  /** It holds mail of all other folders too (Gmail's All Mail): only what lies nowhere else is brought in. */
  isEverything: boolean
  total: number
}

/** A message there, before it is fetched. */
export interface SourceMessage {
  /** What it is called there within the folder's `validity`. */
  uid: string
  /** Where the next look goes on: behind it. */
  cursor: number
  size: number
  /** Nobody said its size: `size` is the largest that a mail here may have. */
  isSizeUnknown?: boolean
  /** RFC 9051 §2.3.2; without `\Recent`. */
  flags: string[]
  /** When it came there; null where nobody knows. */
  at: Date | null
  /** It has no name that lasts: nobody could tell later whether it was brought in, so it is not. */
  isUnnamed?: boolean
}

/**
 * Its bytes, or why there are none: it is larger than a mail here may be, or than its server said, so that no room was held
 * for it.
 */
export type Fetched = Buffer | 'too-large' | 'larger-than-said'

/** A folder that is open. */
export interface OpenFolder {
  /** UIDs of another validity are other messages (RFC 9051 §2.3.1.1). */
  validity: string
  /** The next messages behind a cursor, in their order. Empty: there are no more. */
  after(cursor: number, limit: number): Promise<SourceMessage[]>
  /** The bytes of some messages by UID; what has gone meanwhile is left out. */
  fetch(messages: readonly SourceMessage[]): Promise<Map<string, Fetched>>
  /** When one came there or was written, by its header; null where it does not say. */
  arrival(message: SourceMessage): Promise<Date | null>
  /** Subject and sender of one that is not fetched. */
  describe(message: SourceMessage): Promise<string>
}

/** A connection to the other mailbox. */
export interface Source {
  /** Cursors are true in the next connection, too. */
  readonly keepsCursors: boolean
  folders(): Promise<SourceFolder[]>
  open(path: string): Promise<OpenFolder>
  close(): void
}

/** Expected trouble with the other side. Details of it are nobody's business: they would tell what is there (T24). */
export class SourceTrouble extends Error {
  readonly reason: MigrationReason
  constructor(reason: MigrationReason, cause?: unknown) {
    super(`the source: ${reason}`, { cause })
    this.name = 'SourceTrouble'
    this.reason = reason
  }
}

/** A folder that its server does not open, or tells nonsense about: the others are fetched all the same. */
export class FolderRefused extends Error {
  constructor(cause?: unknown) {
    super('the source does not open a folder', { cause })
    this.name = 'FolderRefused'
  }
}

/** A refusal that says itself that it will pass is no wrong password (RFC 5530, RFC 2449 §8, RFC 3206). */
export const isPassing = (said: string): boolean =>
  /\b(?:UNAVAILABLE|INUSE|IN-USE|LIMIT|SERVERBUG|THROTTLED|LOGIN-DELAY|SYS\/TEMP)\b/i.test(said) ||
  /too many|try (?:again )?later|temporar/i.test(said)
