import { connect } from 'node:net'
import { allEndpoints } from '@hongyan/contract/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpClient, httpClient } from './http-client.ts'
import { matrixRows, type Owned, type Row, requestOf } from './matrix-rows.ts'
import { startTestServer, type TestServer, testPassword } from './start-test-server.ts'

/** Values that break careless servers: NUL (PostgreSQL text refuses it), lone surrogates, wrong types and sizes. */
const hostile: unknown[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '',
  ' ',
  '%',
  "' OR 1=1 --",
  '\u202e',
  '🦢'.repeat(50),
  'x'.repeat(100_000),
  -1,
  0,
  -0,
  1.5,
  1e15,
  1e308,
  2 ** 53 + 2,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  ['\u0000'],
  { a: { b: {} } },
  'NaN',
  'undefined',
  '1,2,3',
  '1'.repeat(400),
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
]

const bodies: string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e400',
  '{"__proto__":{"isAdmin":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '['.repeat(1_000) + ']'.repeat(1_000),
  `[${'1,'.repeat(100_000)}1]`,
  '\u0000',
  '{"x":"\\u0000"}',
  '{"x":"\\ud800"}',
]

const own: Owned = {
  folderId: 1,
  messageId: 1,
  messageUid: 1,
  draftMailId: 1,
  draftId: 1,
  uploadId: 1,
  openUploadId: 1,
  savedSearchId: 1,
  submissionId: 1,
  ruleId: 1,
  runId: 1,
  todoId: 1,
  sessionId: 9_000_000_000,
  signId: 1,
  templateId: 1,
  paperId: 1,
  authorisedMailId: 1,
  trashId: 1,
  ownFolderId: 1,
  labelId: 1,
  address: 'a@example.test',
}

let server: TestServer
let client: HttpClient

beforeAll(async () => {
  server = await startTestServer({ log: 'silent' })
  await server.addPerson({ address: 'a@example.test' })
  client = httpClient(server.url)
  // The first login, which a "true" names, may be ended by the way.
  await client.logIn('a@example.test', testPassword)
  await client.logIn('a@example.test', testPassword)
})

afterAll(() => server.stop())

/** Everything in a row replaced, one at a time and however deep it lies, by every hostile value. */
function* mutations(row: Row): Generator<Row> {
  for (const part of ['params', 'query', 'body'] as const)
    for (const value of changed(row[part])) yield { ...row, [part]: value }
}

/** Values like this one with one thing in it replaced, each in its turn. */
function* changed(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inside] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value)
        ? value.map((one, at) => (String(at) === name ? other : one))
        : { ...value, [name]: other }
    for (const bad of hostile) yield put(bad)
    for (const other of changed(inside)) yield put(other)
  }
}

