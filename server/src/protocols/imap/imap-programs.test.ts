import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('CLIENTACCESS-08 CLIENTACCESS-14 imapflow reads, files, marks and finds mail, and hears what comes meanwhile', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: '季度报告', text: 'the text' })
  const flow = new ImapFlow({
    host: '127.0.0.1',
    port: server.app.imapPorts().port ?? 0,
    secure: false,
    doSTARTTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: box.address, pass: box.code },
    logger: false,
  })
  await flow.connect()
  const list = await flow.list()
  expect(list.map((one) => [one.path, one.specialUse])).toEqual([
    ['INBOX', '\\Inbox'],
    ['Sent', '\\Sent'],
    ['Drafts', '\\Drafts'],
    ['Archive', '\\Archive'],
    ['Junk', '\\Junk'],
    ['Trash', '\\Trash'],
  ])
  await flow.mailboxCreate(['工作', '2026'])
  expect((await flow.list()).map((one) => one.path)).toContain('工作/2026')
  const lock = await flow.getMailboxLock('INBOX')
  const mail = await flow.fetchOne('1', {
    uid: true,
    flags: true,
    envelope: true,
    bodyStructure: true,
    internalDate: true,
    size: true,
  })
  if (!mail) throw new Error('no mail')
  expect(mail.envelope?.subject).toBe('季度报告')
  expect(mail.envelope?.to?.[0]?.address).toBe(box.address)
  expect(mail.bodyStructure?.type).toMatch(/^(multipart|text)\//)
  const { content } = await flow.download('1')
  let size = 0
  for await (const chunk of content ?? []) size += chunk.length
  expect(size).toBe(mail.size)
  const heard = new Promise((resolve) => flow.once('exists', resolve))
  const idling = flow.idle()
  await box.put('inbox', { subject: 'news' })
  expect(await heard).toMatchObject({ count: 2, prevCount: 1 })
  await flow.messageFlagsAdd('2', ['\\Flagged', '$Label1'])
  await idling
  expect(await flow.search({ flagged: true })).toEqual([2])
  expect(await flow.search({ subject: '报告' })).toEqual([1])
  const appended = await flow.append('Drafts', 'Subject: draft\r\n\r\ntext\r\n', ['\\Draft'])
  expect(appended).toMatchObject({ uid: 1, destination: 'Drafts' })
  const moved = await flow.messageMove('1', '工作/2026')
  expect(moved && [...(moved.uidMap ?? [])]).toEqual([[1, 1]])
  const copied = await flow.messageCopy('1', 'Archive')
  expect(copied && [...(copied.uidMap ?? [])]).toEqual([[2, 1]])
  await flow.messageDelete('1')
  lock.release()
  expect(await flow.status('INBOX', { messages: true, uidNext: true })).toMatchObject({
    messages: 0,
    uidNext: 3,
  })
  await flow.mailboxDelete('工作/2026')
  await flow.logout()
  expect(await box.subjects(box.trash)).toEqual(['季度报告'])
  expect(await box.subjects(box.archive)).toEqual(['news'])
})
