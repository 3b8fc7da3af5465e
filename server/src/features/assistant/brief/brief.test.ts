import { assistant as api } from '@hongyan/contract/assistant'
import type { BriefLine } from '@hongyan/contract/assistant-wire'
import { folders } from '@hongyan/contract/folders'
import { settings } from '@hongyan/contract/settings'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { openAssistant, type WholeAnswer } from '../../../testing/assistant-client.ts'
import { newMailbox, type StoredParts } from '../../../testing/mailbox.ts'
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
const wang = '王强 <wang@partner.example>'

/** A conversation of three in which one question is answered and one is not. */
const thread = (me: string): StoredParts[] => [
  {
    from: lina,
    to: me,
    subject: '展会',
    headers: { 'Message-ID': '<1@partner.example>' },
    at: '2026-11-16T02:00:00Z',
    text: '各位好，\n展位定在哪里？\n请王强在11月27日前提交报价单。\n谢谢！',
  },
  {
    from: wang,
    to: me,
    subject: 'Re: 展会',
    headers: { 'Message-ID': '<2@partner.example>', 'In-Reply-To': '<1@partner.example>' },
    at: '2026-11-17T02:00:00Z',
    text: '我们决定租 A12 展位。\n我会在周五前把合同发给您。\n\n> 展位定在哪里？',
  },
  {
    from: lina,
    to: me,
    subject: 'Re: 展会',
    headers: { 'Message-ID': '<3@partner.example>', 'In-Reply-To': '<2@partner.example>' },
    at: '2026-11-18T02:00:00Z',
    text: '好的。\n海报由谁来设计？\n开幕式在2030年12月3日上午。',
  },
]

async function withThread(on: TestServer, mails = thread) {
  const box = await newMailbox(on)
  const ids = await box.put('inbox', ...mails(box.address))
  return { ...box, ids, panel: await openAssistant(on, box.client) }
}

const linesOf = ({ all }: WholeAnswer): BriefLine[] => all.flatMap((one) => one.brief ?? [])

it('X322 a brief says what waits, what was decided, who owes what and when, each with its mail, by rules', async () => {
  const { panel, ids, inbox } = await withThread(plain)
  const answer = await panel.ask('brief', { mailId: ids[1] ?? 0 })
  const lines = linesOf(answer)
  expect(answer.all[0]).toMatchObject({ type: 11, engine: 'built-in', mails: { read: 3, left: 0 } })
  expect(
    lines.map(({ kind, text, who, due, mailId }) => [kind, text, who, due, ids.indexOf(mailId)]),
  ).toEqual([
    ['question', '海报由谁来设计？', '李娜', null, 2],
    ['decision', '我们决定租 A12 展位。', '王强', null, 1],
    ['task', '请王强在11月27日前提交报价单。', '王强', '2026-11-27', 0],
    ['task', '我会在周五前把合同发给您。', '王强', '2026-11-20', 1],
    ['date', '开幕式在2030年12月3日上午。', '', '2030-12-03', 2],
  ])
  expect(lines.every(({ mailboxId }) => mailboxId === inbox)).toBe(true)
  expect(answer.last).toMatchObject({ finish: true })
  expect(answer.last.error).toBeUndefined()
})

it('X322 the same of a conversation in English', async () => {
  const { panel, ids } = await withThread(plain, (me) => [
    {
      from: 'Ann <ann@partner.example>',
      to: me,
      subject: 'Fair',
      headers: { 'Message-ID': '<e1@partner.example>' },
      at: '2026-11-16T02:00:00Z',
      text: 'Hi Bob,\nWe decided to rent stand A12.\nCould you send the price list by 27 November.\nWho prepares the posters?',
    },
  ])
  const lines = linesOf(await panel.ask('brief', { mailId: ids[0] ?? 0, answerIn: 'en' }))
  expect(lines.map(({ kind, due }) => [kind, due])).toEqual([
    ['question', null],
    ['decision', null],
    ['task', '2026-11-27'],
  ])
})

