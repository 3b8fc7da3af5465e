import { once } from 'node:events'
import { allEndpoints } from '@hongyan/contract/all'
import { attachments } from '@hongyan/contract/attachments'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { pushMessage } from '@hongyan/contract/push'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { settings } from '@hongyan/contract/settings'
import { todo } from '@hongyan/contract/todo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { asId, type FolderId } from '../../platform/ids.ts'
import { deliver, mail } from '../../testing/builders.ts'
import { mailBody } from '../../testing/compose-helpers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { matrixRows, type Owned, type Row, requestOf } from '../../testing/matrix-rows.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

/** In subject, sender, body, file name and file of every mail in the locked folder, and nowhere else. */
const canary = 'canaria7f3a'
const address = 'a@example.test'
const password = 'open-5esame'

let server: TestServer
/** The login that made everything and locked it. */
let client: HttpClient
let own: Owned
let lockedUids: string
/** File links that were given out while the folder was open. */
let links: string[]

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address })
  client = await logIn()
  // Somebody who is there: a bounce would quote the subject in the inbox. And it can be taken back for a while.
  await server.addPerson({ address: 'b@example.test' })
  await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 30 } })
  const { folderId } = await client.get(folders.save, { body: { folderName: 'secret' } })
  const { labelId } = await client.get(labels.save, { body: { labelName: 'red' } })
  const { folderList } = await client.get(folders.list, { query: {} })
  const { messageId } = await received(folderList[0]?.folderId ?? 0)
  const sent = await client.get(compose.send, {
    body: mailBody({ mailTo: ['b@example.test'], mailSubject: canary, html: `<p>${canary}</p>` }),
  })
  const draft = await client.get(compose.saveDraft, { body: draftOf() })
  await client.get(labels.mark, { body: { mailIds: [messageId, sent.mailId], add: [labelId] } })
  await client.get(messages.star, { body: { mailIds: [messageId], starred: true } })
  const { pendingId } = await client.get(todo.save, { body: { mailId: messageId, note: 'plain' } })
  const mailIds = [messageId, sent.mailId]
  await client.get(messages.move, { body: { mailIds, targetMailboxId: folderId } })
  const { list } = await client.get(messages.list, { query: { mailboxId: folderId } })
  lockedUids = list.map((one) => one.mailUid).join(',')
  const detail = await client.get(messages.detail, { query: { mailId: messageId } })
  links = [detail.sourceUrl, ...detail.attachments.map((one) => one.url)]
  for (const link of links) expect((await fetch(server.url + link)).status).toBe(200)
  await client.get(folders.setPassword, { body: { folderId, password } })
  const saved = await client.get(search.save, {
    body: { name: 'plain', query: { searchKeyword: 'plain' } },
  })
  const rule = await client.get(rules.save, {
    body: {
      name: 'plain',
      conditions: [{ field: 'subject', operator: 'contains', value: 'plain' }],
      action: { star: true },
    },
  })
  const run = await client.get(rules.run, { body: {} })
  own = {
    folderId,
    ruleId: rule.classifyId,
    runId: run.runId,
    todoId: pendingId,
    sessionId: 1,
    signId: 1,
    templateId: 1,
    paperId: 1,
    savedSearchId: saved.id,
    messageId,
    messageUid: list.find((one) => one.mailId === messageId)?.mailUid ?? 0,
    draftMailId: draft.mailId,
    draftId: draft.draftId,
    uploadId: 1,
    openUploadId: 1,
    submissionId: sent.submissionId,
    authorisedMailId: sent.mailId,
    trashId: folderList.find((one) => one.role === 'trash')?.folderId ?? 0,
    ownFolderId: folderId,
    labelId,
    address,
  }
})

afterAll(() => server.stop())

async function logIn(): Promise<HttpClient> {
  const one = httpClient(server.url)
  await one.logIn(address, testPassword)
  return one
}

