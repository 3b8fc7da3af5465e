import { compose } from '@hongyan/contract/compose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftBody, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let wei: HttpClient

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'wei@example.test' })
  wei = await signIn(server, 'wei@example.test')
})

afterAll(() => server.stop())

it('COMPOSE-04 COMPOSE-05 a mail that left unheard does not become a draft again', async () => {
  const sendKey = 'the-answer-was-lost'
  await wei.get(compose.send, { body: mailBody({ sendKey }) })
  const saved = await wei.call(compose.saveDraft, { body: { ...draftBody(), sendKey } })
  expect(saved).toMatchObject({ status: 409, error: 'draft.sent' })
  expect((await listFolder(wei, 'drafts')).list).toEqual([])
  const other = await wei.call(compose.saveDraft, {
    body: { ...draftBody(), sendKey: 'of-another-mail' },
  })
  expect(other.code).toBe(200)
})

it('COMPOSE-04 COMPOSE-05 another mail under the key of one that left unheard is refused, and not taken for sent', async () => {
  const sendKey = 'the-key-went-on'
  const mail = mailBody({ sendKey, html: '<div>first</div>' })
  const first = await wei.get(compose.send, { body: mail })
  expect(await wei.get(compose.send, { body: mail })).toMatchObject({ mailId: first.mailId })
  const other = { ...mail, html: '<div>second</div>' }
  expect(await wei.call(compose.send, { body: other })).toMatchObject({
    status: 409,
    error: 'draft.sent',
  })
  const again = await wei.call(compose.send, { body: { ...other, sendKey: 'a-key-of-its-own' } })
  expect(again.code).toBe(200)
})
