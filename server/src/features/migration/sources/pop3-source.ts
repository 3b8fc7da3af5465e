import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { limits } from '@hongyan/contract/limits'
import { joinInTurns, turnForScan } from '../../../platform/in-turns.ts'
import { writtenAt } from './header-date.ts'
import { messagesOf } from './pop3-listing.ts'
import type { Reached } from './reach.ts'
import {
  type Fetched,
  isPassing,
  type OpenFolder,
  type Source,
  type SourceLogin,
  type SourceMessage,
  SourceTrouble,
} from './source.ts'
import { createUnstuffer } from './unstuffer.ts'

const silenceMs = 60_000
/** Who sends a byte now and then is not waited for all day. */
const stepMs = 120_000
/** Until somebody is in. */
const signInMs = 60_000
const slowestBytesPerMs = 16
const mostLine = 16 * 1024
/** Lines of LIST and UIDL of a large mailbox. */
const mostListing = 16 * 1024 * 1024
/** What a message may be larger than its server says. */
const slack = 64 * 1024
const inbox = 'INBOX'

/** A POP3 mailbox (RFC 1939): the inbox and nothing else, its bytes untouched. @throws SourceTrouble */
export async function openPop3Source(login: SourceLogin, reached: Reached): Promise<Source> {
  const { server, userName, password } = login
  for (const word of [userName, password])
    if (/[\r\n\0]/.test(word)) throw new SourceTrouble('login')
  const tls = {
    servername: reached.servername,
    minVersion: 'TLSv1.2' as const,
    ...(reached.ca === null ? {} : { ca: reached.ca }),
  }
  const at = { host: reached.address, port: server.port }
  let line = createLine(
    server.security === 'tls' ? connectTls({ ...at, ...tls }) : connectPlain(at),
  )
  const timer = setTimeout(() => line.close(), signInMs)
  try {
    if (!(await line.status())) throw new SourceTrouble('unreachable')
    if (server.security === 'starttls') {
      if (!(await line.says('STLS'))) throw new SourceTrouble('no-tls')
      line = createLine(connectTls({ socket: line.free(), ...tls }))
    }
    if (!(await line.says(`USER ${userName}`)) || !(await line.says(`PASS ${password}`)))
      throw new SourceTrouble(isPassing(line.said()) ? 'unreachable' : 'login')
  } catch (thrown) {
    line.close()
    throw thrown
  } finally {
    clearTimeout(timer)
  }
  const folder = { path: inbox, steps: [inbox], role: 'inbox' as const, isEverything: false }
  let messages: SourceMessage[] | null = null
  const listing = async (): Promise<SourceMessage[]> => {
    messages ??= await list(line)
    return messages
  }
  return {
    keepsCursors: false,
    folders: async () => [{ ...folder, total: (await listing()).length }],
    open: async () => openInbox(line, await listing()),
    close: () => line.close(),
  }
}

const openInbox = (line: Line, messages: readonly SourceMessage[]): OpenFolder => ({
  validity: '',
  after: async (cursor, limit) => {
    const next = messages.findIndex((one) => one.cursor > cursor)
    return next < 0 ? [] : messages.slice(next, next + limit)
  },
  fetch: async (wanted) => {
    const got = new Map<string, Fetched>()
    for (const { uid, cursor, size } of wanted) {
      if (!(await line.says(`RETR ${cursor}`))) continue
      const most = Math.min(Math.floor(size * 1.25) + slack, limits.message)
      got.set(uid, (await line.multiline(most)) ?? largerThan(most))
    }
    return got
  },
  arrival: async ({ cursor }) =>
    (await line.says(`TOP ${cursor} 0`)) ? writtenAt(await answer(line)) : null,
  describe: async ({ cursor }) => {
    if (!(await line.says(`TOP ${cursor} 0`))) return ''
    const head = (await answer(line)).toString('latin1')
    return /^Subject:[ \t]*(.{0,500})/im.exec(head.slice(0, 200_000))?.[1] ?? ''
  },
})

