import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { folders } from '@hongyan/contract/folders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'wire@example.test' })
  const client = httpClient(server.url)
  await client.logIn('wire@example.test', testPassword)
  for (let index = 0; index < 10; index++)
    await client.get(folders.save, { body: { folderName: `folder ${index}` } })
  token = client.tokens?.accessToken ?? ''
})

afterAll(() => server.stop())

interface Wire {
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/** An answer as it lies on the wire: nothing is unpacked. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${token}`, ...headers } }
    get(`${server.url}${path}`, options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }))
      answer.on('error', reject)
    }).on('error', reject)
  })

const list = `/api/${folders.list.path}`
const account = '/api/user/info'

describe('answers on the wire', () => {
  it('§Speed large ones travel compressed to who takes that, and are the same', async () => {
    const plain = await ask(list)
    const packed = await ask(list, { 'accept-encoding': 'gzip, deflate, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.vary).toBe('Accept-Encoding')
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString())
  })

  it('§Speed small ones, and those for who refuses, travel as they are', async () => {
    const small = await ask(account, { 'accept-encoding': 'gzip' })
    expect(small.headers['content-encoding']).toBeUndefined()
    const refused = await ask(list, { 'accept-encoding': 'br, gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it('T13 carry the rules of what they are: a page, a part of it, data, or nothing', async () => {
    const pages =
      /^default-src 'none'; script-src 'self';.*; require-trusted-types-for 'script'; trusted-types default dompurify hongyan-apart hongyan-frame hongyan-script$/
    const policies = [
      [list, /^default-src 'none'; frame-ancestors 'self'$/],
      ['/api/nowhere', /^default-src 'none'; frame-ancestors 'self'$/],
      ['/assets/none.js', /^default-src 'self'; frame-ancestors 'none'$/],
      ['/', pages],
      ['/nowhere', pages],
    ] as const
    for (const [path, policy] of policies) {
      const { headers } = await ask(path)
      expect([path, headers]).toMatchObject([
        path,
        {
          'content-security-policy': expect.stringMatching(policy),
          'x-dns-prefetch-control': 'off',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'SAMEORIGIN',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
        },
      ])
    }
  })
})
