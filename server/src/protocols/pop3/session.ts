import type {
  ClientAccess,
  MaildropLease,
  ProgramLogin,
} from '../../features/client-access/client-access.public.ts'
import type { ProgramStore } from '../../mailstore/mailstore.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Output } from '../shared/output.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Drop } from './drop.ts'

/** What every connection works with. */
export interface Pop3Deps {
  mailstore: ProgramStore
  clientAccess: Pick<ClientAccess, 'logIn' | 'logInByToken' | 'isAlive' | 'leaseMaildrop'>
  folderLocks: {
    hiddenWith(
      accountId: AccountId,
      keys: { hasLocks: boolean; unlocked: readonly FolderId[] },
    ): Promise<readonly FolderId[]>
  }
  log: Log
}

/** Who is in, with the mailbox that is nobody else's meanwhile. */
export interface Entered {
  login: ProgramLogin
  viewer: Viewer
  lease: MaildropLease
  drop: Drop
}

/** One connection, as the commands see it. */
export interface Session {
  readonly deps: Pop3Deps
  readonly output: Output
  readonly ip: string
  /** TLS protects it: codes may be said. */
  isSecure(): boolean
  /** What USER named. */
  username: string | null
  entered: Entered | null
  badLogins: number
  /** Asks for a line, such as the answer to a challenge. Null when the program has gone. */
  ask(prompt: string): Promise<string | null>
  /** Goes on in TLS as soon as the answer is out. */
  startTls(): void
  /** Ends after this command's answer. */
  leave(): void
}

export function enteredOf({ entered }: Session): Entered {
  if (!entered) throw new Refusal('Log in first')
  return entered
}