/** The walk guessed passwords as well: as if a quarter of an hour had gone by since. */
async function logInAndOpen(): Promise<HttpClient> {
  await server.app.sessions.forgetGuesses(`folder ${own.folderId} from 127.0.0.0/24`)
  const one = await logIn()
  await one.get(folders.unlock, { body: { folderId: own.folderId, password } })
  return one
}

const draftOf = () => {
  const { sendKey: _key, ...content } = mailBody({ mailSubject: 'plain' })
  return content
}

async function received(inbox: number): Promise<{ messageId: number }> {
  const body = [
    `From: ${canary} <${canary}@other.test>`,
    `To: ${address}`,
    `Subject: ${canary}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `${canary} in the text`,
    '--b',
    `Content-Type: text/plain; name=${canary}.txt`,
    `Content-Disposition: attachment; filename=${canary}.txt`,
    '',
    `${canary} in the file`,
    '--b--',
    '',
  ]
  await deliver(server, address, Buffer.from(body.join('\r\n')))
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  return { messageId: list[0]?.mailId ?? 0 }
}

type AnyEndpoint = (typeof allEndpoints)[number]

async function answerOf(endpoint: AnyEndpoint, row: Row, as: HttpClient = client): Promise<string> {
  const { path, init } = requestOf(endpoint, row)
  const headers = { ...init.headers, Authorization: `Bearer ${as.tokens?.accessToken}` }
  const response = await fetch(server.url + path, { ...init, headers })
  return `${response.status} ${[...response.headers].join()} ${await response.text()}`
}

/** Those that would take away what the others look for come last; logging out is none of them. */
const last = [
  'folders.lock',
  'messages.destroy',
  'labels.update',
  'labels.remove',
  'folders.remove',
  'folders.clear',
]
const nameOf = (one: AnyEndpoint) => `${one.feature}.${one.name}`
const walk = allEndpoints
  // Those that end logins tell nothing, and end the walk.
  .filter(
    (one) =>
      !/^(?:session\.(?:logout|endLogin|endOthers)|clientAccess\.(?:updateStatus|removeDevice))$/.test(
        nameOf(one),
      ),
  )
  .sort((one, other) => last.indexOf(nameOf(one)) - last.indexOf(nameOf(other)))

/** Every way to name a mail or a folder, put into every field that a row has for it. */
function* variants(row: Row): Generator<Row> {
  yield row
  for (const part of ['query', 'body'] as const) {
    const value = row[part]
    if (typeof value !== 'object' || value === null) continue
    const { mailIds: _ids, ...rest } = { mailIds: undefined, ...value }
    yield { ...row, [part]: { ...rest, mailboxId: own.folderId } }
    yield { ...row, [part]: { ...rest, mailboxId: own.folderId, mailUids: lockedUids } }
    yield { ...row, [part]: { ...rest, searchKeyword: canary, keyword: canary } }
    yield { ...row, [part]: { ...rest, searchKeyword: canary, mailboxId: own.folderId } }
    yield { ...row, [part]: { ...rest, folderId: own.folderId, id: own.messageId } }
  }
}

it('FOLDERS-16 no endpoint of the contract shows a trace of mail in a locked folder', async () => {
  const leaks: string[] = []
  for (const endpoint of walk) {
    for (const row of variants(matrixRows[nameOf(endpoint)]?.(own) ?? {})) {
      // An answer may repeat what the question said, so only questions without the word are judged by it.
      const asked = JSON.stringify(row).includes(canary)
      const answer = await answerOf(endpoint, row)
      const shown = asked ? answer.replaceAll(`"${canary}"`, '') : answer
      if (shown.includes(canary)) leaks.push(`${nameOf(endpoint)} ${JSON.stringify(row)}`)
    }
  }
  expect(leaks).toEqual([])
})

it('FOLDERS-16 writing from a mail of a locked folder, in every mode, is as if it were not there', async () => {
  for (const type of [
    'reply',
    'replyAll',
    'forward',
    'forwardAsAttachment',
    'editAgain',
  ] as const) {
    const answer = await client.call(compose.start, {
      params: { type },
      body: { mailId: own.messageId },
    })
    expect([type, answer.status]).toEqual([type, 404])
  }
  const missing = await client.call(messages.detail, { query: { mailId: 9_000_000_000 } })
  expect(await client.call(messages.detail, { query: { mailId: own.messageId } })).toEqual(missing)
})

it('FOLDERS-16 nothing goes into a locked folder and nothing out of it, and no mark changes in it', async () => {
  const { folderList } = await client.get(folders.list, { query: {} })
  const inbox = folderList[0]?.folderId ?? 0
  await deliver(server, address, { subject: 'plain' })
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  const into = { mailIds: [list[0]?.mailId ?? 0], targetMailboxId: own.folderId }
  expect(await client.call(messages.move, { body: into })).toMatchObject({ error: 'folder.locked' })
  const out = [{ mailIds: [own.messageId] }, { mailboxId: own.folderId, mailUids: lockedUids }]
  for (const selection of out) {
    const counts = [
      await client.get(messages.move, { body: { ...selection, targetMailboxId: inbox } }),
      await client.get(messages.recycle, { body: selection }),
      await client.get(messages.destroy, { body: selection }),
      await client.get(messages.seen, { body: { ...selection, seen: true } }),
      await client.get(messages.star, { body: { ...selection, starred: false } }),
      await client.get(labels.mark, { body: { ...selection, set: [] } }),
    ]
    expect(counts.map((one) => one.count)).toEqual([0, 0, 0, 0, 0, 0])
  }
})

it('FOLDERS-16 file links given out while it was open are dead once it is locked, and live for their login only', async () => {
  for (const link of links) {
    const response = await fetch(server.url + link)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain(canary)
  }
})

it('FOLDERS-16 push tells a locked login nothing of what happens in the folder, an open one all', async () => {
  const open = await logInAndOpen()
  const sockets = await Promise.all([listen(client), listen(open)])
  const [locked, seeing] = sockets
  const { mailstore, directory } = server.app
  const recipient = await directory.findRecipient(address)
  const prepared = await mailstore.prepare(mail({ subject: `${canary} pushed`, from: canary }))
  if (!recipient) throw new Error('no account')
  const copy = { accountId: recipient.accountId, receivedAt: new Date(), notify: true }
  await mailstore.deliver(prepared, [{ ...copy, folder: asId<FolderId>(own.folderId) }])
  await open.get(messages.seen, { body: { mailIds: [own.messageId], seen: true } })
  await open.get(labels.mark, { body: { mailIds: [own.messageId], remove: [own.labelId] } })
  await deliver(server, address, { subject: 'the end' })
  expect((await locked.until('the end')).join('\n')).not.toContain(canary)
  expect(locked.received.filter((one) => one.includes(`"folderId":${own.folderId}`))).toEqual([])
  const told = locked.received.map((one) => pushMessage.parse(JSON.parse(one)))
  expect(
    told.filter((one) => one.optType === 'mailbox' && one.mailIds.includes(own.messageId)),
  ).toEqual([])
  expect((await seeing.until('the end')).join('\n')).toContain(`${canary} pushed`)
  for (const { socket } of sockets) socket.close()
})

it('FOLDERS-16 a browser that comes back is not told of mail that has gone into the folder meanwhile', async () => {
  await deliver(server, address, { subject: 'came back' })
  const locked = await listen(client, 0)
  // The feed still holds the arrival of the mail in the inbox, with its subject.
  expect((await locked.until('came back')).join('\n')).not.toContain(canary)
  locked.socket.close()
  const open = await listen(await logInAndOpen(), 0)
  expect((await open.until('came back')).join('\n')).toContain(canary)
  open.socket.close()
})

it('FOLDERS-16 a browser that listens since before there was any password is told nothing once there is one', async () => {
  const other = 'b@example.test'
  const one = httpClient(server.url)
  await one.logIn(other, testPassword)
  const { folderId } = await one.get(folders.save, { body: { folderName: 'late' } })
  const recipient = await server.app.directory.findRecipient(other)
  if (!recipient) throw new Error('no account')
  const put = async (subject: string) => {
    const prepared = await server.app.mailstore.prepare(mail({ subject, from: other }))
    const copy = { accountId: recipient.accountId, receivedAt: new Date(), notify: true }
    await server.app.mailstore.deliver(prepared, [{ ...copy, folder: asId<FolderId>(folderId) }])
  }
  const socket = await listen(one, null, other)
  await put('before one')
  await put('before two')
  expect((await socket.until('before two')).join('\n')).toContain('before one')
  await one.get(folders.setPassword, { body: { folderId, password } })
  await put('after')
  await deliver(server, other, { subject: 'the end' })
  expect((await socket.until('the end')).join('\n')).not.toContain('after')
  socket.socket.close()
})

async function listen(as: HttpClient, since: number | null = null, whose = address) {
  const url = `${server.url.replace('http', 'ws')}/api/mail/message/${whose}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${as.tokens?.accessToken}`])
  const received: string[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    received.push(String(data))
    wake()
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ since }))
  const until = async (text: string): Promise<string[]> => {
    while (!received.some((one) => one.includes(text))) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return received
  }
  await until('hello')
  return { socket, received, until }
}

it('FOLDERS-16 files taken from a mail of the folder are there only for a login that has it open', async () => {
  const open = await logInAndOpen()
  const begun = await open.get(compose.start, {
    params: { type: 'forward' },
    body: { mailId: own.messageId },
  })
  const [file] = begun.files
  if (!file) throw new Error('nothing was taken over')
  const { fileId } = file
  const fileIds = [fileId]
  const link = async () => (await fetch(server.url + file.url)).status
  expect(await link()).toBe(200)
  const answers = [
    await client.call(compose.saveDraft, { body: { ...draftOf(), fileIds } }),
    await client.call(compose.send, { body: mailBody({ mailTo: ['b@example.test'], fileIds }) }),
    await client.call(attachments.rename, { body: { fileId, fileName: 'other.txt' } }),
    await client.call(compose.removeUpload, { body: { fileId } }),
  ]
  expect(answers.map((one) => one.error)).toEqual(Array(4).fill('item.not-found'))
  await open.get(folders.lock, { body: { folderId: own.folderId } })
  expect(await link()).toBe(404)
  await open.get(folders.unlock, { body: { folderId: own.folderId, password } })
  expect(await link()).toBe(200)
  const { draftId } = await open.get(compose.saveDraft, { body: { ...draftOf(), fileIds } })
  const { submissionId } = await open.get(compose.send, {
    body: mailBody({ mailTo: ['b@example.test'], fileIds, draftId }),
  })
  // Whoever takes the mail back, or edits the draft that holds the file, keeps it.
  await open.get(folders.lock, { body: { folderId: own.folderId } })
  await open.get(compose.cancel, { body: { submissionId, type: 'undo' } })
  const back = await client.get(compose.start, { params: { type: 'editAgain' }, body: { draftId } })
  expect(back.files.map((one) => one.fileName)).toEqual([`${canary}.txt`])
})

it('FOLDERS-16 after the password the same questions are answered: the walk was not empty', async () => {
  const open = await logInAndOpen()
  const found: string[] = []
  for (const endpoint of walk.filter((one) => !last.includes(nameOf(one)))) {
    for (const row of variants(matrixRows[nameOf(endpoint)]?.(own) ?? {})) {
      if ((await answerOf(endpoint, row, open)).includes(`${canary}@other.test`)) {
        found.push(nameOf(endpoint))
        break
      }
    }
  }
  expect(found).toEqual(
    expect.arrayContaining(['messages.list', 'messages.detail', 'search.search', 'compose.start']),
  )
})
