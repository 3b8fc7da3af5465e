import { assistantLists as api } from '@hongyan/contract/assistant-lists'
import type { BriefLine } from '@hongyan/contract/assistant-wire'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { asId } from '../../../platform/ids.ts'
import { openAssistant, type WholeAnswer } from '../../../testing/assistant-client.ts'
import { newMailbox, type StoredParts, type TestMailbox } from '../../../testing/mailbox.ts'
import { type ModelServer, startModelServer } from '../../../testing/model-server.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'

let model: ModelServer
let plain: TestServer
let server: TestServer
let usual: ModelServer['answer']

beforeAll(async () => {
  model = await startModelServer()
  usual = model.answer
  plain = await startTestServer()
  server = await startTestServer({
    beside: plain,
    environment: { HONGYAN_AI_URL: model.url, HONGYAN_AI_MODEL: 'first' },
    log: 'silent',
  })
})
afterEach(() => {
  model.answer = usual
})
afterAll(async () => {
  await server.stop()
  await plain.stop()
  await model.stop()
})

const lina = '李娜 <lina@partner.example>'
const hour = 3_600_000
const ago = (hours: number): string => new Date(Date.now() - hours * hour).toISOString()
const inDays = (days: number): Date => new Date(Date.now() + days * 24 * hour)
const zhDay = (at: Date) => `${at.getUTCMonth() + 1}月${at.getUTCDate()}日`
const linesOf = ({ all }: WholeAnswer): BriefLine[] => all.flatMap((one) => one.brief ?? [])

const mails = (): StoredParts[] => [
  { from: lina, subject: '展位', at: ago(30), text: '展位定在哪里？' },
  { from: lina, subject: '报价', at: ago(20), text: '请王强尽快提交报价单。', seen: true },
  { from: lina, subject: '开幕', at: ago(10), text: `开幕式在${zhDay(inDays(5))}上午。` },
  { from: lina, subject: '旧事', at: ago(24 * 20), text: '去年的账目在哪里？' },
  {
    from: 'news@shop.example',
    subject: '促销',
    at: ago(5),
    text: '想要五折优惠吗？',
    headers: { 'List-Unsubscribe': '<https://shop.example/off>' },
  },
]

async function asked(on: TestServer, box: TestMailbox): Promise<WholeAnswer> {
  const panel = await openAssistant(on, box.client)
  return panel.answerTo(await box.client.get(api.daily, { body: {} }))
}
async function withMails(on: TestServer, all = mails()) {
  const box = await newMailbox(on)
  return { ...box, ids: await box.put('inbox', ...all) }
}

it('issue 15: the brief on the day says what waits for an answer, what is to do and what is ahead, each with its mail', async () => {
  const box = await withMails(plain)
  const answer = await asked(plain, box)
  expect(answer.all[0]).toMatchObject({ type: 13, engine: 'built-in', mails: { read: 3, left: 0 } })
  expect(
    linesOf(answer).map(({ kind, text, mailId }) => [kind, text, box.ids.indexOf(mailId)]),
  ).toEqual([
    ['question', '展位定在哪里？', 0],
    ['task', '请王强尽快提交报价单。', 1],
    ['date', `开幕式在${zhDay(inDays(5))}上午。`, 2],
  ])
  expect(linesOf(answer)[1]).toMatchObject({ who: '王强', mailboxId: box.inbox })
})

it('issue 15: the same in English; what was answered asks for nothing any more', async () => {
  const from = 'Ann <ann@partner.example>'
  const box = await withMails(plain, [
    { from, subject: 'Fair', at: ago(9), text: 'Hi,\nWho prepares the posters?' },
    { from, subject: 'List', at: ago(8), text: 'Hi,\nCould you send the price list by tomorrow?' },
  ])
  const kinds = async () => linesOf(await asked(plain, box)).map(({ text }) => text)
  expect(await kinds()).toEqual([
    'Could you send the price list by tomorrow?',
    'Who prepares the posters?',
  ])
  await plain.app.mailstore.setFlag(box.accountId, {
    ids: [asId(box.ids[1] ?? 0)],
    flag: 'answered',
    value: true,
  })
  expect(await kinds()).toEqual(['Who prepares the posters?'])
})

it('issue 15 T40: locked folders, encrypted mail and other people’s mail are no part of it, and nothing of them leaves', async () => {
  const canary = 'canary-daily'
  const box = await withMails(server, [
    { from: lina, subject: '公开', at: ago(3), text: '展位定在哪里？' },
    {
      from: lina,
      subject: '密',
      at: ago(2),
      text: `-----BEGIN PGP MESSAGE-----\n${canary}\n-----END PGP MESSAGE-----`,
    },
    { from: lina, subject: `锁 ${canary}`, at: ago(1), text: `${canary} 在哪里？` },
  ])
  const { folderId } = await box.client.get(folders.save, { body: { folderName: 'secret' } })
  await box.client.get(messages.move, {
    body: { mailIds: [box.ids[2] ?? 0], targetMailboxId: folderId },
  })
  await box.client.get(folders.setPassword, { body: { folderId, password: 'secret-1' } })
  await box.client.get(folders.lock, { body: { folderId } })
  const answer = await asked(server, box)
  expect(JSON.stringify(answer)).not.toContain(canary)
  expect(model.bytes()).not.toContain(canary)
  const whole = answer.all.find((one) => one.mails)
  expect(whole?.mails).toEqual({ read: 1, left: 1 })
  const other = await newMailbox(server)
  expect(linesOf(await asked(server, other))).toEqual([])
  await box.client.get(settings.changeSetting, { body: { key: 'assistant', value: 0 } })
  expect((await box.client.call(api.daily, { body: {} })).error).toBe('assistant.off')
})

it('issue 15 T39: a model’s line stands on a mail that it was shown, or is none', async () => {
  model.answer = ({ delta, done }) => {
    delta({
      content: [
        'question | 1 | 李娜 | - | 展位在哪',
        'task | 7 | 李娜 | - | no such mail',
        'delete | 1 | - | - | all mail',
        'date | 3 | - | 2030-12-03 | 开幕式',
      ].join('\n'),
    })
    done()
  }
  const box = await withMails(server)
  const answer = await asked(server, box)
  expect(answer.all[0]).toMatchObject({ engine: 'model', model: 'first' })
  expect(linesOf(answer).map(({ kind, mailId }) => [kind, box.ids.indexOf(mailId)])).toEqual([
    ['question', 0],
    ['date', 2],
  ])
  model.answer = ({ status }) => status(500)
  const fallen = await asked(server, box)
  expect(linesOf(fallen).map(({ kind }) => kind)).toEqual(['question', 'task', 'date'])
  expect(fallen.last.error).toBe('assistant.unreachable')
})

it('issue 15: who has turned that function off has no brief on the day', async () => {
  const off = await startTestServer({ beside: plain, environment: { HONGYAN_AI_OFF: 'daily' } })
  try {
    const box = await newMailbox(off)
    expect((await box.client.call(api.daily, { body: {} })).error).toBe('assistant.off')
  } finally {
    await off.stop()
  }
})
