import type { Folder } from '@hongyan/contract/folders'
import type { MessagePage } from '@hongyan/contract/messages'
import { connectHttp, type HttpClient, logIn } from './http-client.ts'
import { password } from './people.ts'
import type { Server } from './server.ts'

/** A signed-in person with what the measurements need to know of the inbox. */
export interface Mailbox {
  client: HttpClient
  address: string
  token: string
  inbox: number
  /** Newest first, from as many pages as were asked for. */
  mailIds: number[]
  /** Cursor of the 50th page; null when fewer pages were read. */
  page50: string | null
}

/** So that 1,000 messages have a 50th page. */
export const pageSize = 20

export async function openMailbox(
  server: Server,
  address: string,
  pages: number,
): Promise<Mailbox> {
  const client = await connectHttp(server.httpPort)
  const token = await logIn(client, address, password)
  const { folderList } = await client.data<{ folderList: Folder[] }>('mail/main/folder/list')
  const inbox = folderList.find((one) => one.role === 'inbox')?.folderId
  if (inbox === undefined) throw new Error(`${address} has no inbox`)
  const mailbox: Mailbox = { client, address, token, inbox, mailIds: [], page50: null }
  let cursor: string | null = null
  for (let number = 1; number <= pages; number++) {
    if (number === 50) mailbox.page50 = cursor
    const page: MessagePage = await client.data<MessagePage>(listPath(inbox, cursor))
    mailbox.mailIds.push(...page.list.map((one) => one.mailId))
    cursor = page.list.at(-1)?.sortValues ?? null
    if (!page.hasMore) break
  }
  return mailbox
}

export const listPath = (inbox: number, cursor: string | null = null): string =>
  `mail/email/mailbox/list?mailboxId=${inbox}&pageSize=${pageSize}${cursor ? `&sortValues=${cursor}` : ''}`

export const detailPath = (mailId: number): string => `mail/email/detail?mailId=${mailId}`