it('X322 T39 a line of a model stands on a mail that it was shown, or is none; strange names and days are left out', async () => {
  model.answer = ({ delta, done }) => {
    const said = [
      'question | 3 | 李娜 | - | 海报由谁设计',
      'task | 9 | 李娜 | 2026-11-27 | a mail that there is not',
      'send | 1 | - | - | no such kind',
      'task | [1] | mallory | soon | 提交报价单',
      'task | 1 | 王强 | 2026-11-27 | 提交报价单',
      'task | 1 | 王强 | 2026-12-31 | a day that no mail names',
      'Here you are!',
      'date | 3 | - | 2030-12-03 | 开幕式',
    ].join('\n')
    for (let at = 0; at < said.length; at += 7) delta({ content: said.slice(at, at + 7) })
    done()
  }
  const { panel, ids } = await withThread(server)
  const answer = await panel.ask('brief', { mailId: ids[0] ?? 0 })
  expect(answer.all[0]).toMatchObject({ engine: 'model', model: 'first' })
  expect(
    linesOf(answer).map(({ kind, who, due, mailId }) => [kind, who, due, ids.indexOf(mailId)]),
  ).toEqual([
    ['question', '李娜', null, 2],
    ['task', '', null, 0],
    ['task', '王强', '2026-11-27', 0],
    ['task', '王强', null, 0],
    ['date', '', '2030-12-03', 2],
  ])
  const prompt = model.prompts.at(-1) ?? ''
  expect(prompt).toMatch(/DATA-[a-p]{24}\n\[1\] From: 李娜/)
})

it.each<[string, ModelServer['answer'], string | undefined]>([
  ['is away', ({ status }) => status(500), 'assistant.unreachable'],
  ['says no line', usualNoise, undefined],
  [
    'says no line and is cut short',
    ({ delta, done }) => {
      delta({ content: 'I' })
      done('length')
    },
    undefined,
  ],
])('X322 AI-42 where the model %s the rules say what they find', async (_, fault, error) => {
  model.answer = fault
  const { panel, ids } = await withThread(server)
  const answer = await panel.ask('brief', { mailId: ids[2] ?? 0 })
  expect(linesOf(answer).map(({ kind }) => kind)).toContain('decision')
  expect(answer.last.error).toBe(error)
})

function usualNoise({ delta, done }: Parameters<ModelServer['answer']>[0]): void {
  delta({ content: 'I cannot do that.' })
  done()
}

it('X322 T40 mail of locked folders and protected mail is no part of a brief, and of what was refused nothing leaves', async () => {
  const canary = 'canary-brief'
  const { client, put, ids, panel, address } = await withThread(server)
  const [first = 0] = ids
  const { folderId } = await client.get(folders.save, { body: { folderName: 'secret' } })
  const answers = { 'In-Reply-To': '<1@partner.example>', from: lina, to: address }
  const reply = (id: string, parts: object) => ({
    from: lina,
    subject: 'Re: 展会',
    headers: { 'Message-ID': id, 'In-Reply-To': answers['In-Reply-To'] },
    ...parts,
  })
  const [locked = 0] = await put(folderId, reply('<4@partner.example>', { text: `${canary}？` }))
  await client.get(folders.setPassword, { body: { folderId, password: 'secret-1' } })
  await client.get(folders.lock, { body: { folderId } })
  const [armoured = 0] = await put(
    'inbox',
    reply('<5@partner.example>', {
      text: `-----BEGIN PGP MESSAGE-----\n${canary}\n-----END PGP MESSAGE-----`,
    }),
  )
  const answer = await panel.ask('brief', { mailId: first })
  expect(answer.all.find((one) => one.mails)?.mails ?? { read: 3, left: 1 }).toEqual({
    read: 3,
    left: 1,
  })
  expect(JSON.stringify(answer)).not.toContain(canary)
  expect((await panel.ask('brief', { mailId: locked })).last.error).toBe('item.not-found')
  expect((await panel.ask('brief', { mailId: armoured })).last.error).toBe('assistant.protected')
  const other = await newMailbox(server)
  const stranger = await openAssistant(server, other.client)
  expect((await stranger.ask('brief', { mailId: first })).last.error).toBe('item.not-found')
  expect(model.bytes()).not.toContain(canary)
  await client.get(settings.changeSetting, { body: { key: 'assistant', value: 0 } })
  expect((await client.call(api.brief, { body: { mailId: first } })).error).toBe('assistant.off')
})

it('X322 the audit row of a brief says who, when and how much, and no text', async () => {
  const { panel, ids, accountId } = await withThread(server)
  await panel.ask('brief', { mailId: ids[0] ?? 0 })
  const [row] = await server.app.database.query(sql<Record<string, unknown>>`
    SELECT kind, engine, outcome, message_id AS mail, sent FROM assistant_requests WHERE account_id = ${accountId}`)
  expect(row).toMatchObject({ kind: 11, outcome: 'done', mail: ids[0] })
  expect(Number(row?.sent)).toBeGreaterThan(100)
})