async function list(line: Line): Promise<SourceMessage[]> {
  if (!(await line.says('LIST'))) throw new SourceTrouble('line')
  const sizes = await answer(line)
  if (!(await line.says('UIDL'))) throw new SourceTrouble('line')
  return messagesOf(sizes, await answer(line))
}

const largerThan = (most: number): Fetched =>
  most === limits.message ? 'too-large' : 'larger-than-said'

/** The lines of a header or a listing; of one that does not end no more is read than is taken. @throws SourceTrouble */
async function answer(line: Line): Promise<Buffer> {
  const lines = await line.multiline(mostListing, 'no more than that')
  if (!lines) throw new SourceTrouble('line')
  return lines
}

interface Line {
  /** The first answer. @throws SourceTrouble */
  status(): Promise<boolean>
  /** Says a command. @returns whether it was done */
  says(command: string): Promise<boolean>
  /**
   * The lines that follow, their dots undone (RFC 1939 §3); null: they were more. Then the line stands behind them, unless
   * no more was to be read: it is of no use any more. @throws SourceTrouble
   */
  multiline(mostBytes: number, read?: 'to their end' | 'no more than that'): Promise<Buffer | null>
  /** The last answer's first line. */
  said(): string
  /** The socket, for TLS. */
  free(): Socket
  close(): void
}

function createLine(socket: Socket | TLSSocket): Line {
  let rest: Buffer = Buffer.alloc(0)
  let last = ''
  const { more, free } = bytesOf(socket)
  const limited = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(() => socket.destroy(new Error('slow')), ms)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }
  const firstLine = async (): Promise<boolean> => {
    let end = rest.indexOf('\n')
    while (end < 0) {
      if (rest.length > mostLine) throw new SourceTrouble('line')
      rest = Buffer.concat([rest, await more()])
      end = rest.indexOf('\n')
    }
    last = rest.toString('latin1', 0, end)
    rest = rest.subarray(end + 1)
    return last.startsWith('+OK')
  }
  const status = (): Promise<boolean> => limited(stepMs, firstLine)
  const lines = async (mostBytes: number, toTheEnd: boolean): Promise<Buffer | null> => {
    const reader = createUnstuffer(mostBytes)
    let bytes = rest
    for (;;) {
      await turnForScan(bytes.length)
      const left = reader.take(bytes)
      if (!toTheEnd && reader.isTooLarge()) return null
      if (left) {
        rest = left
        const slabs = reader.slabs()
        return slabs && joinInTurns(slabs)
      }
      bytes = await more()
    }
  }
  return {
    status,
    said: () => last,
    says: (command) => {
      socket.write(`${command}\r\n`)
      return status()
    },
    multiline: (mostBytes, read = 'to their end') =>
      limited(stepMs + mostBytes / slowestBytesPerMs, () =>
        lines(mostBytes, read === 'to their end'),
      ),
    free,
    close: () => {
      if (socket.writable) socket.end('QUIT\r\n')
      setTimeout(() => socket.destroy(), 500).unref()
    },
  }
}

/** What comes, a chunk at a time and not before it is asked for. */
function bytesOf(socket: Socket | TLSSocket) {
  const came: Buffer[] = []
  let trouble: SourceTrouble | null = null
  let wake: () => void = () => undefined
  const end = (thrown?: unknown): void => {
    trouble ??= troubleOf(thrown)
    wake()
  }
  socket.on('data', (chunk: Buffer) => {
    socket.pause()
    came.push(chunk)
    wake()
  })
  socket.on('error', end)
  socket.on('close', () => end())
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('silent')))
  socket.pause()
  return {
    more: async (): Promise<Buffer> => {
      for (;;) {
        const next = came.shift()
        if (next) return next
        if (trouble) throw trouble
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        socket.resume()
        await woken
      }
    },
    free: (): Socket => {
      for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event)
      socket.on('error', () => undefined)
      return socket
    },
  }
}

function troubleOf(thrown: unknown): SourceTrouble {
  const code = String((thrown as { code?: string } | undefined)?.code ?? '')
  const isTls = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
  return new SourceTrouble(isTls ? 'no-tls' : 'line', thrown)
}
