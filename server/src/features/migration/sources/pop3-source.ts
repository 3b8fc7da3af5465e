import { createHash } from 'node:crypto'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { limits } from '@hongyan/contract/limits'
import { writtenAt } from './header-date.ts'
import type { Reached } from './reach.ts'
import {
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
const mostListed = 200_000
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
    const got = new Map<string, Buffer>()
    for (const { uid, cursor, size } of wanted) {
      if (!(await line.says(`RETR ${cursor}`))) continue
      got.set(uid, await line.multiline(Math.floor(Math.min(size, limits.message) * 1.25) + slack))
    }
    return got
  },
  arrival: async ({ cursor }) =>
    (await line.says(`TOP ${cursor} 0`)) ? writtenAt(await line.multiline(mostListing)) : null,
  describe: async ({ cursor }) => {
    if (!(await line.says(`TOP ${cursor} 0`))) return ''
    const head = (await line.multiline(mostListing)).toString('latin1')
    return /^Subject:[ \t]*(.{0,500})/im.exec(head.slice(0, 200_000))?.[1] ?? ''
  },
})

/**
 * Numbers, sizes and unique ids of all messages, of those too that one of the two lists leaves out. Who gives no unique
 * ids at all cannot be asked twice without doubles.
 */
async function list(line: Line): Promise<SourceMessage[]> {
  if (!(await line.says('LIST'))) throw new SourceTrouble('line')
  const sizes = pairsOf(await line.multiline(mostListing))
  if (!(await line.says('UIDL'))) throw new SourceTrouble('line')
  const ids = pairsOf(await line.multiline(mostListing))
  const met = new Map<string, number>()
  return [...new Set([...sizes.keys(), ...ids.keys()])]
    .sort((one, other) => one - other)
    .map((number): SourceMessage => {
      const id = ids.get(number)
      const size = Number(sizes.get(number)) || 0
      const about = { cursor: number, size, flags: [], at: null }
      // No unique id has a space in it (RFC 1939 §7).
      if (!id) return { ...about, uid: `no UIDL ${number}`, isUnnamed: true }
      const times = (met.get(id) ?? 0) + 1
      met.set(id, times)
      // Equal mails may have one id (RFC 1939 §7), and other servers give one to different mails.
      return { ...about, uid: times === 1 ? id : `${id} ${times}` }
    })
}

/** What stands behind each number; '' for nothing. */
function pairsOf(bytes: Buffer): Map<number, string> {
  const pairs = new Map<number, string>()
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(0x0a, from)
    const end = found < 0 ? bytes.length : found
    const number = /^(\d{1,9})(?=\s|$)/.exec(
      bytes.toString('latin1', from, Math.min(end, from + 10)),
    )
    if (number?.[1]) pairs.set(Number(number[1]), wordAt(bytes, from + number[1].length, end))
    if (pairs.size > mostListed) throw new SourceTrouble('line')
    from = end + 1
  }
  return pairs
}

/** As it is where it is a word of RFC 1939 §7; its hash where it is longer or strange: servers of that kind there are. */
function wordAt(bytes: Buffer, from: number, end: number): string {
  const word = bytes.toString('latin1', from, end).trim()
  if (word === '' || /^[\x21-\x7e]{1,200}(?: .*)?$/.test(word)) return word.split(' ')[0] ?? ''
  return `sha256-${createHash('sha256').update(word, 'latin1').digest('hex')}`
}

interface Line {
  /** The first answer. @throws SourceTrouble */
  status(): Promise<boolean>
  /** Says a command. @returns whether it was done */
  says(command: string): Promise<boolean>
  /** The lines that follow, their dots undone (RFC 1939 §3). @throws SourceTrouble when they are more */
  multiline(mostBytes: number): Promise<Buffer>
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
  const lines = async (mostBytes: number): Promise<Buffer> => {
    const reader = createUnstuffer(mostBytes)
    let bytes = rest
    for (;;) {
      const left = reader.take(bytes)
      if (left) {
        rest = left
        return reader.whole()
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
    multiline: (mostBytes) =>
      limited(stepMs + mostBytes / slowestBytesPerMs, () => lines(mostBytes)),
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
