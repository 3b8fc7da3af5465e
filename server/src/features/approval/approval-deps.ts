import type { Outbox } from '../../delivery/outbound/outbox.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, OrganisationId, SubmissionId, UserId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Directory } from '../directory/directory.public.ts'

/** What approval needs of the rest of the product. */
export interface ApprovalDeps {
  database: Database
  blobs: BlobStore
  mailstore: Mailstore
  outbox: Pick<
    Outbox,
    'submit' | 'lockIn' | 'releaseIn' | 'endHeldIn' | 'cancelIn' | 'beforeScheduled' | 'wake'
  >
  jobs: Jobs
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'count'>
  signer: Signer
  directory: Pick<Directory, 'isLocalDomain' | 'localAmong' | 'ownerOf' | 'user'>
  settings: {
    of(userId: UserId): Promise<{ language: 'zh' | 'en'; mailApprovalDownload: number }>
  }
  /** Where links in notices lead. */
  origin: string
  /** What the sender of a read-limited mail wrote; null for other mail. */
  originalOf(accountId: AccountId, id: SubmissionId): Promise<Buffer | null>
  /** How much one person may send. */
  limits: { check(writer: AccountId, recipients: number): Promise<(tx: Db) => Promise<void>> }
  /** Mail groups: whom mail to some addresses reaches through them. */
  groups: {
    reached(
      organisationId: OrganisationId,
      addresses: readonly string[],
    ): Promise<{ inside: { id: AccountId; address: string }[]; outside: string[] }>
  }
}

/** Who calls. */
export interface Person {
  accountId: AccountId
  userId: UserId
}
