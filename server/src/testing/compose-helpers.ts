import { randomUUID } from 'node:crypto'
import { compose } from '@hongyan/contract/compose'
import type { CallInput } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import type { RecipientState } from '@hongyan/contract/messages'
import { messages } from '@hongyan/contract/messages'
import { type HttpClient, httpClient } from './http-client.ts'
import { type TestServer, testPassword } from './start-test-server.ts'

type SendBody = CallInput<typeof compose.send>['body']

/** A valid mail to send; a test says what is different. */
export const mailBody = (over: Partial<SendBody> = {}): SendBody => ({
  mailTo: ['peer@other.test'],
  mailCc: [],
  mailBcc: [],
  mailSubject: '你好 hello',
  html: '<p>正文 body</p>',
  quotedHtml: '',
  fileIds: [],
  sendKey: randomUUID(),
  ...over,
})

/** What a draft takes of it. */
export const draftBody = (over: Partial<SendBody> = {}) => {
  const { sendKey: _key, ...content } = mailBody(over)
  return content
}

export async function signIn(server: TestServer, address: string, language = 'zh') {
  const client = httpClient(server.url, language)
  const answer = await client.logIn(address, testPassword)
  if (answer.code !== 200) throw new Error(`${address} could not log in: ${answer.message}`)
  return client
}

export async function listFolder(client: HttpClient, role: string) {
  const { folderList: list } = await client.get(folders.list, { query: {} })
  const folder = list.find((one) => one.role === role)
  if (!folder) throw new Error(`no folder ${role}`)
  return client.get(messages.list, { query: { mailboxId: folder.folderId, pageSize: 100 } })
}

/** Asks until the answer is right: outgoing mail needs its moment. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isRight: (value: T) => boolean,
  what = 'the wanted state',
): Promise<T> {
  let last: T | undefined
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    last = await ask()
    if (isRight(last)) return last
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${what} did not come: ${JSON.stringify(last)}`)
}

/** Waits until every recipient of a submission is in one of the states. */
export const recipientsIn = (
  client: HttpClient,
  submissionId: number,
  ...states: RecipientState['state'][]
) =>
  eventually(
    () => client.get(compose.submission, { query: { submissionId } }),
    ({ recipients }) => recipients.every((one) => states.includes(one.state)),
    `recipients ${states.join(' or ')}`,
  )