async function check(path: string, init: RequestInit): Promise<void> {
  const headers = {
    ...(init.headers as object),
    Authorization: `Bearer ${client.tokens?.accessToken}`,
  }
  const response = await fetch(server.url + path, { ...init, headers })
  const text = await response.text()
  expect(response.status, `${path} ${String(init.body).slice(0, 200)}`).toBeLessThan(500)
  expect(text).not.toMatch(/SELECT |INSERT |node_modules|at \w+ \(|\/src\//)
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    expect(JSON.parse(text)).toMatchObject({
      code: expect.any(Number),
      message: expect.any(String),
    })
  }
}

/** Cursors that look like ours and name places that no store has. */
const cursors = [
  '1.-zzzzzzzzzz.1',
  '0.zzzzzzzzzz.1',
  'n.0.zzzzzzzzzzz',
  'z1z141z3.0.1',
  's_w.0.1',
  `s${'_'.repeat(400)}.0.1`,
  '-9999999999999999,1',
  '8640000000000000,9007199254740991',
  '99999999999999 x@example.test',
  '99999999999999999999',
  '-1',
  '1.5',
  '0.0.0',
  ',',
]

const boundary = 'x'.repeat(60)

/** Forms that break off, end twice, have no boundary or one as long as a book, or name no file. */
const forms: { type: string; body: string }[] = [
  { type: 'multipart/form-data', body: '' },
  { type: 'multipart/form-data; boundary=', body: '--\r\n' },
  { type: `multipart/form-data; boundary=${boundary}`, body: '' },
  { type: `multipart/form-data; boundary=${boundary}`, body: `--${boundary}` },
  {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n`,
  },
  {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext`,
  },
  {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\nContent-Disposition: form-data; name="content"\r\n\r\ntext`,
  },
  {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\nContent-Disposition: form-data\r\n\r\ntext\r\n--${boundary}--`,
  },
  {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `--${boundary}\r\n${'X: y\r\n'.repeat(3_000)}\r\ntext\r\n--${boundary}--`,
  },
  { type: `multipart/form-data; boundary=${'b'.repeat(10_000)}`, body: '--b' },
  { type: 'multipart/form-data; boundary="\u00e9"', body: '--b' },
]

describe('P9 hostile input', () => {
  it.each(
    allEndpoints
      .filter(
        ({ query }) => 'sortValues' in ((query as { shape?: object } | undefined)?.shape ?? {}),
      )
      .map((one) => [`${one.feature}.${one.name}`, one] as const),
  )(
    'ERRORS-09 doors-13 %s answers cursors that nobody gave out with a clear 4xx or a page',
    async (name, endpoint) => {
      const row = matrixRows[name]?.(own) ?? {}
      for (const sortValues of cursors) {
        const { path, init } = requestOf(endpoint, { ...row, query: { ...row.query, sortValues } })
        await check(path, init)
      }
    },
  )

  it.each(
    allEndpoints
      .filter((one) => one.kind === 'upload')
      .map((one) => [`${one.feature}.${one.name}`, one] as const),
  )(
    'ERRORS-09 doors-13 %s answers forms that nobody can take apart with a clear 4xx',
    async (name, endpoint) => {
      const { path } = requestOf(endpoint, matrixRows[name]?.(own) ?? {})
      for (const { type, body } of forms)
        await check(path, { method: 'POST', body, headers: { 'Content-Type': type } })
    },
  )

  const cases = allEndpoints.filter(
    // They end or lock the login of all that follow.
    (one) => one.id !== 'E9' && one.id !== 'E132' && (one.kind !== 'upload' || 'query' in one),
  )
  it.each(cases.map((one) => [`${one.feature}.${one.name}`, one] as const))(
    'ERRORS-09 %s answers hostile fields with a clear 4xx, never a 5xx',
    async (name, endpoint) => {
      for (const row of mutations(matrixRows[name]?.(own) ?? {})) {
        const { path, init } = safely(() => requestOf(endpoint, row))
        if (path.length < 8_000) await check(path, init)
      }
      if (endpoint.method === 'POST' && endpoint.kind !== 'upload') {
        const { path } = requestOf(endpoint, matrixRows[name]?.(own) ?? {})
        for (const body of bodies)
          await check(path, {
            method: 'POST',
            body,
            headers: { 'Content-Type': 'application/json' },
          })
        await check(path, {
          method: 'POST',
          body: 'a=1',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        })
        await check(path, { method: 'POST', body: '<x/>', headers: { 'Content-Type': 'text/xml' } })
      }
    },
  )

  it('ERRORS-09 a NUL in a keyword is a 400 that names the field', async () => {
    const response = await fetch(`${server.url}/api/mail/email/search?searchKeyword=%00`, {
      headers: { Authorization: `Bearer ${client.tokens?.accessToken}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: 'request.invalid',
      message: expect.stringContaining('searchKeyword'),
    })
  })

  it('ERRORS-09 a body over the limit is 413', async () => {
    const response = await fetch(`${server.url}/api/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'x'.repeat(2_000_000), password: 'y' }),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'request.too-large' })
  })

  it('ERRORS-09 bytes that are no HTTP request get the envelope too', async () => {
    for (const line of [
      'GET /api/mail/email/search?searchKeyword=合同 HTTP/1.1',
      'nonsense',
      'GET / HTTP/9.9',
    ]) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.write(`${line}\r\nHost: x\r\n\r\n`)
      let answer = ''
      for await (const chunk of socket) answer += chunk
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        code: 400001,
        error: 'request.invalid',
      })
    }
  })

  it('ERRORS-09 unknown paths and methods are 404 in the envelope', async () => {
    for (const [path, method] of [
      ['/api/nothing', 'GET'],
      ['/api/oauth/token', 'PUT'],
      ['/api/mail/email/notAMode', 'POST'],
    ] as const) {
      const response = await fetch(server.url + path, {
        method,
        headers: { Authorization: `Bearer ${client.tokens?.accessToken}` },
      })
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.json()).toMatchObject({ code: 404000 })
    }
  })
})

/** URLSearchParams and encodeURIComponent refuse lone surrogates: such a row cannot leave a client as a URL. */
function safely(make: () => { path: string; init: RequestInit }): {
  path: string
  init: RequestInit
} {
  try {
    return make()
  } catch {
    return { path: '/api/platform/config', init: {} }
  }
}
