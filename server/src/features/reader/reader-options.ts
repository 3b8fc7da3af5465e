import type { Outbox } from '../../delivery/outbound/outbox.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../mailstore/messages/messages.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type OrganisationId,
  type SessionId,
  type UserId,
} from '../../platform/ids.ts'
import type { GuardedFetch } from '../../platform/net/guarded-fetch.ts'
import type { Approval } from '../approval/approval.public.ts'
import type { FileReader } from '../messages/messages.public.ts'
import type { KnownPerson } from './people-book.ts'

interface ReaderUser {
  organisationId: OrganisationId
  name: string
  nickname: string
}

export interface ReaderOptions {
  database: Database
  mailstore: Mailstore
  blobs: BlobStore
  outbox: Pick<Outbox, 'submit' | 'wake'>
  signer: Signer
  clock: Clock
  web: GuardedFetch
  hostname: string
  /** False: previews are switched off for the whole installation. */
  preview: boolean
  hiddenFor(login: { accountId: AccountId; sessionId: SessionId }): Promise<readonly FolderId[]>
  /** Labels of sensitivity. */
  sensitivity: Pick<Approval['sensitivity'], 'labelOf'>
  settings: { of(userId: UserId): Promise<{ readReceipt: 'never' | 'ask' | 'always' }> }
  directory: {
    user(id: UserId): Promise<ReaderUser | null>
    organisationOf(id: UserId): Promise<OrganisationId | null>
    people(id: OrganisationId): Promise<KnownPerson[]>
    domains(): Promise<string[]>
    addressesOf(accountId: FileReader['accountId']): Promise<string[]>
  }
}

/** A message that its reader may see. @throws item.not-found */
export async function findFor(
  { mailstore }: Pick<ReaderOptions, 'mailstore'>,
  reader: FileReader,
  mailId: number,
): Promise<StoredMessage> {
  const row = await mailstore.find(reader, asId(mailId))
  if (!row) throw new AppError('item.not-found')
  return row
}
