import { randomUUID } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, MessageId, SubmissionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Hops } from '../hops/hop-types.ts'
import type { InboundHook } from '../inbound/types.ts'
import type { Bounces, ReportRequest } from './bounces.ts'
import { createDispatch } from './dispatch.ts'
import type { Leaving } from './header/leave-link.ts'
import { createLeases, leaseSeconds } from './leases.ts'
import {
  arrivedAt,
  attachMessage,
  claimDue,
  isUntried,
  lockHand,
  nextDue,
  recipientsOf,
  recipientsSince,
  statesOf,
  submissionByKey,
  submissionStatus,
  troubleOf,
} from './outbox.queries.ts'
import { outboxSteps } from './outbox-steps.ts'
import { type RecallRequest, recall } from './recall.ts'
import type { Transport } from './transport.ts'
import type { OutboundDirectory } from './types.ts'

/** Submissions that one process works on at once. */
const maxAtOnce = 32
/** Looks again after this time even when nothing called: leases of dead processes, lost notifications. */
const lookAgainMs = 15_000
const stopGraceMs = 10_000
const dueTopic = 'outbox.due'

export interface OutboxOptions {
  database: Database
  blobs: BlobStore
  mailstore: Mailstore
  directory: OutboundDirectory
  transport: Transport
  /** Asked before a copy is stored in a mailbox of ours, as for mail from outside. */
  hooks: readonly InboundHook[]
  bounces: Bounces
  events: Events
  hops: Hops
  hostname: string
  leaveLink(leaving: Leaving): string | null
  clock: Clock
  log: Log
}

/** Every way a mail leaves goes through here: one state machine, worked by any number of processes. */
export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(options: OutboxOptions) {
  const { database, events, clock, bounces, mailstore, log } = options
  const leases = createLeases({ database, clock, log })
  let mayLeave = (_id: SubmissionId): Promise<boolean> => Promise.resolve(true)
  const work = createDispatch({ ...options, leases, mayLeave: (id) => mayLeave(id) })
  const loop = createLoop(options, work)
  const wake = () => events.announce(dueTopic, {})

  return {
    ...outboxSteps(clock, options.hops),
    /** Names the sender's own copy, which shows the state. */
    attach: (tx: Db, id: SubmissionId, messageId: MessageId) => attachMessage(tx, id, messageId),
    wake,
    /** Who is asked of each scheduled mail when its time has come; what is refused has been ended. */
    beforeScheduled: (ask: (id: SubmissionId) => Promise<boolean>): void => {
      mayLeave = ask
    },

    /** Where a mail lies in the mailbox behind some of its addresses. */
    arrivedAtIn: arrivedAt,
    /** Takes a mail that left back; see recall.ts. */
    recall: (request: RecallRequest) => recall(options, request),

    status: (accountId: AccountId, id: SubmissionId) => submissionStatus(database, accountId, id),
    byKey: (accountId: AccountId, sendKey: string) => submissionByKey(database, accountId, sendKey),
    recipients: (accountId: AccountId, id: SubmissionId) => recipientsOf(database, accountId, id),
    /** Recipients of the last days that wait for another try or got nothing. */
    trouble: (accountId: AccountId, days: number) => troubleOf(database, accountId, days),
    /** To how many a person wrote since then. */
    recipientsSince: (person: AccountId, since: Date) => recipientsSince(database, person, since),
    /** The same, and nobody else asks for this person until the transaction ends. */
    recipientsSinceIn: async (tx: Db, person: AccountId, since: Date): Promise<number> => {
      await lockHand(tx, person)
      return recipientsSince(tx, person, since)
    },
    /** Somebody of a mail was not tried yet. */
    isUntried: (id: SubmissionId) => isUntried(database, id),
    states: (accountId: AccountId, ids: readonly SubmissionId[]) =>
      statesOf(database, accountId, ids),

    /**
     * Reports to a sender that a mail which came from outside could not be delivered. Nothing is sent for a
     * mail that was itself a report.
     * @param receipt the same for a repeat after a crash, which then reports nothing
     */
    bounce: async (request: Omit<ReportRequest, 'action'>, receipt?: Buffer): Promise<void> => {
      const report = await bounces.prepare({ ...request, action: 'failed' })
      if (!report) return
      const changes = await database.transaction(async (tx) =>
        !receipt || (await mailstore.takeReceiptIn(tx, receipt)) ? bounces.storeIn(tx, report) : [],
      )
      mailstore.announce(changes)
      wake()
    },

    start: (): void => {
      leases.start()
      loop.start()
    },
    /** Ends the conversations on their way, or breaks them off after a grace: then they are tried again. */
    stop: async (): Promise<void> => {
      loop.stop()
      const ended = Promise.allSettled([...work.running])
      await Promise.race([
        ended,
        new Promise((resolve) => setTimeout(resolve, stopGraceMs).unref()),
      ])
      leases.abortAll()
      await Promise.allSettled([...work.running])
      await loop.ended()
      leases.stop()
    },
  }
}

/** Takes what is due, as fast as there is room, and sleeps until the next is. */
function createLoop(options: OutboxOptions, work: ReturnType<typeof createDispatch>) {
  const { database, events, clock, log } = options
  let stopped = false
  let called = false
  let sleeper = new AbortController()
  let ended: Promise<void> = Promise.resolve()
  let forget: () => void = () => undefined

  const call = () => {
    called = true
    sleeper.abort()
  }

  const claim = async (): Promise<number> => {
    const limit = maxAtOnce - work.running.size
    if (limit <= 0) return 0
    const request = { now: clock.now(), limit, lease: randomUUID(), leaseSeconds }
    const claimed = await database.transaction((tx) => claimDue(tx, request))
    for (const one of claimed) void work.start(one).finally(call)
    return claimed.length
  }

  const pause = async (): Promise<number> => {
    if (work.running.size >= maxAtOnce) return lookAgainMs
    const due = await nextDue(database)
    const wait = due ? due.getTime() - clock.now().getTime() : lookAgainMs
    return Math.min(Math.max(wait, 20), lookAgainMs)
  }

  const turn = async (): Promise<number> => {
    try {
      return (await claim()) > 0 ? 0 : await pause()
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, 'the outbox could not be read')
      return 1_000
    }
  }

  const run = async (): Promise<void> => {
    while (!stopped) {
      called = false
      const wait = await turn()
      if (wait === 0 || called || stopped) continue
      sleeper = new AbortController()
      await clock.sleep(wait, sleeper.signal)
    }
  }

  return {
    start: () => {
      const off = [events.on(dueTopic, call), events.onGap(call)]
      forget = () => {
        for (const end of off) end()
      }
      ended = run()
    },
    stop: () => {
      stopped = true
      forget()
      sleeper.abort()
    },
    ended: () => ended,
  }
}
