import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { shiftingClock } from '../../../testing/shifting-clock.ts'
import type { RunningProgram } from '../../../testing/start-program.ts'
import { eicar, gtube, startClamd, startRspamd } from '../../../testing/start-protectors.ts'
import { createEngines } from './engines.ts'

const mailOf = (text: string) => ({
  raw: Buffer.from(`From: 张 <a@other.test>\r\nSubject: x\r\n\r\n${text}\r\n`),
  sender: 'a@other.test',
  recipients: ['张伟@example.test'],
  ip: '192.0.2.7',
  helo: 'mx.other.test\r\nX-Injected: 1',
  queueId: 'q1',
})

const open: Server[] = []
afterAll(() => {
  for (const one of open) one.close()
})

async function peer(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    talk(socket)
  }).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function enginesAt(port: { rspamd?: number; clamd?: number }, milliseconds = 300) {
  const clock = shiftingClock()
  const metrics = createMetrics()
  const engines = createEngines({
    rspamdUrl: port.rspamd === undefined ? null : `http://127.0.0.1:${port.rspamd}`,
    clamd: port.clamd === undefined ? null : { host: '127.0.0.1', port: port.clamd },
    clock,
    metrics,
    log: createLog('silent'),
    milliseconds,
  })
  return { engines, clock, metrics }
}

describe('the real ones', () => {
  let clamd: RunningProgram
  let rspamd: RunningProgram
  beforeAll(async () => {
    ;[clamd, rspamd] = await Promise.all([startClamd(), startRspamd()])
  })
  afterAll(() => Promise.all([clamd.stop(), rspamd.stop()]))

  it('issue 17: clamd finds EICAR, nothing in an honest mail, and does not look at what is too large for it', async () => {
    const { engines } = enginesAt({ clamd: clamd.port }, 20_000)
    expect(await engines.clamd(Buffer.from(eicar))).toEqual({
      kind: 'said',
      verdict: 'Eicar-Test-Signature.UNOFFICIAL',
    })
    expect(await engines.clamd(mailOf('hello').raw)).toEqual({ kind: 'said', verdict: null })
    const large = await engines.clamd(Buffer.alloc(3 * 1024 * 1024, 'a'))
    expect(large).toMatchObject({ kind: 'silent' })
    expect(engines.states().clamd).toEqual({ on: true, answers: false })
    expect(engines.states().rspamd).toEqual({ on: false, answers: null })
  })

  it('issue 17: Rspamd rejects GTUBE and says nothing of an honest mail', async () => {
    const { engines } = enginesAt({ rspamd: rspamd.port }, 20_000)
    expect(await engines.rspamd(mailOf(gtube))).toMatchObject({
      kind: 'said',
      verdict: { action: 'reject', symbols: [{ name: 'GTUBE' }] },
    })
    expect(await engines.rspamd(mailOf('hello'))).toMatchObject({
      kind: 'said',
      verdict: { action: 'no action', score: 0 },
    })
  })
})

const faults: [string, (socket: Socket) => void][] = [
  ['nothing is said', () => undefined],
  ['it hangs up', (socket) => socket.end()],
  ['it breaks the line', (socket) => socket.resetAndDestroy()],
  ['garbage', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}x\0')],
  ['another JSON', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]\0')],
  ['500', (socket) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n')],
  ['an answer without end', (socket) => void flood(socket)],
  ['an error of clamd', (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
]

async function flood(socket: Socket): Promise<void> {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  while (!socket.destroyed) {
    if (!socket.write(Buffer.alloc(64 * 1024, 'a')))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  }
}

it.each(faults)('issue 17: no verdict, and in time, where %s', async (_, talk) => {
  const port = await peer(talk)
  const { engines, metrics } = enginesAt({ rspamd: port, clamd: port })
  const said = await Promise.all([
    engines.rspamd(mailOf('x')),
    engines.clamd(Buffer.alloc(4 * 1024 * 1024)),
  ])
  expect(said.map((one) => one?.kind)).toEqual(['silent', 'silent'])
  const text = await metrics.text()
  expect(text).toContain('hongyan_protection_unanswered_total{program="rspamd"} 1')
  expect(text).toContain('hongyan_protection_unanswered_total{program="clamd"} 1')
})

it('issue 17: a program that is away is left alone for a while, and asked again after', async () => {
  let asked = 0
  const port = await peer((socket) => {
    asked++
    socket.end()
  })
  const { engines, clock } = enginesAt({ clamd: port })
  for (let turn = 0; turn < 5; turn++) await engines.clamd(Buffer.from('x'))
  expect(asked).toBe(3)
  clock.advance(16_000)
  await engines.clamd(Buffer.from('x'))
  expect(asked).toBe(4)
})
