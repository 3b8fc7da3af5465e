import { limits } from '@hongyan/contract/limits'
import type { SettingsIndex } from '@hongyan/contract/settings'
import { changeTopic, type Mailstore } from '../../mailstore/mailstore.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, FolderId, UserId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsGateway } from '../codes/codes.public.ts'
import {
  endWish,
  insertWish,
  moveOn,
  noteSent,
  setDue,
  takeDue,
  type Wish,
  wishingAccounts,
  wishOf,
} from './sms-notices.queries.ts'

const task = 'sms-notice'
/** Announced when somebody begins to wish for it. */
const wishedTopic = 'sms-notices.wished'
/** More changes than this since the last look: what is in them is counted no further. */
const maxChanges = 200

const { smsNoticesPerDay: mostPerDay, smsNoticeWait, smsNoticeGap } = limits
const pace = { waitSeconds: smsNoticeWait / 1_000, gapSeconds: smsNoticeGap / 1_000 }

interface Options {
  database: Database
  mailstore: Pick<Mailstore, 'state' | 'changesAfter' | 'rows'>
  events: Events
  jobs: Jobs
  log: Log
  gateway: SmsGateway
  settings: { of(userId: UserId): Promise<SettingsIndex> }
  /** The number that a code proved; null for none, and for who is shut out. */
  phoneOf(userId: UserId): Promise<string | null>
  /** Folders with a password: a text message is no login that has given one. */
  hiddenIn(accountId: AccountId): Promise<readonly FolderId[]>
}

interface Owner {
  userId: UserId
  accountId: AccountId
}

export type SmsNotices = ReturnType<typeof createSmsNotices>

/**
 * New mail told by text messages (SETTINGS-05): how many wait unread and nothing of what is in them; a minute after the
 * first, so that who reads it at the desk is not written to; then one for all that came in a quarter of an hour, and so many a day.
 */
export function createSmsNotices(options: Options) {
  const { database, mailstore, events, jobs, log, gateway } = options
  /** Mailboxes whose owners wish for it: other mail costs nothing here. */
  const accounts = new Set<AccountId>()
  const running = new Map<AccountId, Promise<void>>()
  const stopListening: (() => void)[] = []
  // A process that cannot send leaves the job to one that can.
  if (gateway.tellsNews)
    jobs.register(task, (payload) => tell(options, (payload as { accountId: AccountId }).accountId))

  const warn = (thrown: unknown) => log.warn({ err: thrown }, 'notices by text message')
  const look = (accountId: AccountId): void => {
    if (!accounts.has(accountId)) return
    const before = running.get(accountId) ?? Promise.resolve()
    const next = before.then(() => lookFor(options, accountId)).catch(warn)
    running.set(accountId, next)
    void next.then(() => running.get(accountId) === next && running.delete(accountId))
  }
  const lookAll = async () => {
    for (const id of await wishingAccounts(database)) accounts.add(id)
    accounts.forEach(look)
  }

  return {
    /** What a change of settings means here: to be written in the transaction of the change, and done after its commit. */
    follow: async (
      { userId, accountId }: Owner,
      { smsNotice }: Partial<Pick<SettingsIndex, 'smsNotice'>>,
    ) => {
      const position = smsNotice === 1 ? ((await mailstore.state(accountId))?.modseq ?? 0) : 0
      return {
        write: async (tx: Db): Promise<void> => {
          if (smsNotice === 1) await insertWish(tx, { userId, accountId, position })
          if (smsNotice === 0) await endWish(tx, accountId)
        },
        done: (): void => {
          if (smsNotice === 1) events.announce(wishedTopic, { accountId })
        },
      }
    },
    start: async (): Promise<void> => {
      if (!gateway.tellsNews) return
      stopListening.push(
        events.on(wishedTopic, (payload) => {
          accounts.add((payload as { accountId: AccountId }).accountId)
        }),
        events.on(changeTopic, (payload) => look((payload as { accountId: AccountId }).accountId)),
        events.onGap(() => void lookAll().catch(warn)),
      )
      await lookAll()
    },
    stop: async (): Promise<void> => {
      for (const stop of stopListening.splice(0)) stop()
      await Promise.all(running.values())
    },
  }
}

/** Sets the time of the next text message when news has come. Every process looks; one of them sets it. */
async function lookFor(options: Options, accountId: AccountId): Promise<void> {
  const { database, mailstore, jobs } = options
  const wish = await wishOf(database, accountId)
  if (!wish || wish.isDue) return
  const changes = await mailstore.changesAfter(accountId, {
    since: wish.position,
    limit: maxChanges,
  })
  const last = changes.at(-1)
  if (!last) return
  if (!changes.some(({ detail }) => detail.news))
    return void (await moveOn(database, accountId, last.modseq))
  await database.transaction(async (tx) => {
    const runAt = await setDue(tx, accountId, pace)
    if (runAt)
      await jobs.enqueue(tx, { task, payload: { accountId }, runAt, key: keyOf(accountId) })
  })
}

const keyOf = (accountId: AccountId): string => `${task} ${accountId}`

/** Counted before it leaves: a process that ends in between costs a notice, never a second one. */
async function tell(options: Options, accountId: AccountId): Promise<void> {
  const { database, mailstore, gateway } = options
  const wish = await wishOf(database, accountId)
  if (!wish?.isDue) return
  const position = (await mailstore.state(accountId))?.modseq ?? wish.position
  const phone = await options.phoneOf(wish.userId)
  const count = phone === null ? 0 : await unreadNews(options, wish)
  const sends = await database.transaction(async (tx) => {
    const isFirst = (await takeDue(tx, { accountId, position })) === 1
    return isFirst && count > 0 && (await noteSent(tx, accountId, mostPerDay)) === 1
  })
  if (sends && phone !== null) {
    const { language } = await options.settings.of(wish.userId)
    await gateway.send(phone, { kind: 'news', count, language })
  }
  // What came meanwhile was held to be told of by this one.
  await lookFor(options, accountId)
}

/** What came since the last look, lies where no password is asked for, and nobody has read. */
async function unreadNews(
  { mailstore, hiddenIn }: Options,
  { accountId, position }: Wish,
): Promise<number> {
  const range = { since: position, limit: maxChanges }
  const changes = await mailstore.changesAfter(accountId, range)
  const ids = changes.flatMap(({ detail }) => detail.news ?? []).map(({ messageId }) => messageId)
  if (ids.length === 0) return 0
  const rows = await mailstore.rows({ accountId, hidden: await hiddenIn(accountId) }, ids)
  return rows.filter((row) => !row.seen).length
}
