import type { Outbox } from '../../delivery/outbound/outbox.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Approval } from '../approval/approval.public.ts'
import type { Handlings } from './handling.ts'

/** What rules and automatic answers need of the rest of the product. */
export interface RulesDeps {
  database: Database
  blobs: BlobStore
  mailstore: Mailstore
  outbox: Pick<Outbox, 'submit' | 'wake'>
  directory: {
    addressesOf(accountId: AccountId): Promise<string[]>
    ownerOf(accountId: AccountId): Promise<{
      userId: UserId
      name: string
      nickname: string
      address: string
    } | null>
  }
  settings: {
    of(userId: UserId): Promise<{ timeZone: number; language: 'zh' | 'en' }>
  }
  /** False: the organisation lets nothing be passed on by itself. */
  autoForward: boolean
  handlings: Handlings
  /** The gate before the outbox (ADR 34). */
  approval: Pick<Approval, 'judge' | 'sensitivity'>
  jobs: Jobs
  clock: Clock
  log: Log
}
