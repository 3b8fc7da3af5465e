import { once } from 'node:events'
import { assistant as api } from '@hongyan/contract/assistant'
import { assistantProtocol } from '@hongyan/contract/assistant-wire'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sql } from '../../platform/db/sql.ts'
import { openAssistant } from '../../testing/assistant-client.ts'
import { eventually } from '../../testing/compose-helpers.ts'
import { holdRequests } from '../../testing/held-requests.queries.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('AI-17 AI-18 AI-19 E38 a call answers code 200 and data, and what comes for it over aiUrl is wrapped twice', async () => {
  const { client } = await newMailbox(server)
  const panel = await openAssistant(server, client)
  const answer = await client.call(api.ask, { body: { question: '忘记密码' } })
  expect(answer).toMatchObject({ status: 200, code: 200, data: expect.any(String) })
  const whole = await panel.answerTo(answer.data)
  for (const frame of panel.frames) {
    const once = JSON.parse(frame)
    expect(typeof once).toBe('string')
    expect(JSON.parse(once)).toMatchObject({ type: 1, request: answer.data.split('.')[0] })
  }
  expect(whole.all[0]).toMatchObject({ engine: 'built-in' })
  expect(whole.last).toMatchObject({ finish: true })
})

it.each([
  ['忘记密码', '/resetPassword'],
  ['账号被锁定', '/login'],
  ['收不到短信验证码', '/set/accountalias/2'],
  ['什么是已读回执', '/set/normalset'],
  ['I forgot my password', '/resetPassword'],
  ['my account is locked', '/login'],
  ['no SMS code', '/set/accountalias/2'],
  ['what is a read receipt', '/set/normalset'],
])('AI-02 AI-08 AI-13 G113 the help answers %s and names its screen', async (question, route) => {
  const { client } = await newMailbox(server)
  const panel = await openAssistant(server, client)
  const { all, content, last } = await panel.ask('ask', { question, user: '' })
  const sources = all.flatMap((one) => one.sources ?? [])
  expect(sources[0]?.route).toBe(route)
  expect(content.length).toBeGreaterThan(20)
  expect(last.error).toBeUndefined()
})

it('AI-14 AI-15 AI-16 AI-09 drafts a mail from a gist, with defaults where nothing is said', async () => {
  const { client } = await newMailbox(server)
  const panel = await openAssistant(server, client)
  const { all, content } = await panel.ask('write', { gist: '周五提交预算' })
  expect(all.every((one) => one.type === 2)).toBe(true)
  expect(content).toContain('周五提交预算')
  expect(all[0]?.subject).toBe('关于周五提交预算')
  expect(content).toContain('此致')
  const texts = new Set<string>()
  for (const requestEmail of ['WORK', 'VACATION', 'MEETING'] as const)
    for (const size of ['SHORT', 'MEDIUM', 'LONG'] as const)
      for (const tone of ['FORMAL', 'FRIENDLY', 'PROFESSIONAL'] as const)
        texts.add(
          (await panel.ask('write', { gist: '三天', requestEmail, size, tone, newMailType: 'new' }))
            .content,
        )
  // A short letter has no sentences of its kind but the first.
  expect(texts.size).toBe(27)
  const refused = await client.call(api.write, { body: { gist: ' ' } })
  expect(refused.status).toBe(400)
  const other = await client.call(api.write, {
    body: { gist: 'x', language: 'FRENCH' } as never,
  })
  expect(other.status).toBe(400)
})

it('AI-10 AI-34 an answer takes up the open mail and its writer', async () => {
  const { client, put } = await newMailbox(server)
  const [mailId] = await put('inbox', {
    from: '李娜 <lina@partner.example>',
    subject: 'Re: 合同条款',
    text: '请问合同什么时候可以签？',
  })
  const panel = await openAssistant(server, client)
  const { all, content } = await panel.ask('write', { gist: '下周一签', mailId, content: '' })
  expect(all.every((one) => one.type === 3)).toBe(true)
  expect(content).toContain('李娜')
  expect(content).toContain('合同条款')
  expect(content).toContain('下周一签')
})

it('AI-11 the summary is made of sentences of the mail, without what is quoted', async () => {
  const { client, put } = await newMailbox(server)
  const text =
    '各位好，\n今天天气不错。\n请财务部在 6 月 30 日前提交预算，总额不超过 50 万元。\n会议改到周五 14:00。\n谢谢！\n\n> 旧邮件：请在 1 月 1 日前回复。'
  const [mailId] = await put('inbox', { subject: '预算', text })
  const panel = await openAssistant(server, client)
  const { all, content } = await panel.ask('summarise', { content: '', mailId })
  expect(content).toContain('6 月 30 日前提交预算')
  expect(content).toContain('周五 14:00')
  expect(content).not.toContain('旧邮件')
  const sentences = all.flatMap((one) => one.sentences ?? [])
  expect(sentences.length).toBeGreaterThan(0)
  for (const one of sentences) expect(text.replace(/\s+/g, ' ')).toContain(one)
  // A greeting before it takes nothing from a sentence.
  const [greeted] = await put('inbox', {
    subject: '你好',
    text: '您好，请在周五前签合同。合同金额为 12,000 元。\n祝好',
  })
  const short = await panel.ask('summarise', { content: '', mailId: greeted })
  expect(short.content).toBe('• 请在周五前签合同。\n• 合同金额为 12,000 元。')
})

