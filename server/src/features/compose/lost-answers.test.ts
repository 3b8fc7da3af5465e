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
