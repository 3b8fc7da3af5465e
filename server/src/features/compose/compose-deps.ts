import type { Outbox } from '../../delivery/outbound/outbox.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { MemberLevel } from '../../platform/actor.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Signer } from '../../platform/crypto/signer.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { AccountId, MessageId, UserId } from '../../platform/ids.ts'
import type { Approval } from '../approval/approval.public.ts'
import type { Authorised } from '../authorised/authorised.public.ts'
import type { Contacts } from '../contacts/contacts.public.ts'
import type { Groups } from '../groups/groups.public.ts'
import type { OwnTexts } from './content/own-texts.ts'
import type { WaitingFiles } from './uploads/waiting-files.ts'

/** What writing and sending needs of the rest of the product. */
export interface ComposeDeps {
  database: Database
  blobs: BlobStore
  mailstore: Mailstore
  outbox: Outbox
  files: WaitingFiles
  signer: Pick<Signer, 'digest'>
  contacts: Pick<Contacts, 'remember'>
  authorised: Pick<
    Authorised,
    'seal' | 'keepIn' | 'forgetIn' | 'revokeIn' | 'mayForward' | 'original'
  >
  ownTexts: OwnTexts
  /** Where links in mails lead. */
  origin: string
  /** So long after it left a mail may be recalled. */
  recallHours: number
  settings: {
    of(userId: UserId): Promise<{
      undoSendSeconds: number
      timeZone: number
      timeFormat: number
      controlFileTypes: string
      subjectPrefix: 'auto' | 'zh' | 'en'
      replyWithOriginal: number
      forwardWithOriginal: number
      smimeEnable: number
      secretModeEnable: number
    }>
  }
  directory: {
    user(id: UserId): Promise<{
      name: string
      nickname: string
      organisationSettings: Record<string, unknown>
    } | null>
    addressesOf(accountId: AccountId): Promise<string[]>
    ownerOf(accountId: AccountId): Promise<{ userId: UserId; address: string; name: string } | null>
  }
  /** Mail groups among recipients. @throws group.may-not-send */
  groups: Pick<Groups, 'checkSending'>
  /** What the members of a mailbox know of its mail. */
  boxMail: {
    /** Mailboxes whose mail a person may write. */
    writableBy(userId: UserId): Promise<{ accountId: AccountId; level: MemberLevel }[]>
    sentIn(tx: Db, accountId: AccountId, sent: { messageId: MessageId; by: UserId }): Promise<void>
  }
  /** The gate before the outbox (ADR 34). */
  approval: Pick<Approval, 'judge' | 'judgeAgain' | 'takenBackIn' | 'sensitivity'>
  clock: Clock
}
