import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWebStub, type WebStub } from '../../testing/web-stub.ts'
import { createGuardedFetch, FetchRefused } from './guarded-fetch.ts'

let canary: WebStub
let asked: string[] = []
let answers: string[] = []

const resolve = async (host: string): Promise<string[]> => {
  asked.push(host)
  return answers
}
const request = { method: 'GET', accept: '*/*', maxBytes: 1_000, maxRedirects: 3 } as const

beforeAll(async () => {
  canary = await startWebStub(({ url }, response) => {
    if (url === '/to-closed')
      response.writeHead(302, { Location: `http://localhost:${canary.port}/x` })
    if (url === '/to-file') response.writeHead(302, { Location: 'file:///etc/passwd' })
    if (url === '/loop') response.writeHead(302, { Location: '/loop' })
    if (url === '/once') response.writeHead(307, { Location: '/here' })
    if (url === '/large') response.write('x'.repeat(5_000))
    if (url !== '/silent') response.end('here')
  })
})
afterAll(() => canary.stop())

/** Every attempt to connect anywhere. */
const connect = vi.spyOn(Socket.prototype, 'connect')
beforeEach(() => void connect.mockClear())

describe('T24 addresses that lead inside', () => {
  const forms = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.168.0.1',
    '172.16.0.1',
  ]
  it.each(forms)('T24 http://%s is refused without a connection', async (host) => {
    const web = createGuardedFetch({ resolve, privateHosts: [] })
    for (const port of [`:${canary.port}`, '']) {
      await expect(web.fetch({ ...request, url: `http://${host}${port}/` })).rejects.toThrow(
        FetchRefused,
      )
    }
    expect(connect).not.toHaveBeenCalled()
  })

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.1.2.3']],
    [['8.8.8.8', '127.0.0.1']],
    [['100.64.3.4', '8.8.8.8']],
    [[]],
  ])('T24 a name that resolves to %j is refused', async (found) => {
    answers = found
    const web = createGuardedFetch({ resolve, privateHosts: [], timeout: 2_000 })
    await expect(web.fetch({ ...request, url: 'http://rebind.example/' })).rejects.toThrow(
      FetchRefused,
    )
    expect(connect).not.toHaveBeenCalled()
  })

  it('T24 a name is asked once, and the connection goes to what it said then', async () => {
    asked = []
    answers = ['127.0.0.1']
    const privateHosts = [`once.example:${canary.port}`]
    const web = createGuardedFetch({
      resolve: async (host) => {
        const found = await resolve(host)
        answers = ['192.0.2.1']
        return found
      },
      privateHosts,
    })
    const url = `http://once.example:${canary.port}/`
    expect((await web.fetch({ ...request, url })).bytes.toString()).toBe('here')
    expect(asked).toEqual(['once.example'])
  })
})

describe('T24 what a server answers', () => {
  /** Patient with what must be answered: only silence is waited for shortly. */
  const own = (timeout = 60_000) =>
    createGuardedFetch({ resolve, privateHosts: [`127.0.0.1:${canary.port}`], timeout })
  const url = (path: string) => `http://127.0.0.1:${canary.port}${path}`

  it('T24 each redirect is checked again, and they end', async () => {
    answers = ['127.0.0.1']
    for (const path of ['/to-closed', '/to-file', '/loop']) {
      await expect(own().fetch({ ...request, url: url(path) })).rejects.toThrow(FetchRefused)
    }
    expect((await own().fetch({ ...request, url: url('/once') })).bytes.toString()).toBe('here')
  })

  it('T24 too much and too late are refusals with the same words as a closed port', async () => {
    const words = async (path: string, timeout?: number) =>
      own(timeout)
        .fetch({ ...request, url: path })
        .then(
          () => 'answered',
          (thrown: unknown) => String(thrown),
        )
    const said = [
      await words(url('/large')),
      await words(url('/silent'), 200),
      await words('http://127.0.0.1:1/'),
      await words('http://user:pass@127.0.0.1/'),
      await words('gopher://127.0.0.1/'),
      await words('no address'),
    ]
    expect(new Set(said)).toEqual(new Set(['FetchRefused: the address could not be fetched']))
  })

  it('T24 says nothing about the reader: no cookie, no referrer, no language', async () => {
    canary.seen.length = 0
    await own().fetch({ ...request, url: url('/') })
    expect(Object.keys(canary.seen[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })
})