it('AI-03 AI-12 AI-27 a check says a level, every fact with its evidence, and what to do', async () => {
  const { client, put } = await newMailbox(server)
  const [bad, good] = await put(
    'inbox',
    {
      from: '"系统管理员" <admin@examp1e.test>',
      subject: '邮箱账号异常，24小时内冻结',
      html: '<p>请立即点击<a href="http://192.0.2.7/login">https://mail.example.test/</a>验证您的账号密码。</p>',
    },
    { from: '李娜 <lina@partner.example>', subject: '午饭', text: '明天一起吃午饭吗？' },
  )
  const panel = await openAssistant(server, client)
  const checked = await panel.ask('check', {
    content: 'x',
    mailId: bad,
    sender: 'admin@examp1e.test',
    subject: '邮箱账号异常',
    sendTime: '2026-11-23T01:00:00Z',
    type: 5,
  })
  const found = checked.all.find((one) => one.signals)
  expect(found?.level).toBe('dangerous')
  const codes = found?.signals?.map((one) => one.code) ?? []
  expect(codes).toEqual(
    expect.arrayContaining(['link-differs', 'link-address', 'words-urgent', 'words-account']),
  )
  for (const { text } of found?.signals ?? []) expect(text).not.toBe('')
  expect(checked.thought).toContain('192.0.2.7')
  expect(checked.content).toContain('危险')
  const fine = await panel.ask('check', { content: 'x', mailId: good })
  expect(fine.all.find((one) => one.level)?.level).toMatch(/unremarkable|caution/)
})

it('AI-03 a check knows partners whose names are borrowed, and strangers in the middle of a conversation', async () => {
  const { client, put } = await newMailbox(server)
  const mail = { mailCc: [], mailBcc: [], mailSubject: '合同', html: '<p>你好</p>', quotedHtml: '' }
  await client.get(compose.send, {
    body: { ...mail, mailTo: ['lina@beiming-steel.example'], fileIds: [], sendKey: 'partner-key' },
  })
  const first = {
    from: 'lina@beiming-steel.example',
    subject: '合同',
    text: '附件是合同。',
    messageId: 'first@beiming',
  }
  const [, like, hijack] = await put(
    'inbox',
    first,
    { from: 'lina@beimlng-steel.example', subject: '合同', text: '请看新版。' },
    {
      from: 'lina@other-firm.example',
      subject: 'Re: 合同',
      text: '货款请付到新的银行账户。',
      references: ['first@beiming'],
    },
  )
  const panel = await openAssistant(server, client)
  const codesOf = async (mailId: number | undefined) => {
    const { all } = await panel.ask('check', { content: 'x', mailId })
    return all.flatMap((one) => one.signals ?? []).map((one) => one.code)
  }
  expect(await codesOf(like)).toContain('partner-lookalike')
  expect(await codesOf(hijack)).toContain('thread-hijack')
})

it('AI-36 G108 5,000 characters of text are checked, one more is not; tags do not count', async () => {
  const { client } = await newMailbox(server)
  const of = (content: string) => client.call(api.check, { body: { content } })
  expect((await of('字'.repeat(5_000))).status).toBe(200)
  expect((await of(`<b>${'a'.repeat(5_000)}</b>`)).status).toBe(200)
  expect(await of('字'.repeat(5_001))).toMatchObject({
    status: 400,
    error: 'assistant.too-long',
    message: '邮件正文过长，系统无法检测',
  })
})

it('AI-01 G51 T41 a ticket is good once and for who asked, bent ones not at all, and any signed-in user may ask', async () => {
  const one = await newMailbox(server)
  const other = await newMailbox(server)
  const platform = await one.client.get(settings.platform, {})
  expect(platform.showAi).toEqual(['localhost', '127.0.0.1'])
  const panel = await openAssistant(server, one.client)
  const theirs = await openAssistant(server, other.client)
  const ticket = await one.client.get(api.ask, { body: { question: '忘记密码' } })
  const bent = `${ticket.slice(0, -4)}AAAA`
  for (const [at, text] of [
    [theirs, ticket],
    [panel, bent],
    [panel, 'what is the weather'],
  ] as const) {
    at.socket.send(text)
    expect(await at.next((message) => message.finish === true)).toMatchObject({
      error: 'assistant.ticket',
    })
  }
  expect((await panel.answerTo(ticket)).last.error).toBeUndefined()
  expect((await panel.answerTo(ticket)).last.error).toBe('assistant.ticket')
})

