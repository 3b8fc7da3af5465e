import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/compose-helpers.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { refuseGarbage } from './listener-limits.ts'

let server: TestServer
let slow: TestMailbox
let other: TestMailbox

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_SLOW_SECONDS: '2' } })
  server.app.http.app.server.on('connection', (socket) => accepted.set(socket.remotePort, socket))
  slow = await newMailbox(server)
  other = await newMailbox(server)
})

afterAll(() => server.stop())

/** The server's end of each connection, by the port of the client: who reads nothing learns of nothing. */
const accepted = new Map<number | undefined, Socket>()

interface Line {
  socket: Socket
  text(): string
  isClosed(): boolean
}

/** A connection of which nothing is hidden; it reads unless told not to. */
async function line({ reads = true } = {}): Promise<Line> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  let closed = false
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true
    })
  if (reads) socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, text: () => text, isClosed: () => closed || socket.destroyed }
}

/** The beginning of an upload: the head and a part of a file that never ends. */
async function begunUpload(box: TestMailbox): Promise<Line> {
  const one = await line()
  one.socket.write(
    `POST /api/file/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${box.client.tokens?.accessToken}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nslow',
  )
  return one
}

async function upload(
  box: TestMailbox,
  bytes: Buffer,
): Promise<{ status: number; error?: string }> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'a.bin'))
  const response = await fetch(new URL('/api/file/upload', server.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${box.client.tokens?.accessToken}` },
    body: form,
  })
  return { status: response.status, ...((await response.json()) as object) }
}

describe('clients that hardly send and hardly read', () => {
  it('P5 doors-4 uploads of one account that never end hold up nobody else, and are cut with a word why', async () => {
    const lines = await Promise.all(Array.from({ length: 20 }, () => begunUpload(slow)))
    const drip = setInterval(() => {
      for (const one of lines) if (!one.isClosed()) one.socket.write('x')
    }, 100)
    expect((await upload(other, Buffer.from('mine'))).status).toBe(200)
    expect(lines.some((one) => one.isClosed())).toBe(false)
    // Six at a time come in, and each is given its two seconds.
    await eventually(
      () => Promise.resolve(lines.filter((one) => one.isClosed()).length),
      (closed) => closed >= 6,
    )
    const told = await eventually(
      () => Promise.resolve(lines.find((one) => one.text().includes('request.too-slow'))),
      (one) => one !== undefined,
    )
    clearInterval(drip)
    expect(told?.text()).toContain('HTTP/1.1 408')
    for (const one of lines) one.socket.destroy()
  })

  it('P5 doors-4 a JSON body that drips is cut, and holds up nothing of its account', async () => {
    const begun = async (said: string) => {
      const one = await line()
      one.socket.write(
        `POST /api/mail/email/drafts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.client.tokens?.accessToken}\r\n` +
          `Content-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"html":"${said}`,
      )
      return one
    }
    const large = 'x'.repeat(300_000)
    const lines = await Promise.all(
      Array.from({ length: 20 }, (_, n) => begun(n % 2 === 0 ? 'x' : large)),
    )
    const drip = setInterval(() => {
      for (const one of lines) if (!one.isClosed()) one.socket.write('x')
    }, 100)
    expect((await slow.client.call(folders.save, { body: { folderName: 'beside' } })).status).toBe(
      200,
    )
    await eventually(
      () => Promise.resolve(lines.filter((one) => one.text().includes('request.too-slow')).length),
      (told) => told >= 12,
    )
    clearInterval(drip)
    for (const one of lines) one.socket.destroy()
  })

  it('P5 doors-5 a reader that takes nothing is cut, one that is slow but reads gets all', async () => {
    const [mailId = 0] = await slow.put('inbox', {
      subject: 'large',
      text: randomBytes(12_000_000).toString('hex').replace(/.{76}/g, '$&\r\n'),
    })
    const { sourceUrl } = await slow.client.get(messages.detail, { query: { mailId } })
    const absent = await line({ reads: false })
    absent.socket.write(`GET ${sourceUrl} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const response = await fetch(new URL(sourceUrl, server.url))
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes % 7 === 0) await delay(5)
    }
    expect(bytes).toBeGreaterThan(24_000_000)
    await eventually(
      () => Promise.resolve(accepted.get(absent.socket.localPort)?.destroyed),
      (destroyed) => destroyed === true,
    )
    absent.socket.destroy()
  })
})

it('ERRORS-09 a request whose head never comes to its end is told that it is too slow, not that it is wrong', async () => {
  const socket = new PassThrough()
  refuseGarbage(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('"error":"request.too-slow"')
})
