import type { IncomingMessage, Server } from 'node:http'
import { type PushMessage, pushHello, pushProtocol } from '@hongyan/contract/push'
import { WebSocket, WebSocketServer } from 'ws'
import { sessionEndedTopic } from '../features/session/session.public.ts'
import { changeTopic, type Mailstore } from '../mailstore/mailstore.ts'
import type { Change } from '../mailstore/types.ts'
import type { Events } from '../platform/events/events.ts'
import type { Caller } from '../platform/http/http.ts'
import type { AccountId, SessionId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'

/** More missed changes than this: the browser loads everything again. */
const maxMissed = 500
/** A client that does not read is dropped at this much unsent (P5). */
const maxBuffered = 1024 * 1024
const pingMs = 30_000
const helloMs = 10_000
const path = /^\/api\/mail\/message\/([^/?]+)$/

interface Options {
  mailstore: Mailstore
  events: Events
  log: Log
  /** Origins that may open a socket besides the one the request came to (T19). */
  origin: string
  authenticate(token: string): Promise<Caller | null>
}

interface Connection {
  socket: WebSocket
  caller: Caller
  token: string
  /** Feed position the client has. */
  position: number
  ready: boolean
  sending: boolean
  again: boolean
  alive: boolean
}

/** Push: the change feed of an account, to each of its open browsers, in order and without gaps. */
export interface Push {
  attach(server: Server): void
  connections(): number
  stop(): Promise<void>
}

export function createPush({ mailstore, events, log, origin, authenticate }: Options): Push {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 4_096,
    perMessageDeflate: false,
    handleProtocols: () => pushProtocol,
  })
  const byAccount = new Map<AccountId, Set<Connection>>()
  const all = () => [...byAccount.values()].flatMap((set) => [...set])

  const remove = (connection: Connection) => {
    const set = byAccount.get(connection.caller.accountId)
    set?.delete(connection)
    if (set?.size === 0) byAccount.delete(connection.caller.accountId)
  }

  /** Sends everything after the client's position; calls that come meanwhile make it look once more. */
  const catchUp = async (connection: Connection): Promise<void> => {
    if (!connection.ready) return
    connection.again = true
    if (connection.sending) return
    connection.sending = true
    try {
      while (connection.again) {
        connection.again = false
        await sendMissed(connection)
      }
    } catch (thrown) {
      // The position has not moved: the next announcement, or the reconnect, sends what is missing.
      log.warn({ err: thrown }, 'push could not read the feed')
    } finally {
      connection.sending = false
    }
  }

  const sendMissed = async (connection: Connection): Promise<void> => {
    const range = { since: connection.position, limit: maxMissed + 1 }
    const changes = await mailstore.changesAfter(connection.caller.accountId, range)
    if (changes.length > maxMissed) {
      const state = await mailstore.state(connection.caller.accountId)
      connection.position = state?.modseq ?? connection.position
      send(connection, { optType: 'resync', modseq: connection.position })
      return
    }
    for (const change of changes) {
      for (const message of messagesOf(change)) send(connection, message)
      connection.position = change.modseq
    }
  }

  const send = ({ socket }: Connection, message: PushMessage) => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  const greet = async (connection: Connection, data: string): Promise<void> => {
    const hello = pushHello.safeParse(parseJson(data))
    if (!hello.success || connection.ready) return connection.socket.close(1008, 'not understood')
    const state = await mailstore.state(connection.caller.accountId)
    const now = state?.modseq ?? 0
    connection.position = Math.min(hello.data.since ?? now, now)
    connection.ready = true
    send(connection, { optType: 'hello', modseq: now })
    await catchUp(connection)
  }

  const open = (socket: WebSocket, caller: Caller, token: string) => {
    const connection: Connection = {
      socket,
      caller,
      token,
      position: 0,
      ready: false,
      sending: false,
      again: false,
      alive: true,
    }
    byAccount.set(caller.accountId, (byAccount.get(caller.accountId) ?? new Set()).add(connection))
    const timer = setTimeout(() => connection.ready || socket.close(1008, 'no hello'), helloMs)
    socket.on('message', (data) => {
      greet(connection, String(data)).catch((thrown) => {
        log.warn({ err: thrown }, 'push greeting failed')
        socket.close(1011)
      })
    })
    socket.on('pong', () => {
      connection.alive = true
    })
    socket.on('error', (thrown) => log.debug({ err: thrown }, 'push socket'))
    socket.on('close', () => {
      clearTimeout(timer)
      remove(connection)
    })
  }

  const heartbeat = setInterval(() => {
    for (const connection of all()) {
      if (!connection.alive) connection.socket.terminate()
      connection.alive = false
      connection.socket.ping()
    }
  }, pingMs)
  heartbeat.unref()

  const stopListening = [
    events.on(changeTopic, (payload) => {
      const { accountId } = payload as { accountId: AccountId }
      for (const connection of byAccount.get(accountId) ?? []) void catchUp(connection)
    }),
    events.on(sessionEndedTopic, (payload) => {
      const { sessionIds } = payload as { sessionIds: SessionId[] }
      for (const { caller, socket } of all()) {
        if (sessionIds.includes(caller.sessionId)) socket.close(4401, 'session ended')
      }
    }),
    events.onGap(() => {
      for (const connection of all()) void catchUp(connection)
    }),
  ]

  const upgrade = async (
    request: IncomingMessage,
    accept: (caller: Caller, token: string) => void,
  ) => {
    const address = path.exec(request.url ?? '')?.[1]
    if (address === undefined) return 404
    if (!isOwnOrigin(request, origin)) return 403
    const token = tokenOf(request)
    const caller = token === null ? null : await authenticate(token)
    if (!caller || token === null) return 401
    if (decodeURIComponent(address).toLowerCase() !== caller.address) return 403
    accept(caller, token)
    return null
  }

  return {
    connections: () => all().length,
    attach: (server) => {
      server.on('upgrade', (request, stream, head) => {
        stream.on('error', (thrown) => log.debug({ err: thrown }, 'push upgrade'))
        const refuse = (status: number) =>
          stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
        upgrade(request, (caller, token) => {
          sockets.handleUpgrade(request, stream, head, (socket) => open(socket, caller, token))
        }).then(
          (status) => status !== null && refuse(status),
          () => refuse(503),
        )
      })
    },
    stop: async () => {
      clearInterval(heartbeat)
      for (const stop of stopListening) stop()
      for (const { socket } of all()) socket.close(1001, 'the server is stopping')
      sockets.close()
    },
  }
}

function* messagesOf(change: Change): Generator<PushMessage> {
  const { modseq, kind, messageIds, detail } = change
  yield { optType: 'mailbox', modseq, kind, mailIds: messageIds, folders: detail.folders ?? [] }
  for (const one of detail.news ?? []) {
    yield {
      optType: 'mail',
      modseq,
      mailId: one.messageId,
      mailboxId: one.folderId,
      mailSubject: one.subject,
      mailFrom: { name: one.fromName, address: one.fromAddress },
      notify: true,
    }
  }
}

/** A page of another site may open sockets to us with the user's network, never with our Origin (T19). */
function isOwnOrigin(request: IncomingMessage, configured: string): boolean {
  const given = request.headers.origin
  if (given === undefined) return true
  if (given === configured) return true
  return URL.canParse(given) && new URL(given).host === request.headers.host
}

function tokenOf(request: IncomingMessage): string | null {
  const offered = String(request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((one) => one.trim())
  if (!offered.includes(pushProtocol)) return null
  return offered.find((one) => one.startsWith('bearer.'))?.slice('bearer.'.length) ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    return thrown instanceof SyntaxError ? null : thrown
  }
}
