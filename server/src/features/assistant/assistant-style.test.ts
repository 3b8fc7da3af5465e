import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssistant } from '../../testing/assistant-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const canary = 'canary-never-leaves'
let model: ModelServer
let server: TestServer
/** The same house without a model. */
let bare: TestServer

beforeAll(async () => {
  model = await startModelServer()
  server = await startTestServer({
    environment: { HONGYAN_AI_URL: model.url, HONGYAN_AI_MODEL: 'one' },
    log: 'silent',
  })
  bare = await startTestServer({ beside: server, log: 'silent' })
})

afterAll(async () => {
  await bare.stop()
  await server.stop()
  await model.stop()
})

const mails = {
  zh: [
    `王总，您好！\n报价单已发您，请查收。${canary}\n祝好！\n李雷`,
    '李经理，您好！\n会议改到周四下午。\n祝好！\n李雷',
    '张工，您好！\n图纸收到了，谢谢您。\n祝好！\n李雷',
  ],
  en: [
    `Hi Anna,\nthe price list is attached. ${canary}\nCheers,\nLei`,
    "Hi Tom,\nlet's meet on Thursday.\nCheers,\nLei",
    "Hi Eva,\nI've got the plans, thanks for that.\nCheers,\nLei",
  ],
}

async function writer(house: TestServer, language: 'zh' | 'en') {
  const box = await newMailbox(house)
  for (const text of mails[language]) await box.put('sent', { subject: 'x', text })
  // What is encrypted says nothing of how somebody writes.
  for (let at = 0; at < 6; at++)
    await box.put('sent', { subject: 'x', text: `Hey you,\n-----BEGIN PGP MESSAGE-----\nRegards,` })
  const [mailId = 0] = await box.put('inbox', {
    from: '韩梅梅 <han@partner.example>',
    subject: 'plan',
    text: language === 'zh' ? '请问计划何时完成？' : 'When is the plan ready?',
  })
  const panel = await openAssistant(house, box.client)
  const draft = (body: object) =>
    panel.ask('write', { gist: 'ok', answerIn: language, size: 'SHORT', ...body })
  const turn = (value: 0 | 1) =>
    box.client.get(settings.changeSetting, { body: { key: 'assistantStyle', value } })
  return { draft, turn, mailId, client: box.client }
}

it.each([
  ['zh', '韩梅梅，您好！', '祝好！'],
  ['en', 'Hi 韩梅梅,', 'Cheers,'],
] as const)(
  'issue 15 a draft keeps to how its writer writes where he wants that (%s)',
  async (language, greeting, closing) => {
    const { draft, turn, mailId, client } = await writer(bare, language)
    expect((await client.get(settings.index, { body: {} })).assistantStyle).toBe(0)
    const before = await draft({ type: 3, mailId })
    expect(before.content).toContain(language === 'zh' ? '尊敬的' : 'Dear')
    expect(before.content).not.toContain(closing)
    await turn(1)
    const after = await draft({ type: 3, mailId })
    expect(after.content.startsWith(greeting)).toBe(true)
    expect(after.content.endsWith(closing)).toBe(true)
    expect((await draft({})).content.endsWith(closing)).toBe(true)
    await turn(0)
    expect((await draft({ type: 3, mailId })).content).toBe(before.content)
  },
)

it('issue 15 T40 a model is told features of it, and nothing that stood in a sent mail', async () => {
  const { draft, turn, mailId } = await writer(server, 'zh')
  await draft({ type: 3, mailId })
  expect(model.prompts.at(-1)).not.toContain('usually')
  await turn(1)
  await draft({ type: 3, mailId })
  expect(model.prompts.at(-1)).toContain(
    'The writer usually begins with "{name}，您好！", usually ends with "祝好！", writes short mails, is formal with others.',
  )
  expect(model.bytes()).not.toContain(canary)
  expect(model.bytes()).not.toContain('Regards')
})
