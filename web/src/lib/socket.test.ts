// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { goOn } from './line.ts'
import { forgetSession } from './session-end.ts'
import { closePush, onPush, openPush, startPosition } from './socket.ts'
import { subscribeSession } from './tokens.ts'

/** Every connection that was tried, with the (fake) time. */
let tried: FakeSocket[] = []
let opens: boolean | 'never' = true

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly at = Date.now()
  readyState = 0
  readonly sent: string[] = []
  binaryType = 'blob'
  readonly url: string
  readonly protocols: string[]
  constructor(url: string, protocols: string[]) {
    super()
    this.url = url
    this.protocols = protocols
    tried.push(this)
    queueMicrotask(() => opens !== 'never' && (opens ? this.begin() : this.break()))
  }
  begin() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  break(code = 1006) {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
  say(message: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
}

const mailbox = (modseq: number) => ({
  optType: 'mailbox',
  modseq,
  kind: 'flags',
  mailIds: [],
  folders: [],
})
const hello = (modseq: number) => ({ optType: 'hello', modseq })
const latest = () => {
  const socket = tried.at(-1)
  if (!socket) throw new Error('nothing was tried')
  return socket
}
const open = async () => {
  openPush('/api/', 'a@example.test')
  await vi.advanceTimersByTimeAsync(20_000)
}
/** The line breaks; the next connection is there. */
const reconnect = async () => {
  latest().break()
  await vi.advanceTimersByTimeAsync(120_000)
}
/** What renewing a token is answered. */
const pair = () => {
  const data = { accessToken: 'next', refreshToken: 'r2', expiresIn: 600 }
  return new Response(JSON.stringify({ code: 200, data }))
}
const since = () => JSON.parse(latest().sent[0] ?? '{}').since

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  tried = []
  opens = true
  localStorage.setItem('accessToken', 'secret-token')
  localStorage.setItem('refreshToken', 'r')
  localStorage.setItem('tokenExpiresAt', String(Date.now() + 3_600_000_000))
})

afterEach(() => {
  forgetSession('signed-out')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the push connection', () => {
  it('PUSH-02 goes to mail/message and the address; the token stands in the subprotocol, never in the URL', async () => {
    await open()
    expect(new URL(latest().url).pathname).toBe('/api/mail/message/a%40example.test')
    expect(latest().url).not.toContain('secret-token')
    expect(latest().protocols).toEqual(['hongyan.v1', 'bearer.secret-token'])
  })

  it('PUSH-03 comes back with a growing delay while the server is away', async () => {
    opens = false
    openPush('/api/', 'a@example.test')
    await vi.advanceTimersByTimeAsync(300_000)
    const gaps = tried.slice(1).map(({ at }, index) => at - (tried[index]?.at ?? 0))
    expect(gaps.length).toBeGreaterThan(5)
    expect(gaps.toSorted((a, b) => a - b)).toEqual(gaps)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000)
  })

  it('PUSH-03 a connection that was steady for a while comes back soon; one that is lost at once waits ever longer', async () => {
    const waits: number[] = []
    openPush('/api/', 'a@example.test')
    await vi.advanceTimersByTimeAsync(1)
    const lose = async () => {
      const before = tried.length
      const at = Date.now()
      latest().break()
      while (tried.length === before) await vi.advanceTimersToNextTimerAsync()
      waits.push(Date.now() - at)
    }
    for (let times = 0; times < 4; times++) await lose()
    await vi.advanceTimersByTimeAsync(20_000)
    await lose()
    const [first = 0, ...more] = waits
    expect(first).toBeGreaterThanOrEqual(500)
    expect(more.slice(0, 3)).toEqual(more.slice(0, 3).toSorted((a, b) => a - b))
    expect(Math.abs((more[3] ?? 0) - first)).toBeLessThan(2)
  })

  it('PUSH-03 a connection that does not come about is given up, and the next one is heard alone', async () => {
    opens = 'never'
    openPush('/api/', 'a@example.test')
    await vi.advanceTimersByTimeAsync(9_000)
    expect(tried).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(tried).toHaveLength(2)
    latest().begin()
    tried[0]?.begin()
    tried[0]?.break()
    await vi.advanceTimersByTimeAsync(120_000)
    expect([tried.length, tried[0]?.sent, latest().sent]).toEqual([2, [], ['{"since":null}']])
  })

  it('PUSH-03 once the line is back nobody waits for the next try; what is open stays', async () => {
    opens = false
    openPush('/api/', 'a@example.test')
    await vi.advanceTimersByTimeAsync(300_000)
    opens = true
    const before = tried.length
    goOn()
    await vi.advanceTimersByTimeAsync(1)
    expect(tried).toHaveLength(before + 1)
    goOn()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(tried).toHaveLength(before + 1)
  })

  it('PUSH-03 without an access token it is tried again', async () => {
    localStorage.setItem('tokenExpiresAt', '0')
    const answers = [() => Promise.reject(new Error('offline')), async () => pair()]
    vi.stubGlobal('fetch', () => answers.shift()?.())
    openPush('/api/', 'a@example.test')
    await vi.advanceTimersByTimeAsync(1)
    expect(tried).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(latest().protocols.at(-1)).toBe('bearer.next')
  })

  it('AUTH-12 P7 a login that was ended elsewhere is over for the page at once; one that goes on is not', async () => {
    const ended: string[] = []
    const stop = subscribeSession(({ kind }) => ended.push(kind))
    const answers = [pair(), new Response(JSON.stringify({ code: 401 }), { status: 401 })]
    vi.stubGlobal('fetch', async () => answers.shift())
    await open()
    latest().break(4401)
    await vi.advanceTimersByTimeAsync(120_000)
    expect([ended, latest().protocols.at(-1)]).toEqual([[], 'bearer.next'])
    latest().break(4401)
    await vi.advanceTimersByTimeAsync(10)
    expect(ended).toEqual(['expired'])
    stop()
  })

  it('PUSH-08 asks for what came after the last message, not after the greeting', async () => {
    startPosition(7)
    await open()
    expect(since()).toBe(7)
    latest().say(hello(12))
    await reconnect()
    expect(since()).toBe(7)
    latest().say(hello(12))
    latest().say(mailbox(9))
    await reconnect()
    expect(since()).toBe(9)
  })

  it('PUSH-08 begins at the greeting when nothing was loaded before', async () => {
    await open()
    expect(since()).toBe(null)
    latest().say(hello(12))
    await reconnect()
    expect(since()).toBe(12)
  })

  it('PUSH-08 takes the word of the server after a reload, also when it is smaller', async () => {
    startPosition(900)
    await open()
    latest().say(hello(5))
    latest().say({ optType: 'resync', modseq: 5 })
    await reconnect()
    expect(since()).toBe(5)
  })

  it('PUSH-03 closed and opened again goes on where it was; a new session begins from nothing', async () => {
    await open()
    latest().say(hello(3))
    latest().say(mailbox(4))
    closePush()
    await open()
    expect(since()).toBe(4)
    forgetSession('signed-out')
    await open()
    expect(since()).toBe(null)
  })

  it('PUSH-04 ignores what is no message of the contract', async () => {
    const heard: unknown[] = []
    const end = onPush((message) => heard.push(message))
    await open()
    for (const data of ['', '{', '[]', 'null', '{"optType":"other","modseq":1}']) {
      latest().dispatchEvent(new MessageEvent('message', { data }))
    }
    latest().say(mailbox(1))
    end()
    expect(heard).toEqual([mailbox(1)])
  })
})
