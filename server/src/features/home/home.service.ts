import type { HomeIndex } from '@hongyan/contract/home'
import type { MessageItem } from '@hongyan/contract/messages'
import type { TodoItem } from '@hongyan/contract/todo'
import type { FolderRow } from '../../mailstore/folders/folders.queries.ts'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { PageBounds } from '../../mailstore/messages/list-order.queries.ts'
import type { FolderRole, MessageRow, Viewer } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId, UserId } from '../../platform/ids.ts'
import { domainOf } from '../../platform/names/domain-of.ts'
import type { Announcements } from './announcements.service.ts'

/** The newest unread mails among which those from people who matter are looked for, and how many are read at a time. */
const lookedAt = { most: 100, atOnce: 20 }
const shown = { unread: 6, todo: 5, drafts: 3, people: 8, unanswered: 5 }
const mostTodos = 50

const day = 24 * 3_600_000
/** An answer is waited for from the second day on; after two weeks nobody waits any more. */
const waiting = { from: 14 * day, to: 2 * day }

interface Options {
  mailstore: Mailstore
  clock: Clock
  announcements: Announcements
  directory: {
    user(id: UserId): Promise<{
      organisationId: OrganisationId
      address: string
      hasSecondStep: boolean
    } | null>
    domains(): Promise<string[]>
  }
  messages: {
    asItems(accountId: AccountId, rows: readonly MessageRow[]): Promise<MessageItem[]>
  }
  todos: {
    list(
      viewer: Viewer,
      request: { done: boolean; pageSize: number },
    ): Promise<{ list: TodoItem[] }>
  }
  contacts: {
    recent(accountId: AccountId, limit: number): Promise<{ name: string; address: string }[]>
  }
  signatures: { own(accountId: AccountId): Promise<readonly unknown[]> }
}

interface Caller extends Viewer {
  userId: UserId
}

export type Home = ReturnType<typeof createHome>

/** What is to be done today: a few index ranges, asked for at the same time. */
export function createHome(options: Options) {
  const { directory, announcements } = options
  const known = async (userId: UserId) => {
    const user = await directory.user(userId)
    if (!user) throw new AppError('session.expired')
    return user
  }
  return {
    /** @throws session.expired when the user is gone */
    announcements: async ({ userId }: { userId: UserId }) => ({
      list: await announcements.shown((await known(userId)).organisationId),
    }),
    /** @throws session.expired when the user is gone */
    index: async (caller: Caller): Promise<HomeIndex> => {
      const { accountId } = caller
      const [user, folders, state, own] = await Promise.all([
        known(caller.userId),
        options.mailstore.folders(accountId),
        options.mailstore.state(accountId),
        options.signatures.own(accountId),
      ])
      const place = placesOf(folders, caller)
      const [unread, todo, drafts, unanswered, words, people] = await Promise.all([
        unreadThatMatters(options, caller, place('inbox')),
        todosAhead(options, caller),
        newestDrafts(options, caller, place('drafts')),
        notAnswered(options, caller, { sent: place('sent'), drafts: place('drafts') }),
        announcements.shown(user.organisationId),
        options.contacts.recent(accountId, shown.people + 1),
      ])
      return {
        unread,
        todo,
        drafts,
        unanswered,
        announcements: words,
        quota: { setSize: state?.quota ?? 0, curSize: state?.used ?? 0 },
        people: people.filter(({ address }) => address !== user.address).slice(0, shown.people),
        steps: {
          wrote: (place('sent')?.total ?? 0) > 0,
          signature: own.length > 0,
          secondStep: user.hasSecondStep,
        },
      }
    },
  }
}

/** Folders by what they are for; one that is locked is not there. */
const placesOf =
  (folders: readonly FolderRow[], { hidden }: Viewer) =>
  (role: FolderRole): FolderRow | undefined =>
    folders.find((one) => one.role === role && !hidden.includes(one.id))

async function unreadThatMatters(
  { mailstore, messages, directory }: Options,
  { accountId }: Viewer,
  inbox: FolderRow | undefined,
): Promise<HomeIndex['unread']> {
  if (!inbox || inbox.unread === 0)
    return { list: [], count: 0, inboxId: inbox ? Number(inbox.id) : 0 }
  const domains = await directory.domains()
  const list: MessageItem[] = []
  let cursor: PageBounds['cursor'] = null
  for (let looked = 0; looked < lookedAt.most; looked += lookedAt.atOnce) {
    const limit = lookedAt.atOnce
    const place = { accountId, folderId: inbox.id, filter: 'unread' } as const
    const rows = await mailstore.lists.folder({ ...place, ...byTime, limit, cursor })
    const items = await messages.asItems(accountId, rows)
    list.push(...items.filter((item) => matters(item, domains)))
    const last = rows.at(-1)
    if (list.length >= shown.unread || rows.length < limit || !last) break
    cursor = { value: null, receivedAt: last.receivedAt, id: last.id }
  }
  return {
    list: list.slice(0, shown.unread),
    count: inbox.unread,
    inboxId: Number(inbox.id),
  }
}

/** Who writes under our own name must have proved it: a forged colleague is the last who should stand out. */
function matters({ starred, mailFrom, source, stranger }: MessageItem, domains: string[]): boolean {
  const domain = domainOf(mailFrom.address)
  return starred || (domains.includes(domain) ? source === 'inside' : !stranger)
}

async function todosAhead({ todos }: Options, viewer: Viewer): Promise<HomeIndex['todo']> {
  const { list } = await todos.list(viewer, { done: false, pageSize: mostTodos })
  return { list: list.slice(0, shown.todo), count: list.length }
}

async function newestDrafts(
  { mailstore, messages }: Options,
  { accountId }: Viewer,
  folder: FolderRow | undefined,
): Promise<HomeIndex['drafts']> {
  if (!folder || folder.total === 0) return { list: [], count: 0 }
  const page = { accountId, folderId: folder.id, filter: 'all', ...byTime } as const
  const rows = await mailstore.lists.folder({ ...page, pinsFirst: true, limit: shown.drafts })
  return { list: await messages.asItems(accountId, rows), count: folder.total }
}

async function notAnswered(
  { mailstore, messages, clock }: Options,
  { accountId, hidden }: Viewer,
  { sent, drafts }: { sent: FolderRow | undefined; drafts: FolderRow | undefined },
): Promise<MessageItem[]> {
  if (!sent || sent.total === 0) return []
  const now = clock.now().getTime()
  const rows = await mailstore.lists.unanswered({
    accountId,
    folderId: sent.id,
    without: [...hidden, ...(drafts ? [drafts.id] : [])],
    from: new Date(now - waiting.from),
    to: new Date(now - waiting.to),
    limit: shown.unanswered,
  })
  return messages.asItems(accountId, rows)
}

const byTime = {
  sort: 'date',
  pinsFirst: false,
  ascending: false,
  direction: 'next',
  cursor: null,
} as const
