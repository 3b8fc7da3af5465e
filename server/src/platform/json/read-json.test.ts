import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compose } from '@hongyan/contract/compose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftBody } from '../../testing/compose-helpers.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { readJson } from './read-json.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await newMailbox(server)).client.tokens?.accessToken ?? ''
})

afterAll(() => server.stop())

const post = (path: string, body: string) =>
  fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body,
  })

/** Sends the beginning of a body that is said to be of 19 MB, and reads what is answered to that alone. */
async function answerTo(beginning: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    `POST /api/${compose.saveDraft.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 19000000\r\n\r\n${beginning}`,
  )
  for await (const answer of socket) return String(answer)
  return ''
}

it('doors-3 what is no UTF-8 is no JSON', async () => {
  const body = Buffer.from(`{"a":"${'x'.repeat(100_000)}\xff"}`, 'latin1')
  await expect(readJson(Readable.from([body]), 20_000_000)).rejects.toThrow()
})

describe('doors-3 a body is judged as it comes', () => {
  it.each([
    ['nesting', '['.repeat(1_000)],
    ['values', `[${'1,'.repeat(30_000)}`],
    ['names', `{${'"a":1,'.repeat(30_000)}`],
    ['digits', '1'.repeat(2_000_000)],
  ])('too much of it is refused before the rest has come: %s', async (_, beginning) => {
    expect(await answerTo(beginning)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"error":"request.invalid"/)
  })

  it('nesting beyond anything the contract has is refused, wherever it hides', async () => {
    const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const draft = (depth: number) => JSON.stringify({ ...draftBody(), more: nested(depth) })
    expect((await post(compose.saveDraft.path, draft(20))).status).toBe(200)
    expect((await post(compose.saveDraft.path, draft(40))).status).toBe(400)
  })

  it('a stranger may say 16 kB', async () => {
    const login = (size: number) =>
      JSON.stringify({ username: 'x', password: 'y', z: 'z'.repeat(size) })
    expect((await post('oauth/token', login(15_000))).status).toBe(400)
    const answer = await post('oauth/token', login(17_000))
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { error: 'request.too-large' },
    ])
  })
})

describe('issue 12 line 1: a text that is too long is refused by its length', () => {
  const long = '😀'.repeat(4_000_000)
  it.each([
    ['html', long, 'html: is too long'],
    ['mailSubject', long, 'mailSubject: is too long'],
    ['mailTo', [long], 'mailTo.0: is too long'],
    ['fileIds', long, 'a text is too long'],
    ['mailTo', long, 'a text is too long'],
    ['authorisation', { readCount: long }, 'a text is too long'],
    ['authorisation', [{ readCount: long }], 'Invalid input'],
  ])('%s', async (name, value, detail) => {
    const answer = await post(
      compose.saveDraft.path,
      JSON.stringify({ ...draftBody(), [name]: value }),
    )
    expect(await answer.json()).toMatchObject({
      error: 'request.invalid',
      message: expect.stringContaining(detail),
    })
  })
})

/** As a connection would bring it: in pieces that begin and end anywhere. */
const pieces = (bytes: Buffer, size: number) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )

describe('doors-3 a long text is read in pieces and is what was written', () => {
  const texts = [
    '\\"\n\t\u0001'.repeat(40_000),
    '你好🦢é'.repeat(40_000),
    `${'\\'.repeat(99_999)}"`,
    '\u2028\ud83e\udda2'.repeat(50_000),
    `x${'🦢'.repeat(50_000)}`,
  ]
  const escaped = (text: string) =>
    text.replace(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

  it.each(texts.map((text, index) => [index, text] as const))('text %i', async (_, text) => {
    const plain = JSON.stringify({ before: [1, 'a'], text, after: { text: text.slice(3) } })
    for (const [body, size] of [
      [plain, 65_536],
      [plain, 1_021],
      [`{"text":"${escaped(text)}"}`, 65_536],
    ] as const)
      expect(await readJson(pieces(Buffer.from(body), size), 20_000_000)).toEqual(
        // Half a character can be stored nowhere.
        JSON.parse(body, (_, one) => (typeof one === 'string' ? one.toWellFormed() : one)),
      )
  })

  it('issue 12 line 1: a text of megabytes takes no room of the heap', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    for (const unit of ['<p>x</p>', '<p>好🦢</p>\\n']) {
      // Filled with bytes: no text of it is anywhere before it is read.
      const inside = Buffer.alloc(Buffer.byteLength(unit) * 400_000, unit)
      const body = Buffer.concat([Buffer.from('{"html":"'), inside, Buffer.from('"}')])
      collect()
      const before = process.memoryUsage().heapUsed
      const read = (await readJson(pieces(body, 60_001), 20_000_000)) as { html: string }
      collect()
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(500_000)
      expect(read.html === JSON.parse(`"${unit}"`).repeat(400_000)).toBe(true)
    }
  })

  it('many texts are read in as many turns as a long one', async () => {
    const body = `[${`"${'x'.repeat(1_100)}",`.repeat(15_000)}1]`
    let turns = 0
    let going = true
    const count = () => {
      turns++
      if (going) setImmediate(count)
    }
    setImmediate(count)
    const list = (await readJson(pieces(Buffer.from(body), 65_536), 20_000_000)) as unknown[]
    going = false
    expect(list).toHaveLength(15_001)
    expect(turns).toBeGreaterThan(200)
  })

  it.each([
    `{"a":"${'x'.repeat(100_000)}\n"}`,
    `{"a":"${'x'.repeat(100_000)}\\u12"}`,
    `{"a":"${'x'.repeat(100_000)}\\"}`,
    `{"a":"${'x'.repeat(100_000)}`,
    '{"__proto__":{"isAdmin":1}}',
    '',
  ])('what is no JSON is refused %#', async (body) => {
    await expect(readJson(pieces(Buffer.from(body), 65_536), 20_000_000)).rejects.toThrow()
  })
})

it('issue 12 line 1: a large body is not kept when it was read', async () => {
  const text = 'x'.repeat(400_000)
  const body = Buffer.allocUnsafeSlow(text.length + 2)
  body.write(`"${text}"`)
  const gather = async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of chunks);
    return body
  }
  expect(await readJson(Readable.from([Buffer.from(body)]), 1_000_000, gather)).toBe(text)
  expect(body.length).toBe(0)
})
