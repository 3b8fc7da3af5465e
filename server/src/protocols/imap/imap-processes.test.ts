import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import type { PushMessage } from '@hongyan/contract/push'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { httpClient } from '../../testing/http-client.ts'
import { connectImap, newProgramMailbox } from '../../testing/imap-client.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
/** Another process at the same database. */
let beside: TestServer

beforeAll(async () => {
  const environment = { HONGYAN_CAPTCHA: 'off' }
  server = await startTestServer({ environment })
  beside = await startTestServer({ beside: server, environment })
})

afterAll(async () => {
  await beside.stop()
  await server.stop()
})

it('CLIENTACCESS-14 issue 14: a program at one process and a browser at another hear of each other at once', async () => {
  const box = await newProgramMailbox(server)
  const [first = 0] = await box.put('inbox', { subject: 'first' }, { subject: 'second' })
  const program = await connectImap(server.app.imapPorts().tlsPort ?? 0)
  await program.ask(`LOGIN ${box.address} ${box.code}`)
  await program.ask('SELECT INBOX')
  program.write('i IDLE\r\n')
  await program.until(/^\+ /)

  const client = httpClient(beside.url)
  await client.logIn(box.address, testPassword)
  const push = await openPush(beside, { address: box.address, client })
  await client.get(messages.seen, { body: { mailIds: [first], seen: 1 } })
  expect(await program.until(/FETCH/)).toBe('* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n')
  const { folderList } = await client.get(folders.list, { query: {} })
  const archive = folderList.find(({ role }) => role === 'archive')?.folderId ?? 0
  await client.get(messages.move, { body: { mailIds: [first], targetMailboxId: archive } })
  expect(await program.until(/EXPUNGE/)).toBe('* 1 EXPUNGE\r\n')

  program.write('DONE\r\n')
  await program.until(/^i OK/)
  const told = async (kind: Extract<PushMessage, { optType: 'mailbox' }>['kind']) => {
    for (;;) if ((await push.next('mailbox')).kind === kind) return
  }
  await told('moved')
  expect(await program.ask('STORE 1 +FLAGS (\\Flagged)')).toMatch(/OK STORE/)
  await told('flags')
  const mail = 'Subject: third\r\n\r\nx\r\n'
  expect(await program.ask(`APPEND INBOX {${mail.length}+}\r\n${mail}`)).toMatch(/OK \[APPENDUID/)
  await told('added')
  push.close()
})
