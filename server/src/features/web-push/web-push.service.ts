import type { SettingsIndex } from '@hongyan/contract/settings'
import { changeTopic, type Mailstore } from '../../mailstore/mailstore.ts'
import type { Change } from '../../mailstore/types.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId, FolderId, SessionId, UserId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { sessionEndedTopic } from '../session/session.public.ts'
import { encryptFor, isBrowserKey } from './encrypt.ts'
import { type News, payloadsOf } from './payload.ts'
import type { PushServices } from './push-service.ts'
import type { Vapid } from './vapid.ts'
import {
  claimSubscriptions,
  deleteSubscriptions,
  isSubscribed,
  type Subscription,
  saveSubscription,
  subscribedAccounts,
} from './web-push.queries.ts'

/** Announced when an account gets its first subscription or loses one. */
const subscribedTopic = 'web-push.subscribed'
/** More changes than this since the last look: what is in them is no news any more. */
const maxChanges = 200

interface Options {
  database: Database
  mailstore: Mailstore
  events: Events
  log: Log
  vapid: Vapid
  services: PushServices
  settingsOf(userId: UserId): Promise<SettingsIndex>
  /** What a login may see now: not these folders, and nothing of any mail while its screen is locked; null when it has ended. */
  sightOf(
    accountId: AccountId,
    sessionId: SessionId,
  ): Promise<{ hidden: readonly FolderId[]; locked: boolean } | null>
}

interface Login {
  sessionId: SessionId
  /** The mailbox whose mail is told of. */
  accountId: AccountId
  /** Who is told: a person, whose settings they are, in whichever mailbox. */
  userId: UserId
}

export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
}

export type WebPush = ReturnType<typeof createWebPush>

/** New mail for browsers whose page is closed. Each process looks; each notification is sent by one. */
export function createWebPush(options: Options) {
  const { database, mailstore, events, log, vapid, services } = options
  /** Accounts with a subscription: other mail costs nothing here. */
  const accounts = new Set<AccountId>()
  const running = new Map<AccountId, Promise<void>>()
  const stopListening: (() => void)[] = []

  const warn = (thrown: unknown) => log.warn({ err: thrown }, 'web push')
  const load = async () => {
    for (const id of await subscribedAccounts(database)) accounts.add(id)
  }
  /** One look at a time for each account; what comes meanwhile is seen by the next. */
  const look = (accountId: AccountId): void => {
    if (!accounts.has(accountId)) return
    const before = running.get(accountId) ?? Promise.resolve()
    const next = before.then(() => tellNews(options, accountId)).catch(warn)
    running.set(accountId, next)
    void next.then(() => running.get(accountId) === next && running.delete(accountId))
  }

  return {
    state: async ({ sessionId }: Pick<Login, 'sessionId'>) => ({
      publicKey: vapid.publicKey,
      subscribed: await isSubscribed(database, sessionId),
    }),

    /** @throws push.bad-endpoint, push.bad-key */
    subscribe: async (login: Login, address: BrowserAddress): Promise<void> => {
      const { endpoint } = address
      const p256dh = Buffer.from(address.p256dh, 'base64url')
      const auth = Buffer.from(address.auth, 'base64url')
      if (!services.isAllowed(endpoint)) throw new AppError('push.bad-endpoint')
      if (!isBrowserKey(p256dh) || auth.length !== 16) throw new AppError('push.bad-key')
      const { sessionId, accountId, userId } = login
      const position = (await mailstore.state(accountId))?.modseq ?? 0
      await database.transaction((tx) =>
        saveSubscription(tx, { sessionId, accountId, userId, endpoint, p256dh, auth, position }),
      )
      events.announce(subscribedTopic, { accountId })
    },

    unsubscribe: ({ sessionId }: Pick<Login, 'sessionId'>) =>
      deleteSubscriptions(database, [sessionId]),

    start: async (): Promise<void> => {
      stopListening.push(
        events.on(subscribedTopic, (payload) => {
          const { accountId } = payload as { accountId: AccountId }
          accounts.add(accountId)
        }),
        events.on(changeTopic, (payload) => look((payload as { accountId: AccountId }).accountId)),
        events.on(sessionEndedTopic, (payload) => {
          const { sessionIds } = payload as { sessionIds: SessionId[] }
          deleteSubscriptions(database, sessionIds).catch(warn)
        }),
        events.onGap(() => {
          load()
            .then(() => accounts.forEach(look))
            .catch(warn)
        }),
      )
      await load()
    },
    stop: async (): Promise<void> => {
      for (const stop of stopListening.splice(0)) stop()
      await Promise.all(running.values())
    },
  }
}

async function tellNews(options: Options, accountId: AccountId): Promise<void> {
  const { database, mailstore } = options
  const modseq = (await mailstore.state(accountId))?.modseq ?? 0
  const claimed = await claimSubscriptions(database, accountId, modseq)
  const oldest = Math.min(...claimed.map((one) => one.position))
  if (claimed.length === 0) return
  const range = { since: oldest, limit: maxChanges }
  const changes = await mailstore.changesAfter(accountId, range)
  if (!changes.some(({ detail }) => detail.news)) return
  await Promise.all(claimed.map((one) => tellOne(options, one, changes)))
}

async function tellOne(
  options: Options,
  one: Subscription,
  changes: readonly Change[],
): Promise<void> {
  const { database, log, services } = options
  const sight = await options.sightOf(one.accountId, one.sessionId)
  const end = () => deleteSubscriptions(database, [one.sessionId])
  if (sight === null) return void (await end())
  const settings = await options.settingsOf(one.userId)
  if (settings.newMailNotification !== 1) return
  const { language, notificationContent } = settings
  const news = await stillNews(options, { one, changes, hidden: sight.hidden })
  const withContent = notificationContent === 1 && !sight.locked
  for (const payload of payloadsOf(news, { language, withContent })) {
    const body = encryptFor(one, Buffer.from(JSON.stringify(payload)))
    const outcome = await services.send(one.endpoint, body)
    if (outcome === 'gone') return void (await end())
    // Not the endpoint: whoever has it can reach the browser.
    if (outcome === 'failed') log.warn({ host: new URL(one.endpoint).host }, 'a push service')
  }
}

interface Look {
  one: Subscription
  changes: readonly Change[]
  hidden: readonly FolderId[]
}

/** Unread mail that this login may see, where it lies now. */
async function stillNews({ mailstore }: Options, { one, changes, hidden }: Look): Promise<News[]> {
  const news = changes
    .filter(({ modseq }) => modseq > one.position)
    .flatMap(({ detail }) => detail.news ?? [])
  const ids = news.map(({ messageId }) => messageId)
  const rows = await mailstore.rows({ accountId: one.accountId, hidden }, ids)
  const places = new Map(rows.filter((row) => !row.seen).map((row) => [row.id, row.folderId]))
  return news.flatMap((mail) => {
    const folderId = places.get(mail.messageId)
    return folderId === undefined ? [] : [{ ...mail, folderId }]
  })
}
