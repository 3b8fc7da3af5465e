import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Caller } from './caller.ts'

/** A path where browsers open WebSockets. */
export interface SocketDoor {
  path: RegExp
  /** Its name in the subprotocol list, beside which the token stands (G93). */
  protocol: string
  /** Longest message that a client may send, in bytes. */
  maxPayload: number
  /** False: this caller gets no socket here. @param match what the path's expression found */
  admits?(caller: Caller, match: RegExpExecArray): boolean
  open(socket: WebSocket, caller: Caller): void
}

interface Options {
  log: Log
  /** Origin that may open a socket besides the host the request came to (T19). */
  origin: string
  callers: {
    ofToken(token: string, use: { idle: null; evenLocked: false }): Promise<Caller | null>
  }
}

/** Every WebSocket of the product: who may open one is asked here and nowhere else. */
export interface WebSockets {
  bind(door: SocketDoor): void
  attach(servers: readonly Pick<Server, 'on'>[]): void
  /** Closes every socket: before the listeners, which wait for them. */
  stop(): void
}

interface Bound {
  door: SocketDoor
  sockets: WebSocketServer
}

/** What a client may say in a second: pages say a line in minutes, so one that says more is no page. */
const framesInSecond = 100
const bytesInSecond = 4 * 1024 * 1024
/** A client that sends a message of some kilobytes in more pieces means to cost us something. */
const mostFragments = 64
const mostChunks = 4_096

export function createWebSockets(options: Options): WebSockets {
  const { log } = options
  const bound: Bound[] = []
  const open = new Set<WebSocket>()

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const verdict = await judge(request, bound, options)
    if (verdict.kind === 'refused') return refuse(stream, verdict.status)
    const { caller, at, match } = verdict
    // Nothing is waited for between this and the opening: a hundred that come at once are counted one by one.
    if (at.door.admits?.(caller, match) === false) return refuse(stream, 403)
    at.sockets.handleUpgrade(request, stream, head, (socket) => {
      open.add(socket)
      endFloods(socket)
      socket.on('close', () => open.delete(socket))
      at.door.open(socket, caller)
    })
  }
  return {
    bind: (door) => {
      const { protocol, maxPayload } = door
      const sockets = new WebSocketServer({
        noServer: true,
        maxPayload,
        perMessageDeflate: false,
        maxFragments: mostFragments,
        maxBufferedChunks: mostChunks,
        // A packet may hold ten thousand frames: each is a turn of its own.
        allowSynchronousEvents: false,
        handleProtocols: () => protocol,
      })
      bound.push({ door, sockets })
    },
    attach: (servers) => {
      for (const server of servers)
        server.on('upgrade', (request, stream, head) => {
          stream.on('error', (thrown) => log.debug({ err: thrown }, 'socket upgrade'))
          upgrade(request, stream, head).catch(() => refuse(stream, 503))
        })
    },
    stop: () => {
      for (const { sockets } of bound) sockets.close()
      // The listeners wait for whoever is connected.
      for (const socket of open) socket.close(1001, 'the server is stopping')
    },
  }
}

const refuse = (stream: Duplex, status: number): void => {
  stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
}

/** Who floods us is gone at once: a closing that is said first would have all that has come read to its end. */
function endFloods(socket: WebSocket): void {
  let since = performance.now()
  let frames = 0
  let bytes = 0
  const count = (data: RawData): void => {
    const now = performance.now()
    if (now - since >= 1_000) {
      since = now
      frames = 0
      bytes = 0
    }
    frames++
    bytes += lengthOf(data)
    if (frames > framesInSecond || bytes > bytesInSecond) socket.terminate()
  }
  socket.on('message', count)
  socket.on('ping', count)
  socket.on('pong', count)
}

const lengthOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, one) => sum + one.length, 0) : data.byteLength

type Verdict =
  | { kind: 'accepted'; caller: Caller; at: Bound; match: RegExpExecArray }
  | { kind: 'refused'; status: number }

const refused = (status: number): Verdict => ({ kind: 'refused', status })

/** Own page, live token, and whom the door admits: anything else gets no socket (T19, G93). */
async function judge(
  request: IncomingMessage,
  bound: readonly Bound[],
  { origin, callers }: Pick<Options, 'origin' | 'callers'>,
): Promise<Verdict> {
  const url = request.url ?? ''
  const at = bound.find(({ door }) => door.path.test(url))
  const match = at?.door.path.exec(url)
  if (!at || !match) return refused(404)
  if (!isOwnOrigin(request, origin)) return refused(403)
  const token = tokenOf(request, at.door.protocol)
  const caller = token === null ? null : await callerOf(token, callers)
  if (caller === 'locked') return refused(400)
  if (!caller || caller.owing) return refused(401)
  return { kind: 'accepted', caller, at, match }
}

/** A connection that comes back by itself is no sign of a person. */
const callerOf = (token: string, callers: Options['callers']): Promise<Caller | 'locked' | null> =>
  callers.ofToken(token, { idle: null, evenLocked: false }).catch((thrown) => {
    if (thrown instanceof AppError && thrown.code === 'session.locked') return 'locked'
    throw thrown
  })

/** A page of another site may open sockets to us with the user's network, never with our Origin (T19). */
function isOwnOrigin(request: IncomingMessage, configured: string): boolean {
  const given = request.headers.origin
  if (given === undefined || given === configured) return true
  return URL.canParse(given) && new URL(given).host === request.headers.host
}

function tokenOf(request: IncomingMessage, protocol: string): string | null {
  const offered = String(request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((one) => one.trim())
  if (!offered.includes(protocol)) return null
  return offered.find((one) => one.startsWith('bearer.'))?.slice('bearer.'.length) ?? null
}
