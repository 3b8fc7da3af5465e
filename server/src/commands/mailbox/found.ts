import type { DiskFlags } from './flags.ts'

/** A message of a mailbox on disk; null bytes: it is larger than any mail here may be. */
export interface DiskMail {
  name: string
  raw: Buffer | null
  /** When it came; null where nobody knows. */
  receivedAt: Date | null
  /** When its file was written: the same file brings it at the same moment each time, so that it comes once. */
  fileAt: Date
  flags: DiskFlags
}

/** What cannot be read: it is named, and the others come. */
export const unreadable = (name: string): DiskMail => ({
  name,
  raw: null,
  receivedAt: null,
  fileAt: new Date(0),
  flags: { marks: {}, keywords: [] },
})

/** A folder of a mailbox on disk. */
export interface DiskFolder {
  /** Its names from the outermost. */
  steps: string[]
  mails(): AsyncGenerator<DiskMail>
}
