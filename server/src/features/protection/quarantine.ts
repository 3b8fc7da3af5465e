import type { HeldClass, JudgementReason } from '@hongyan/contract/protection-fields'
import { readHeaders } from '@hongyan/mime/headers'
import type { Envelope } from '@hongyan/mime/types'
import type { Keep } from '../../delivery/inbound/judge.ts'
import type { Recipient } from '../../delivery/inbound/types.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Authentication } from '../../mailstore/types.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import {
  askFor,
  countHeld,
  type HeldMail,
  heldBefore,
  heldByIds,
  heldOf,
  insertHeld,
  takeHeld,
  takeOver,
} from './quarantine.queries.ts'

export interface QuarantineOptions {
  database: Database
  blobs: Pick<BlobStore, 'put'>
  mailstore: Mailstore
  clock: Clock
}

/** Why a mail is held, for one recipient. */
export interface Holding {
  organisation: OrganisationId
  recipient: Recipient
  class: HeldClass
  score: number
  reasons: JudgementReason[]
  envelopeFrom: string
  envelope: Envelope
  keepDays: number
}

const day = 24 * 3_600_000
/** Header fields that an administrator sees, and characters of each. */
const mostFields = 200
const longestField = 2_000

export type Quarantine = ReturnType<typeof createQuarantine>

/** Mail that is kept out of the mailboxes, until it is released, deleted or too old (ADR 46). */
export function createQuarantine(options: QuarantineOptions) {
  const { database, mailstore, clock } = options
  return {
    /** What the pipeline calls in the mailbox's place: the bytes are safe and the row is written when it answers. */
    keep: (holding: Holding): Keep => keeping(options, holding),
    list: (organisation: OrganisationId, page: Parameters<typeof heldBefore>[2]) =>
      heldBefore(database, organisation, page),
    count: (organisation: OrganisationId) => countHeld(database, organisation),
    /** With its header. @throws protection.gone */
    one: async (organisation: OrganisationId, id: number) => {
      const [row] = await heldByIds(database, organisation, [id])
      if (!row) throw new AppError('protection.gone')
      const fields = readHeaders(await mailstore.raw(row)).slice(0, mostFields)
      const headers = fields.map((one) => ({
        name: one.name,
        value: one.value().slice(0, longestField),
      }))
      return { row, headers }
    },
    some: (organisation: OrganisationId, ids: readonly number[]) =>
      heldByIds(database, organisation, ids),
    /** Into the inbox, as news. @returns false where somebody was first */
    release: (row: HeldMail) => release(options, row),
    /** @returns how many */
    discard: async (rows: readonly HeldMail[]): Promise<number> => {
      let gone = 0
      for (const { id } of rows) if (await database.transaction((tx) => takeHeld(tx, id))) gone++
      return gone
    },
    own: (accountId: AccountId, page: { before: number | null; limit: number }) =>
      heldOf(database, accountId, page),
    /** @throws item.not-found, protection.virus */
    ask: async (accountId: AccountId, id: number): Promise<void> => {
      const found = await askFor(database, accountId, { id, now: clock.now() })
      if (!found) throw new AppError('item.not-found')
      if (found.class === 'virus') throw new AppError('protection.virus')
    },
    /** Forgets what is kept long enough, a piece at a time. */
    sweep: async (): Promise<void> => {
      while ((await database.transaction((tx) => takeOver(tx, clock.now()))) > 0);
    },
  }
}

const keeping =
  ({ database, blobs, mailstore, clock }: QuarantineOptions, holding: Holding): Keep =>
  async ({ message, receipt, at, authentication }) => {
    const { envelope, recipient, keepDays, ...rest } = holding
    const blob = await blobs.put(message.raw)
    const [from] = envelope.from
    const heldAt = clock.now()
    return database.transaction(async (tx) => {
      // The same receipt as that of a copy: a repeat that is judged otherwise is known all the same.
      if (!(await mailstore.takeReceiptIn(tx, receipt))) return 'duplicate'
      await insertHeld(tx, {
        ...rest,
        blob,
        accountId: recipient.accountId,
        fromName: (from?.name ?? '').slice(0, 500),
        fromAddress: (from?.address ?? '').slice(0, 500),
        subject: envelope.subject.slice(0, 1_000),
        authentication,
        receivedAt: at,
        heldAt,
        expiresAt: new Date(heldAt.getTime() + keepDays * day),
      })
      return 'kept'
    })
  }

async function release(
  { database, mailstore, clock }: QuarantineOptions,
  row: HeldMail,
): Promise<boolean> {
  const kept = await mailstore.keep(await mailstore.raw(row))
  const changes = await database.transaction(async (tx) => {
    if (!(await takeHeld(tx, row.id))) return null
    const stored = await mailstore.storeIn(tx, kept, [
      {
        accountId: row.accountId,
        folder: 'inbox',
        receivedAt: clock.now(),
        notify: true,
        // Nobody would tell its sender that the mailbox is full.
        ignoreQuota: true,
        authentication: row.authentication as Authentication | null,
        log: { kind: 'receive', client: 'quarantine', ip: '' },
      },
    ])
    // What found no place stays held.
    if (stored.outcomes[0]?.kind !== 'stored') throw new AppError('protection.gone')
    return stored.changes
  })
  if (changes) mailstore.announce(changes)
  return changes !== null
}
