import { assistant as api } from '@hongyan/contract/assistant'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssistant } from '../../testing/assistant-client.ts'
import { eventually, mailBody, signIn } from '../../testing/compose-helpers.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const canary = 'canary-never-leaves'
let model: ModelServer
let server: TestServer

const startBeside = (environment: Record<string, string> = {}) =>
  startTestServer({
    beside: server,
    environment: { HONGYAN_AI_URL: model.url, HONGYAN_AI_MODEL: 'one', ...environment },
    log: 'silent',
  })

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

/** Every function that takes a mail. */
async function askAll({ client }: TestMailbox, mailId: number): Promise<unknown[]> {
  const panel = await openAssistant(server, client)
  const summary = await panel.ask('summarise', { content: canary, mailId })
  const check = await panel.ask('check', { content: canary, subject: canary, mailId })
  const reply = await panel.ask('write', { gist: '好的', content: canary, mailId, type: 3 })
  panel.socket.close()
  return [summary, check, reply].map(({ last }) => last.error)
}

it('T40 read-limited mail leaves neither from its sender nor from its reader, nor mail of a locked folder', async () => {
  const [writer, reader] = [await newMailbox(server), await newMailbox(server)]
  await writer.client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const authorisation = { readCount: 2, validDays: 7, readPassword: '', forbidForward: true }
  await writer.client.get(compose.send, {
    body: mailBody({
      mailTo: [reader.address],
      mailSubject: 'limited',
      html: `<p>${canary}</p>`,
      authorisation,
    }),
  })
  const [notice] = await eventually(
    () => reader.items(reader.inbox),
    (items) => items.length === 1,
    'the notice',
  )
  const [sent] = await writer.items(writer.folderId('sent'))
  const refused = Array.from({ length: 3 }, () => 'assistant.protected')
  expect(await askAll(reader, notice?.mailId ?? 0)).toEqual(refused)
  expect(await askAll(writer, sent?.mailId ?? 0)).toEqual(refused)

  const { folderId } = await reader.client.get(folders.save, { body: { folderName: 'secret' } })
  const [locked = 0] = await reader.put(folderId, { subject: canary, text: canary })
  await reader.client.get(folders.setPassword, { body: { folderId, password: 'secret-1' } })
  await reader.client.get(folders.lock, { body: { folderId } })
  expect(await askAll(reader, locked)).toEqual(Array.from({ length: 3 }, () => 'item.not-found'))
  expect(model.prompts).toEqual([])
  expect(model.bytes()).not.toContain(canary)
})

it.each([
  ['mask', undefined],
  ['block', 'assistant.secret'],
])('T40 secrets in a mail and in a wish do not leave (%s)', async (policy, error) => {
  const beside = await startBeside({ HONGYAN_AI_SECRETS: policy })
  try {
    const { client, put } = await newMailbox(beside)
    const secrets = ['11010519491231002X', '4111111111111111', 'Tiger-4711']
    const text = `请付款。身份证 ${secrets[0]}，卡号 ${secrets[1]}，密码：${secrets[2]}`
    const [mailId = 0] = await put('inbox', { subject: text, text })
    const panel = await openAssistant(beside, client)
    const answers = [
      await panel.ask('summarise', { content: text, mailId }),
      await panel.ask('check', { content: text, mailId }),
      await panel.ask('write', { gist: text, mailId, type: 3 }),
      await panel.ask('write', { gist: text }),
      await panel.ask('ask', { question: text }),
    ]
    expect(answers.map(({ last }) => last.error)).toEqual(answers.map(() => error))
    for (const secret of secrets) expect(model.bytes()).not.toContain(secret)
  } finally {
    await beside.stop()
  }
})

const identityCard = '11010519491231002X'
const bankCard = '4111111111111111'
const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'

