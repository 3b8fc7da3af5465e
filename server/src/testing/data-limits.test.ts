import { compose } from '@hongyan/contract/compose'
import type { Endpoint } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { limits } from '@hongyan/contract/limits'
import { lists } from '@hongyan/contract/lists'
import { messages } from '@hongyan/contract/messages'
import { search } from '@hongyan/contract/search'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailBody } from './compose-helpers.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
let box: TestMailbox

beforeAll(async () => {
  server = await startTestServer()
  box = await newMailbox(server)
  await box.client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
})

afterAll(() => server.stop())

interface Asked {
  query?: object
  body?: object
}

/** A limit of section 9: a call with the last value that it lets pass, and one with the first that it refuses. */
interface Limit {
  endpoint: Endpoint
  within: () => Asked | Promise<Asked>
  beyond: () => Asked | Promise<Asked>
  error: string
}

const uploaded: number[] = []

/** So many files, each uploaded. */
async function files(count: number): Promise<number[]> {
  while (uploaded.length < count) {
    const file = new File(['x'], `${uploaded.length}.txt`, { type: 'text/plain' })
    uploaded.push((await box.client.upload(compose.upload, file)).data.fileId)
  }
  return uploaded.slice(0, count)
}

const sending = (over: Parameters<typeof mailBody>[0]): Asked => ({
  body: mailBody({ mailTo: [box.address], ...over }),
})

const cases: Record<string, Limit> = {
  'LIMITS-17 LIMITS-33 a subject of 255 characters': {
    endpoint: compose.send,
    within: () => sending({ mailSubject: '字'.repeat(255) }),
    beyond: () => sending({ mailSubject: '字'.repeat(256) }),
    error: 'compose.subject-long',
  },
  'LIMITS-18 LIMITS-33 a folder name of 10 characters': {
    endpoint: folders.save,
    within: () => ({ body: { folderName: '一二三四五六七八九十' } }),
    beyond: () => ({ body: { folderName: '一二三四五六七八九十一' } }),
    error: 'folder.name-long',
  },
  'LIMITS-18 LIMITS-33 a label name of 10 characters': {
    endpoint: labels.save,
    within: () => ({ body: { labelName: '一二三四五六七八九十' } }),
    beyond: () => ({ body: { labelName: '一二三四五六七八九十一' } }),
    error: 'label.name-long',
  },
  'LIMITS-20 LIMITS-33 40 attachments': {
    endpoint: compose.send,
    within: async () => sending({ fileIds: await files(40) }),
    beyond: async () => sending({ fileIds: await files(41) }),
    error: 'compose.too-many-attachments',
  },
  'LIMITS-33 500 recipients': {
    endpoint: compose.saveDraft,
    within: () => ({ body: draft(limits.recipients) }),
    beyond: () => ({ body: draft(limits.recipients + 1) }),
    error: 'request.invalid',
  },
  'LIMITS-24 LIMITS-33 10 readings of a protected mail': {
    endpoint: compose.send,
    within: () => sending({ authorisation: { readCount: 10, validDays: 30 } }),
    beyond: () => sending({ authorisation: { readCount: 11, validDays: 30 } }),
    error: 'authorised.count',
  },
  'LIMITS-24 LIMITS-33 30 days of a protected mail': {
    endpoint: compose.send,
    within: () => sending({ authorisation: { readCount: 1, validDays: 30 } }),
    beyond: () => sending({ authorisation: { readCount: 1, validDays: 31 } }),
    error: 'authorised.days',
  },
  'LIMITS-10 LIMITS-33 a page of 100 mails': {
    endpoint: messages.list,
    within: () => ({ query: { mailboxId: box.folderId('inbox'), pageSize: 100 } }),
    beyond: () => ({ query: { mailboxId: box.folderId('inbox'), pageSize: 101 } }),
    error: 'request.invalid',
  },
  'LIMITS-10 LIMITS-33 a page of 100 favourites': {
    endpoint: lists.favorites,
    within: () => ({ query: { pageSize: 100 } }),
    beyond: () => ({ query: { pageSize: 101 } }),
    error: 'request.invalid',
  },
  'LIMITS-12 LIMITS-33 GMT-12': {
    endpoint: settings.changeSetting,
    within: () => ({ body: { key: 'timeZone', value: -12 } }),
    beyond: () => ({ body: { key: 'timeZone', value: -13 } }),
    error: 'request.invalid',
  },
  'LIMITS-14 LIMITS-33 the third size of letters': {
    endpoint: settings.changeSetting,
    within: () => ({ body: { key: 'fontSize', value: 3 } }),
    beyond: () => ({ body: { key: 'fontSize', value: 4 } }),
    error: 'request.invalid',
  },
  'LIMITS-33 a keyword of 200 characters': {
    endpoint: search.search,
    within: () => ({ query: { searchKeyword: 'k'.repeat(limits.keyword) } }),
    beyond: () => ({ query: { searchKeyword: 'k'.repeat(limits.keyword + 1) } }),
    error: 'request.invalid',
  },
  'LIMITS-33 a selection of 1,000 mails': {
    endpoint: messages.seen,
    within: () => ({ body: { mailIds: numbers(limits.selection), seen: true } }),
    beyond: () => ({ body: { mailIds: numbers(limits.selection + 1), seen: true } }),
    error: 'request.invalid',
  },
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)

function draft(recipients: number): object {
  const mailTo = numbers(recipients).map((one) => `r${one}@other.test`)
  const { sendKey: _key, ...content } = mailBody({ mailTo })
  return content
}

describe('the server enforces the limits of data itself', () => {
  it.each(Object.entries(cases))('%s pass, one more is refused', async (_, limit) => {
    const call = async (asked: Asked) =>
      box.client.call(limit.endpoint, asked as Parameters<typeof box.client.call>[1])
    const refused = await call(await limit.beyond())
    expect(refused.error).toBe(limit.error)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.message).toMatch(/\p{Script=Han}/u)
    expect(await call(await limit.within())).toMatchObject({ status: 200 })
  })
})
