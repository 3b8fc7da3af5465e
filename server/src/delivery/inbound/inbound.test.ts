import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FolderRole, type MessageRow, wholeAccount } from '../../mailstore/types.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let dns: TestDnsServer
let server: TestServer
let emma: AccountId
let wei: AccountId

beforeAll(async () => {
  dns = await startDnsServer({
    'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'strict.example': { TXT: ['v=spf1 -all'] },
    '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
  })
  server = await startTestServer({ environment: { HONGYAN_DNS: dns.address } })
  emma = (await server.addPerson({ address: 'emma@example.test', aliases: ['sales@example.test'] }))
    .accountId
  wei = (await server.addPerson({ address: 'wei@example.test', quotaBytes: 5_000 })).accountId
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

const text = (subject: string, body = '你好\r\n'): string =>
  `From: Ann <ann@sender.example>\r\nTo: emma@example.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@sender.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}`

async function send(
  to: string | string[],
  data: string,
  from = 'ann@sender.example',
): Promise<string> {
  const client = await connectSmtp(server.smtpPort)
  await client.hello()
  const answer = await client.send({ from, to, data, parameters: 'BODY=8BITMIME' })
  await client.quit()
  return answer.text
}

async function rows(accountId: AccountId, role: FolderRole = 'inbox'): Promise<MessageRow[]> {
  const { mailstore } = server.app
  const folder = await mailstore.folderByRole(accountId, role)
  if (!folder) return []
  return mailstore.lists.folder({
    filter: 'all',
    sort: 'date',
    pinsFirst: true,
    ascending: false,
    accountId,
    folderId: folder.id,
    limit: 50,
    direction: 'next',
    cursor: null,
  })
}

const subjects = async (accountId: AccountId, role: FolderRole = 'inbox'): Promise<string[]> =>
  (await rows(accountId, role)).map((row) => row.subject)

it('§Delivery stores a mail for the mailbox, an alias and a plus-address, whole and unread', async () => {
  expect(await send(['EMMA@example.test', 'sales@example.test'], text('first'))).toMatch(
    /^250 2\.6\.0 /,
  )
  expect(await send('emma+list@example.test', text('second'))).toMatch(/^250 2\.6\.0 /)
  expect((await subjects(emma)).sort()).toEqual(['first', 'second'])
  const { mailstore } = server.app
  const row = (await rows(emma)).find((one) => one.subject === 'second')
  const stored = row ? await mailstore.find(wholeAccount(emma), row.id) : null
  const raw = stored ? (await mailstore.raw(stored)).toString() : ''
  expect(raw).toMatch(
    /^Return-Path: <ann@sender\.example>\r\nAuthentication-Results: mail\.example\.test;/,
  )
  expect(raw.endsWith(text('second'))).toBe(true)
  expect(row).toMatchObject({ seen: false, fromAddress: 'ann@sender.example', preview: '你好' })
})

it('§Delivery refuses unknown, foreign and disabled recipients', async () => {
  const gone = await server.addPerson({ address: 'gone@example.test' })
  await server.app.directory.setDisabled(gone.accountId, true)
  expect(await send('nobody@example.test', text('x'))).toMatch(/^550 5\.1\.1 /)
  expect(await send('victim@elsewhere.example', text('x'))).toMatch(/^550 5\.7\.1 /)
  expect(await send('gone@example.test', text('x'))).toMatch(/^550 5\.2\.1 /)
})

it('P1 recognises a retry after a lost answer, and stores an intended second one', async () => {
  const lost = await connectSmtp(server.smtpPort)
  await lost.hello()
  const answer = await lost.send({
    from: 'ann@sender.example',
    to: 'emma@example.test',
    data: text('once'),
  })
  expect(answer.code).toBe(250)
  lost.destroy()
  expect(await send('emma@example.test', text('once'))).toMatch(/^250 /)
  expect((await subjects(emma)).filter((one) => one === 'once')).toHaveLength(1)

  expect(await send('emma@example.test', text('twice'))).toMatch(/^250 /)
  expect(await send('emma@example.test', text('twice'))).toMatch(/^250 /)
  expect((await subjects(emma)).filter((one) => one === 'twice')).toHaveLength(2)
})

it('§Delivery answers 452 4.2.2 when nobody has room, and takes the mail for those who have', async () => {
  const big = text('big', `${'x'.repeat(70)}\r\n`.repeat(100))
  expect(await send('wei@example.test', big)).toMatch(/^452 4\.2\.2 /)
  expect(await subjects(wei)).toEqual([])
  expect(await send(['wei@example.test', 'emma@example.test'], big)).toMatch(/^250 /)
  expect(await subjects(emma)).toContain('big')
  expect(await subjects(wei)).toEqual([])
})

it('P1 a mail that found no room is taken when it comes again and there is some', async () => {
  const late = text('late', `${'x'.repeat(70)}\r\n`.repeat(100))
  expect(await send('wei@example.test', late)).toMatch(/^452 4\.2\.2 /)
  const { database } = server.app
  await database.run(sql`UPDATE accounts SET quota_bytes = 50000 WHERE id = ${wei}`)
  expect(await send('wei@example.test', late)).toMatch(/^250 /)
  expect(await subjects(wei)).toEqual(['late'])
  await database.run(sql`UPDATE accounts SET quota_bytes = 5000 WHERE id = ${wei}`)
})

it('§Delivery puts mail that its domain disowns into the junk folder', async () => {
  const data = text('disowned').replace('sender.example>\r\nTo', 'strict.example>\r\nTo')
  expect(await send('emma@example.test', data, 'ceo@strict.example')).toMatch(/^250 /)
  expect(await subjects(emma, 'junk')).toEqual(['disowned'])
})

it('T31 stores or refuses hostile messages with a reason, and goes on', async () => {
  const hostile = [
    'no header at all\r\n',
    '',
    '\r\n',
    `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(500)}`,
    `To: ${'a@b.example, '.repeat(5_000)}\r\n\r\nx\r\n`,
    `Subject: ${'=?utf-8?q?=00=FF?= '.repeat(500)}\r\n\r\n\0\0\0\r\n`,
    `Subject: x\r\n\r\n${'\u{d800}'}\0${'\uffff'.repeat(100)}\r\n`,
  ]
  for (const data of hostile)
    expect(await send('emma@example.test', data)).toMatch(/^(250|554|552) \d\.\d\.\d /)
})

it('§Delivery has the mail in the database before it says 250', async () => {
  const client = await connectSmtp(server.smtpPort)
  await client.hello()
  for (let count = 0; count < 20; count++) {
    const subject = `durable-${count}`
    await client.send({ from: '', to: 'emma@example.test', data: text(subject) })
    expect(await subjects(emma)).toContain(subject)
  }
  await client.quit()
})
