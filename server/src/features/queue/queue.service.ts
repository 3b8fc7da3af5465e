import type { WaitingRecipient } from '@hongyan/contract/console-queue'
import type { Outbox } from '../../delivery/outbound/outbox.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import {
  giveUp,
  letGo,
  type Meant,
  putAside,
  type QueueCursor,
  retryNow,
  stoppedRecipients,
  type WaitingRow,
  waitingDomains,
  waitingRecipients,
} from './queue.queries.ts'

interface Options {
  database: Database
  outbox: Pick<Outbox, 'wake'>
  clock: Clock
}

export interface QueueWish {
  state: 'waiting' | 'stopped'
  keyword: string
  after: string | undefined
  pageSize: number
}

const acts = { retry: retryNow, stop: putAside, release: letGo, remove: giveUp }
export type QueueAct = keyof typeof acts

const lookedAt = 20_000
const shownDomains = 20

/** Mail that waits to be delivered, as administrators see it and act on it. */
export function createQueue({ database, outbox, clock }: Options) {
  return {
    list: async (organisationId: OrganisationId, wish: QueueWish) => {
      const { state, keyword, pageSize: limit } = wish
      const page = { keyword, after: readCursor(wish.after), limit }
      const ask = state === 'stopped' ? stoppedRecipients : waitingRecipients
      const rows = await ask(database, organisationId, page)
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { list: rows.map(shown), cursor: last ? writeCursor(last) : null }
    },
    domains: async (organisationId: OrganisationId) => ({
      list: await waitingDomains(database, organisationId, {
        among: lookedAt,
        limit: shownDomains,
      }),
    }),
    act: async (
      organisationId: OrganisationId,
      { act, recipients }: { act: QueueAct; recipients: readonly Meant[] },
    ) => {
      const count = await acts[act](database, { organisationId, recipients, now: clock.now() })
      outbox.wake()
      return { count }
    },
  }
}

export type Queue = ReturnType<typeof createQueue>

function shown({ createdAt, nextAttemptAt, reason, ...row }: WaitingRow): WaitingRecipient {
  const at = reason.indexOf(' ')
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    reason: at < 0 ? reason : reason.slice(0, at),
    words: at < 0 ? '' : reason.slice(at + 1),
  }
}

const writeCursor = ({ nextAttemptAt, submissionId, address }: WaitingRow): string =>
  `${nextAttemptAt?.getTime() ?? ''} ${submissionId} ${address}`

/** One that was not made by us begins at the front. */
function readCursor(text = ''): QueueCursor | null {
  const found = /^(?<at>\d{0,15}) (?<id>\d{1,15}) (?<address>.{1,320})$/u.exec(text)?.groups
  if (!found) return null
  const { at = '', id = '', address = '' } = found
  return { at: at === '' ? null : new Date(Number(at)), submissionId: Number(id), address }
}
