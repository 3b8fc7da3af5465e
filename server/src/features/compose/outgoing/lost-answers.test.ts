import { compose } from '@hongyan/contract/compose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftBody, listFolder, mailBody, signIn } from '../../../testing/compose-helpers.ts'
import type { HttpClient } from '../../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

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
  expect(saved).toMatchObject({ status: 409, error: 'draft.left' })
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

it('COMPOSE-04 a composer that did not hear of its save is not in conflict with itself', async () => {
  const sendKey = 'the-save-was-not-heard'
  const begun = (await listFolder(wei, 'drafts')).list.length
  const save = (html: string, fields: object) =>
    wei.call(compose.saveDraft, { body: { ...draftBody({ html }), sendKey, ...fields } })
  const textOf = async (draftId: number) =>
    (await wei.get(compose.start, { params: { type: 'editAgain' }, body: { draftId } })).html

  const first = (await save('<div>one</div>', { writtenAt: 1_000 })).data
  const again = (await save('<div>one</div>', { writtenAt: 1_000 })).data
  expect(again).toEqual(first)
  const { draftId, version } = first
  const unheard = (await save('<div>two</div>', { writtenAt: 2_000, draftId, version })).data
  expect(unheard.version).toBe(version + 1)
  const next = (await save('<div>three</div>', { writtenAt: 3_000, draftId, version })).data
  expect(next).toMatchObject({ draftId, version: version + 2 })
  const late = (await save('<div>two</div>', { writtenAt: 2_000, draftId, version })).data
  expect(late).toEqual(next)
  expect(await textOf(draftId)).toContain('three')
  expect((await listFolder(wei, 'drafts')).list).toHaveLength(begun + 1)

  const other = { writtenAt: 9_000, draftId, version, sendKey: 'of-another-window' }
  expect(await save('<div>four</div>', other)).toMatchObject({
    status: 409,
    error: 'draft.conflict',
  })
  expect(await textOf(draftId)).toContain('three')
})