it.each([
  ['full-width digits', identityCard, '身份证１１０１０５１９４９１２３１００２Ｘ。'],
  ['spaces', identityCard, '身份证 110105 19491231 002X。'],
  ['others beside it', identityCard, '序号 12 110105-19491231-002x 至'],
  ['line breaks', bankCard, '卡号 4111 1111\n1111 1111'],
  ['marks of quoting', bankCard, '> 卡号 4111 1111\n> 1111 1111'],
  ['its last day beside it', bankCard, 'Card 4111 1111 1111 1111 12/28'],
  ['a number of a list before it', bankCard, '3 4111 1111 1111 1111'],
  ['wide spaces and dashes', bankCard, '４１１１　１１１１–1111—1111'],
  [
    'lines of an encrypted key',
    keyLine,
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n${keyLine}\n-----END RSA PRIVATE KEY-----`,
  ],
  [
    'a key without its end',
    keyLine,
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n${keyLine}\n${keyLine}`,
  ],
  ['a word between', 'hunter22', 'Your password is: hunter22'],
  ['no word between', '482913', '您的验证码 482913，五分钟内有效。'],
  ['its name behind it', '482913', '482913 is your Example verification code.'],
])('T40 a secret that is written with %s does not leave', async (_, secret, text) => {
  const { client, put } = await newMailbox(server)
  const [mailId = 0] = await put('inbox', { subject: text.replace(/\n/g, ' '), text })
  const panel = await openAssistant(server, client)
  const before = model.prompts.length
  await panel.ask('summarise', { content: '', mailId })
  await panel.ask('mailbox', { question: `${text.replace(/\n/g, ' ')}?` })
  const told = model.prompts.slice(before)
  expect(told.length).toBeGreaterThanOrEqual(2)
  const bare = told.join('\n').normalize('NFKC').toUpperCase()
  expect(bare).toContain('HIDDEN]')
  expect(bare.replace(/[^\dA-Z]/g, '')).not.toContain(secret.toUpperCase())
  // The marks around what others wrote are whole.
  for (const one of told.filter((text) => text.includes('Facts') || text.includes('Subject:')))
    expect(one.match(new RegExp(`^${/DATA-[a-p]{24}/.exec(one)?.[0]}$`, 'gm'))).toHaveLength(2)
})

it('T40 dates, sums and telephone numbers are no secrets', async () => {
  const { client, put } = await newMailbox(server)
  const text = '2026-11-28 2026-11-29\n13800138000\n13900139000\n合计 12,345,678.90'
  const [mailId = 0] = await put('inbox', { subject: '日程', text })
  const panel = await openAssistant(server, client)
  await panel.ask('summarise', { content: '', mailId })
  expect(model.prompts.at(-1)).toContain(text)
})

it.each([
  ['signed around it', 'multipart/signed; protocol="application/pkcs7-signature"'],
  ['passed on by a list', 'multipart/mixed'],
])('T40 of encrypted mail that is %s nothing leaves', async (_, type) => {
  const { client, put } = await newMailbox(server)
  const body = [
    '--b',
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
    '',
    canary,
    '--b',
    'Content-Type: text/plain',
    '',
    `footer ${canary}`,
    '--b--',
  ].join('\n')
  const headers = { 'Content-Type': `${type}; boundary=b` }
  const [mailId = 0] = await put('inbox', { subject: canary, text: body, headers })
  const panel = await openAssistant(server, client)
  const before = model.prompts.length
  const { last } = await panel.ask('summarise', { content: '', mailId })
  expect(last.error).toBe('assistant.protected')
  expect(model.prompts.length).toBe(before)
})

it.each<[string, ModelServer['answer']]>([
  [
    'breaks off in the middle of a character',
    ({ delta, raw, response }) => {
      delta({ content: '半句' })
      const event = Buffer.from('data: {"choices":[{"delta":{"content":"雁"}}]}\n\n')
      raw(event.subarray(0, event.indexOf('雁') + 2))
      response.end()
    },
  ],
  [
    'says what is no chunk',
    ({ delta, raw }) => {
      delta({ content: '半句' })
      raw('data: {"choices":[{\n\n')
    },
  ],
])(
  'AI-42 AI-23 a model that %s in mid-answer is told of, and the next answer is whole',
  async (_, fault) => {
    const usual = model.answer
    try {
      const { client, put } = await newMailbox(server)
      const [mailId = 0] = await put('inbox', { subject: '合同', text: '请在周五前签合同。' })
      const panel = await openAssistant(server, client)
      model.answer = fault
      const broken = await panel.ask('summarise', { content: '', mailId })
      expect([broken.content, broken.last.error]).toEqual(['半句', 'assistant.cut'])
      model.answer = usual
      const whole = await panel.ask('summarise', { content: '', mailId })
      expect([whole.content, whole.last.error]).toEqual(['the model says so', undefined])
    } finally {
      model.answer = usual
    }
  },
)

it('AI-18 AI-23 a server that stops in mid-answer lets its panels and its model go, and another one answers', async () => {
  const beside = await startBeside()
  const gone = Promise.withResolvers<void>()
  const usual = model.answer
  model.answer = ({ delta, response }) => {
    response.on('close', () => gone.resolve())
    delta({ content: '半句' })
  }
  const { client, put, address } = await newMailbox(beside)
  const [mailId = 0] = await put('inbox', { subject: '合同', text: '请在周五前签合同。' })
  const panel = await openAssistant(beside, client)
  panel.socket.send(await client.get(api.summarise, { body: { content: '', mailId } }))
  await panel.next((one) => one.content === '半句')
  await beside.stop()
  await panel.closed
  await gone.promise
  model.answer = usual
  const after = await startBeside()
  try {
    const again = await openAssistant(after, await signIn(after, address))
    const { content, last } = await again.ask('summarise', { content: '', mailId })
    expect([content, last.error]).toEqual(['the model says so', undefined])
  } finally {
    await after.stop()
  }
})
