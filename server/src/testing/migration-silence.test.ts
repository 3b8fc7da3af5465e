import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openImapSource } from '../features/migration/sources/imap-source.ts'
import { openPop3Source } from '../features/migration/sources/pop3-source.ts'
import { type Source, SourceTrouble } from '../features/migration/sources/source.ts'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import { listenByLine } from './listen-by-line.ts'

const host = 'mail.example.test'
const open = { imap: openImapSource, pop3: openPop3Source }
type Protocol = keyof typeof open
let directory: string
let cert = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hongyan-test-silence-'))
  const pair = await createSelfSigned(host, new Date())
  cert = pair.cert
  await writeFile(join(directory, 'key.pem'), pair.key)
  await writeFile(join(directory, 'cert.pem'), pair.cert)
})

afterAll(() => rm(directory, { recursive: true, force: true }))

/** Lines are real, waiting is not. */
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  return () => void vi.useRealTimers()
})

const opened = (
  protocol: Protocol,
  { port, security }: { port: number; security: 'tls' | 'starttls' },
): Promise<Source> =>
  open[protocol](
    { server: { protocol, host, port, security }, userName: 'old', password: 'secret' },
    { address: '127.0.0.1', servername: host, ca: cert },
  )

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it went well',
    (thrown: unknown) => (thrown instanceof SourceTrouble ? thrown.reason : String(thrown)),
  )

it.each([
  ['imap', 'tls'],
  ['imap', 'starttls'],
  ['pop3', 'tls'],
  ['pop3', 'starttls'],
] as const)(
  'issue 14: a source that takes the connection and says nothing is hung up on within a minute (%s, %s)',
  async (protocol, security) => {
    const lines: Socket[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      lines.push(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const connected = once(server, 'connection')
    const reason = reasonOf(opened(protocol, { port, security }))
    await connected
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await reason).toBe('line')
    for (const line of lines) line.destroy()
    server.close()
  },
)

it.each([
  ['imap', 301_000],
  ['pop3', 121_000],
] as const)(
  'issue 14: a source that lets one in and answers no more is hung up on at the next step (%s)',
  async (protocol, ms) => {
    const server = await listenByLine(
      join(directory, 'key.pem'),
      join(directory, 'cert.pem'),
      (socket) => {
        socket.write(protocol === 'imap' ? '* OK hello\r\n' : '+OK hello\r\n')
        return {
          take: async (line) => {
            const [tag = '', verb = '', , pattern] = line.split(' ')
            if (protocol === 'pop3') {
              if (tag !== 'LIST') socket.write('+OK\r\n')
            } else if (verb !== 'LIST' || pattern === '""') {
              const said = verb === 'CAPABILITY' ? '* CAPABILITY IMAP4rev1\r\n' : ''
              socket.write(`${said}${tag} OK\r\n`)
            }
          },
        }
      },
    )
    const source = await opened(protocol, { port: server.port, security: 'tls' })
    const reason = reasonOf(source.folders())
    await vi.advanceTimersByTimeAsync(ms)
    expect(await reason).toBe('line')
    server.stop()
  },
)
