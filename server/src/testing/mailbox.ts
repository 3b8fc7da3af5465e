import { folders } from '@hongyan/contract/folders'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import type { FolderRole } from '../mailstore/types.ts'
import type { AccountId, FolderId } from '../platform/ids.ts'
import { type MailParts, mail } from './builders.ts'
import { signIn } from './compose-helpers.ts'
import type { HttpClient } from './http-client.ts'
import type { TestServer } from './start-test-server.ts'

/** A signed-in person and the folders of the mailbox. */
export interface TestMailbox {
  address: string
  accountId: AccountId
  client: HttpClient
  folderId(role: FolderRole): number
  inbox: number
  archive: number
  trash: number
  counts(folderId: number): Promise<{ total: number; unread: number }>
  /** Subjects of a folder as its list shows them. */
  subjects(folderId: number, query?: object): Promise<string[]>
  items(folderId: number, query?: object): Promise<MessageItem[]>
  /** Puts mails into a folder, each with its own time of arrival; answers their ids in the same order. */
  put(folder: FolderRole | number, ...mails: readonly StoredParts[]): Promise<number[]>
}

export interface StoredParts extends MailParts {
  at?: string
  seen?: boolean
  starred?: boolean
  draft?: boolean
}

let people = 0

interface NewMailbox {
  /** The person's name; without it the local part of the address. */
  name?: string
  language?: 'zh' | 'en'
}

export async function newMailbox(
  server: TestServer,
  { name, language = 'zh' }: NewMailbox = {},
): Promise<TestMailbox> {
  const address = `m${++people}@example.test`
  const { accountId } = await server.addPerson({ address, ...(name ? { name } : {}) })
  const client = await signIn(server, address, language)
  const { folderList } = await client.get(folders.list, { query: {} })
  const folderId = (role: FolderRole) => folderList.find((one) => one.role === role)?.folderId ?? 0
  const items = async (mailboxId: number, query: object = {}) =>
    (await client.get(messages.list, { query: { mailboxId, pageSize: 100, ...query } })).list
  return {
    address,
    accountId,
    client,
    items,
    folderId,
    inbox: folderId('inbox'),
    archive: folderId('archive'),
    trash: folderId('trash'),
    counts: async (folderId) => {
      const now = await client.get(folders.list, { query: {} })
      const found = [...now.folderList, ...now.customList].find((one) => one.folderId === folderId)
      return { total: found?.mail ?? -1, unread: found?.unread ?? -1 }
    },
    subjects: async (folderId, query) =>
      (await items(folderId, query)).map((one) => one.mailSubject),
    put: async (folder, ...mails) => {
      const { mailstore } = server.app
      const ids: number[] = []
      for (const { at, seen, starred, draft, ...parts } of mails) {
        const message = await mailstore.prepare(mail({ to: address, ...parts }))
        const [outcome] = await mailstore.deliver(message, [
          {
            accountId,
            folder: typeof folder === 'number' ? (folder as FolderId) : folder,
            receivedAt: at ? new Date(at) : new Date(),
            seen: seen ?? false,
            starred: starred ?? false,
            draft: draft ?? false,
          },
        ])
        if (outcome?.kind !== 'stored') throw new Error(`not stored: ${outcome?.kind}`)
        ids.push(outcome.messageId)
      }
      return ids
    },
  }
}

/** Every page of a list, joined by its cursors; each page is asked for with the same query. */
export async function allPages(
  load: (cursor: string | undefined) => Promise<{
    list: MessageItem[]
    hasMore: boolean
    readTo?: string | null | undefined
  }>,
): Promise<MessageItem[]> {
  const all: MessageItem[] = []
  let cursor: string | undefined
  for (let page = 0; page < 1_000; page++) {
    const { list, hasMore, readTo } = await load(cursor)
    all.push(...list)
    if (!hasMore) return all
    cursor = readTo ?? list.at(-1)?.sortValues
  }
  throw new Error('the pages never end')
}