it('T19 T20 the socket wants the own origin and a token, and is over with its login and behind the lock screen', async () => {
  const url = `${server.url.replace('http', 'ws')}/api/mail/main/ai/socket`
  const refused = (protocols: string[], headers = {}) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(url, protocols, { headers })
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => resolve(101))
      socket.on('error', () => undefined)
    })
  const { client } = await newMailbox(server)
  const token = `bearer.${client.tokens?.accessToken}`
  expect(await refused([assistantProtocol])).toBe(401)
  expect(await refused([assistantProtocol, 'bearer.wrong-wrong-wrong-wrong'])).toBe(401)
  expect(await refused([assistantProtocol, token], { Origin: 'https://evil.example' })).toBe(403)
  const locking = await openAssistant(server, client)
  await client.get(lock.set, { body: { password: 'lock-me-1' } })
  await client.get(lock.open, { body: {} })
  expect(await locking.closed).toBe(4423)
  const ending = await newMailbox(server)
  const panel = await openAssistant(server, ending.client)
  await ending.client.call(session.logout, {})
  expect(await panel.closed).toBe(4401)
})

it('AI-02 who turned the assistant off is refused, and so is everybody where the house did', async () => {
  const { client } = await newMailbox(server)
  await client.get(settings.changeSetting, { body: { key: 'assistant', value: 0 } })
  const off = { status: 403, error: 'assistant.off' }
  expect(await client.call(api.ask, { body: { question: 'x' } })).toMatchObject(off)
  await client.get(settings.changeSetting, { body: { key: 'assistant', value: 1 } })
  const panel = await openAssistant(server, client)
  const ticket = await client.get(api.ask, { body: { question: '忘记密码' } })
  await client.get(settings.changeSetting, { body: { key: 'assistant', value: 0 } })
  expect((await panel.answerTo(ticket)).last.error).toBe('assistant.off')
  const other = await newMailbox(server)
  const organisation = await server.app.directory.organisation()
  if (!organisation) throw new Error('there is no organisation')
  await server.app.settings.turn(organisation.id, 'assistantEnable', false)
  try {
    expect(await other.client.call(api.ask, { body: { question: 'x' } })).toMatchObject(off)
  } finally {
    await server.app.settings.turn(organisation.id, 'assistantEnable', true)
  }
})

it('AI-09 the user field is no way to another mailbox, and mail of others or of a locked folder is not there', async () => {
  const one = await newMailbox(server)
  const other = await newMailbox(server)
  const foreign = { body: { content: 'x', user: one.address } }
  expect(await other.client.call(api.check, foreign)).toMatchObject({ error: 'address.not-yours' })
  const { folderId } = await one.client.get(folders.save, { body: { folderName: 'secret' } })
  const [locked] = await one.put(folderId, { subject: 'canary', text: 'canary' })
  await one.client.get(folders.setPassword, { body: { folderId, password: 'secret-1' } })
  await one.client.get(folders.lock, { body: { folderId } })
  for (const { client } of [one, other]) {
    const panel = await openAssistant(server, client)
    const { last, content } = await panel.ask('summarise', { content: '', mailId: locked })
    expect(last.error).toBe('item.not-found')
    expect(content).toBe('')
  }
})

it('P5 T41 of tickets that come while one is answered the newest waits, the others end uncounted, and no more is read', async () => {
  const { client, accountId } = await newMailbox(server)
  const panel = await openAssistant(server, client)
  const tickets: string[] = []
  for (let one = 0; one < 5; one++)
    tickets.push(await client.get(api.ask, { body: { question: '忘记密码' } }))
  const ids = tickets.map((one) => one.split('.')[0] ?? '')
  const held = await holdRequests(server)
  const order: string[] = []
  const read = once(panel.socket, 'pong').then(() => order.push('all was read'))
  for (const ticket of tickets) panel.socket.send(ticket)
  // More than one packet holds, so that the question behind it is not read along with the tickets.
  for (let one = 0; one < 3; one++) panel.socket.send('x'.repeat(400_000))
  panel.socket.ping()
  await held.waiting(1)
  for (let one = 0; one < 5; one++) await client.get(settings.platform, {})
  order.push('the first may begin')
  await held.release()
  await read
  expect(order).toEqual(['the first may begin', 'all was read'])
  for (const id of ids) {
    const last = await panel.next(({ request, finish }) => request === id && finish === true)
    expect(last.error).toBeUndefined()
  }
  const rows = await server.app.database.query(
    sql<{ id: string }>`SELECT id FROM assistant_requests WHERE account_id = ${accountId}`,
  )
  const counted = rows.map(({ id }) => id)
  expect(counted).toContain(ids[0])
  for (const id of ids.slice(1, 4)) expect(counted).not.toContain(id)
  expect((await panel.ask('ask', { question: '忘记密码' })).last.error).toBeUndefined()
})

it('P5 a login has eight sockets and no more, and one that it closes makes room', async () => {
  const { client } = await newMailbox(server)
  const other = await newMailbox(server)
  const [first] = await Promise.all(Array.from({ length: 8 }, () => openAssistant(server, client)))
  await expect(openAssistant(server, client)).rejects.toThrow('403')
  await openAssistant(server, other.client)
  first?.socket.close()
  const opens = () =>
    openAssistant(server, client).then(
      () => true,
      () => false,
    )
  await eventually(opens, Boolean, 'room for another')
})
