import { assistantText as api } from '@hongyan/contract/assistant-text'
import { folders } from '@hongyan/contract/folders'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssistant } from '../../testing/assistant-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const canary = 'canary-never-leaves'
let model: ModelServer
let server: TestServer

beforeAll(async () => {
  model = await startModelServer()
  server = await startTestServer({
    environment: { HONGYAN_AI_URL: model.url, HONGYAN_AI_MODEL: 'one' },
    log: 'silent',
  })
})

afterAll(async () => {
  await server.stop()
  await model.stop()
})

const callsFor = ({ client }: Pick<TestMailbox, 'client'>, mailId: number) => [
  () => client.get(api.translate, { body: { mailId, to: 'en', pieces: [canary] } }),
  () => client.get(api.answers, { body: { mailId } }),
  () => client.get(api.rewrite, { body: { way: 'formal', text: canary, answers: mailId } }),
  () => client.get(api.rewrite, { body: { way: 'subject', text: canary, answers: mailId } }),
]

async function errorsOf(box: TestMailbox, mailId: number): Promise<unknown[]> {
  const panel = await openAssistant(server, box.client)
  const errors: unknown[] = []
  for (const call of callsFor(box, mailId))
    errors.push((await panel.answerTo(await call())).last.error)
  panel.socket.close()
  return errors
}

it('T40 issue 15 of a locked folder, of encrypted mail and of what answers it nothing leaves, by none of the further functions', async () => {
  const box = await newMailbox(server)
  const { folderId } = await box.client.get(folders.save, { body: { folderName: 'secret' } })
  const [locked = 0] = await box.put(folderId, { subject: canary, text: canary })
  const [encrypted = 0] = await box.put('inbox', {
    subject: 'pgp',
    text: `-----BEGIN PGP MESSAGE-----\n${canary}\n-----END PGP MESSAGE-----`,
  })
  await box.client.get(folders.setPassword, { body: { folderId, password: 'secret-1' } })
  await box.client.get(folders.lock, { body: { folderId } })
  const four = (error: string) => [error, error, error, error]
  expect(await errorsOf(box, locked)).toEqual(four('item.not-found'))
  expect(await errorsOf(box, encrypted)).toEqual(four('assistant.protected'))
  expect(model.bytes()).not.toContain(canary)
})

it('T40 issue 15 a number that stands in several pieces of a mail is not translated, and does not leave', async () => {
  const box = await newMailbox(server)
  const parts = ['4111', '1111', '1111 1111']
  const html = `<p>Card number</p><p>${parts.map((one) => `<span>${one}</span>`).join(' ')}</p>`
  const [mailId = 0] = await box.put('inbox', { subject: 'card', html })
  const panel = await openAssistant(server, box.client)
  const pieces = ['Card number', ...parts]
  const before = model.prompts.length
  const { all } = await panel.answerTo(
    await box.client.get(api.translate, { body: { mailId, to: 'zh', pieces } }),
  )
  const told = model.prompts.slice(before).join()
  expect(told).toContain('Card number')
  expect(told).not.toContain('1111')
  // What needs no translation is not missed.
  expect(all.find((one) => one.missed)?.missed).toBe(1)
})

it('T40 issue 15 of who turned the assistant off, and unmasked, nothing leaves', async () => {
  const box = await newMailbox(server)
  const card = '4111111111111111'
  const text = `请向 ${card} 付款，好吗？${canary}`
  const [mailId = 0] = await box.put('inbox', { subject: 'card', text })
  const panel = await openAssistant(server, box.client)
  await panel.answerTo(
    await box.client.get(api.translate, { body: { mailId, to: 'en', pieces: [text] } }),
  )
  await panel.answerTo(await box.client.get(api.answers, { body: { mailId } }))
  expect(model.bytes()).toContain('[bank card hidden]')
  expect(model.bytes()).not.toContain(card)
  const before = model.prompts.length
  await box.client.get(settings.changeSetting, { body: { key: 'assistant', value: 0 } })
  for (const call of callsFor(box, mailId)) await expect(call()).rejects.toThrow('403')
  expect(model.prompts.length).toBe(before)
})
