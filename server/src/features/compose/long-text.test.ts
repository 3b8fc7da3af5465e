import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '../../testing/builders.ts'
import { draftBody, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let wei: HttpClient

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'zhangwei@example.test', name: '张伟' })
  wei = await signIn(server, 'zhangwei@example.test')
  await wei.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 30 } })
})

afterAll(() => server.stop())

/** Every kind of letter, at every place of what is read and written piece by piece. */
const long = (name: string) =>
  `${name}${'<p>鸿雁🦢 "é" \\ &amp; \u2028</p>\n'.repeat(2_500)}<b>${name} ends</b>`

it('issue 12 line 1: a long text is saved, sent, taken back and opened as it was written', async () => {
  const texts = { html: long('before'), quotedHtml: long('quoted') }
  const saved = await wei.get(compose.saveDraft, { body: { ...draftBody(), ...texts } })
  const opened = (draftId: number) =>
    wei.get(compose.start, { params: { type: 'editAgain' }, body: { draftId } })
  const draft = await opened(saved.draftId)
  expect(draft.html === texts.html && draft.quotedHtml === texts.quotedHtml).toBe(true)
  const [{ list }, mail] = await Promise.all([
    listFolder(wei, 'drafts'),
    wei.get(messages.detail, { query: { mailId: saved.mailId } }),
  ])
  expect(list.map(({ mailId }) => mailId)).toEqual([saved.mailId])
  expect(JSON.stringify(mail)).toContain('before')

  const body = mailBody({ ...texts, mailTo: ['zhangwei@example.test'], draftId: saved.draftId })
  const sent = await wei.get(compose.send, { body })
  const back = await wei.get(compose.cancel, { body: { submissionId: sent.submissionId } })
  const again = await opened(back.draftId ?? 0)
  expect(again.html === texts.html && again.quotedHtml === texts.quotedHtml).toBe(true)
})

it('issue 12 line 1: a long mail of plain text is quoted whole, in the composer and in a quick reply', async () => {
  const text = '鸿雁🦢 é & <b>\n'.repeat(20_000)
  await deliver(server, 'zhangwei@example.test', {
    from: 'Peer <peer@other.test>',
    subject: 'plain',
    text: `${text}the end`,
  })
  const { list } = await listFolder(wei, 'inbox')
  const { mailId = 0 } = list.find(({ mailSubject }) => mailSubject === 'plain') ?? {}
  const begun = await wei.get(compose.start, { params: { type: 'reply' }, body: { mailId } })
  const written = '鸿雁🦢 é &#38; &#60;b&#62;'
  expect(begun.quotedHtml.split(written)).toHaveLength(20_001)
  expect(begun.quotedHtml).toContain('the end')

  const reply = {
    type: 'reply',
    mailId,
    fasthuifuContent: 'yes',
    sendKey: crypto.randomUUID(),
  } as const
  const sent = await wei.get(compose.quickSend, { body: reply })
  const back = await wei.get(compose.cancel, { body: { submissionId: sent.submissionId } })
  const body = { draftId: back.draftId ?? 0 }
  const draft = await wei.get(compose.start, { params: { type: 'editAgain' }, body })
  expect(draft.quotedHtml === begun.quotedHtml).toBe(true)
})
