import type { Outbox } from '../../delivery/outbound/outbox.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Viewer } from '../../mailstore/types.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Sessions } from '../session/session.public.ts'

/** What read-limited mail needs of the rest of the product. */
export interface AuthorisedDeps {
  database: Database
  blobs: BlobStore
  mailstore: Mailstore
  outbox: Outbox
  passwords: Passwords
  signer: Signer
  clock: Clock
  /** Seals the keys of all mails: a copy of the database alone opens nothing of a copy of the blobs. */
  masterKey: Buffer
  sessions: Pick<Sessions, 'countGuess' | 'judgedGuess'>
  directory: {
    findRecipient(address: string): Promise<{ accountId: AccountId } | null>
    isLocalDomain(domain: string): Promise<boolean>
  }
}

/** Who asks, by a login. */
export interface AuthorisedCaller extends Viewer {
  /** Who reads, in whichever mailbox: that name is drawn over the mail. */
  person: { name: string; address: string }
  /** The mailbox of several people that it is read in; null for the own one. */
  boxAddress: string | null
}
