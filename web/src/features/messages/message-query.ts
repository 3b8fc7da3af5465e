import { lists } from '@hongyan/contract/lists'
import type { MessageDetail, MessageItem, MessagePage } from '@hongyan/contract/messages'
import { messages } from '@hongyan/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'
import { noteListAsked } from './message-sync.ts'

/** Download links of a message are signed for five minutes. */
export const linkLife = 4 * 60_000

/** One message, parsed. */
export const messageQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['mail', mailId] as const,
    queryFn: ({ signal }) => call(messages.detail, { query: { mailId } }, { signal }),
    staleTime: linkLife,
    meta: { heavy: true },
  })

/** Loads a message before it is opened: on hover, on press, and the next one while this one is read. */
export function prefetchMessage(mailId: number): void {
  void queryClient.prefetchQuery(messageQuery(mailId))
}

/** The row of a message, if a loaded list has it: what the reader shows while the message loads. */
export function findItem(mailId: number): MessageItem | undefined {
  for (const [, page] of queryClient.getQueriesData<MessagePage>({ queryKey: ['list'] })) {
    const found = page?.list.find((item) => item.mailId === mailId)
    if (found) return found
  }
  return undefined
}

/** The mails of a conversation, oldest first. */
export const threadQuery = (threadId: number) =>
  queryOptions({
    queryKey: ['list', 'thread', threadId] as const,
    queryFn: async ({ signal }): Promise<MessagePage> => {
      noteListAsked(false)
      const { list } = await call(lists.thread, { query: { threadId } }, { signal })
      return { list, total: list.length, hasMore: false }
    },
  })

type Flags = Partial<Pick<MessageItem, 'seen' | 'starred' | 'pinned' | 'color'>>

/** Changes flags wherever a message is cached. Rows that do not change keep their identity. */
export function patchFlags(ids: ReadonlySet<number>, flags: Flags): void {
  queryClient.setQueriesData<MessagePage>({ queryKey: ['list'] }, (page) => {
    if (!page?.list.some(({ mailId }) => ids.has(mailId))) return page
    const list = page.list.map((item) => (ids.has(item.mailId) ? patched(item, flags) : item))
    return { ...page, list }
  })
  for (const id of ids) {
    queryClient.setQueryData<MessageDetail>(['mail', id], (mail) => mail && { ...mail, ...flags })
  }
}

/** The row of a conversation counts the unread mails of its thread; a mail of it was read or not. */
function patched(item: MessageItem, flags: Flags): MessageItem {
  const { conversation } = item
  if (flags.seen === undefined || flags.seen === item.seen || !conversation) {
    return { ...item, ...flags }
  }
  const unread = Math.max(0, conversation.unread + (flags.seen ? -1 : 1))
  return { ...item, ...flags, conversation: { ...conversation, unread } }
}

/** True when a list on screen shows conversations. */
export const showsConversations = (): boolean =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list'], type: 'active' })
    .some(({ queryKey }) => isConversationView(queryKey[4]))

const isConversationView = (view: unknown): boolean =>
  typeof view === 'object' && view !== null && 'conversation' in view

/** Takes messages out of every cached list, as when they were moved away. */
export function dropRows(ids: ReadonlySet<number>): void {
  queryClient.setQueriesData<MessagePage>({ queryKey: ['list'] }, (page) => {
    if (!page) return page
    const list = page.list.filter(({ mailId }) => !ids.has(mailId))
    const gone = page.list.length - list.length
    if (gone === 0) return page
    return { ...page, list, total: page.total === null ? null : Math.max(0, page.total - gone) }
  })
}
