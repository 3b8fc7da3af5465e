import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pushProtocol } from '@hongyan/contract/push'
import { type WebSocket, WebSocketServer } from 'ws'
import { type BulkNews, bulkTopic } from '../features/bulk/bulk.public.ts'
import type { FolderSight } from '../features/folders/folders.public.ts'
import { screenLockedTopic, sessionEndedTopic } from '../features/session/session.public.ts'
import { changeTopic, type Mailstore } from '../mailstore/mailstore.ts'
import type { Clock } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { Events } from '../platform/events/events.ts'
import type { Caller } from '../platform/http/http.ts'
import type { AccountId, SessionId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { createConnection, type PushConnection } from './push-connection.ts'

/** How often a socket is asked for a sign of life, and its login whether it has not ended. */
const heartbeatMs = 30_000
const path = /^\/api\/mail\/message\/([^/?]+)$/

interface Options {
  mailstore: Mailstore
  events: Events
  log: Log
  clock: Clock
  /** Origin that may open a socket besides the host the request came to (T19). */
  origin: string
  callers: {
    ofToken(token: string, use: { idle: null; evenLocked: false }): Promise<Caller | null>
  }
  /** Folders that a login may not see now: nothing of them is pushed to it. */
  folderLocks: { sightOf(login: Caller): Promise<FolderSight> }
  /** Those of some logins that have not ended, whoever ended them and however, and whether their screens are locked. */
  sessions: {
    living(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, { locked: boolean }>>
  }
}

/** Push: the change feed of an account, to each of its open browsers, in order and without gaps. */
export interface Push {
  attach(servers: readonly Pick<Server, 'on'>[]): void
  connections(): number
  stop(): Promise<void>
}

export function createPush(options: Options): Push {
  const { mailstore, events, log, clock, sessions } = options
  const { sightOf } = options.folderLocks
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 4_096,
    perMessageDeflate: false,
    handleProtocols: () => pushProtocol,
  })
  const byAccount = new Map<AccountId, Set<PushConnection>>()
  const all = () => [...byAccount.values()].flatMap((set) => [...set])

  const open = (socket: WebSocket, caller: Caller) => {
    const { accountId } = caller
    const { living } = sessions
    const connection = createConnection({ socket, caller, mailstore, log, sightOf, living })
    byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(connection))
    socket.on('close', () => {
      const set = byAccount.get(accountId)
      set?.delete(connection)
      if (set?.size === 0) byAccount.delete(accountId)
    })
  }

  /** Logins end, and screens lock themselves, without an announcement too, or it was lost. A socket is no better than its login. */
  const closeEnded = async (): Promise<void> => {
    const open = all()
    if (open.length === 0) return
    const alive = await sessions.living([...new Set(open.map((one) => one.sessionId))])
    for (const { sessionId, judge } of open) judge(alive.get(sessionId))
  }
  const checkLogins = () =>
    closeEnded().catch((thrown) => log.warn({ err: thrown }, 'push could not ask for its logins'))

  const stopped = new AbortController()
  const beat = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(heartbeatMs, stopped.signal)
      if (stopped.signal.aborted) return
      for (const connection of all()) connection.ping()
      await checkLogins()
    }
  }

  const stopListening = [
    events.on(changeTopic, (payload) => {
      const { accountId } = payload as { accountId: AccountId }
      for (const connection of byAccount.get(accountId) ?? []) void connection.catchUp()
    }),
    events.on(bulkTopic, (payload) => {
      const { accountId, progress, places } = payload as BulkNews
      for (const connection of byAccount.get(accountId) ?? [])
        connection.tell({ optType: 'bulk', ...progress }, places)
    }),
    events.on(sessionEndedTopic, (payload) => {
      const { sessionIds } = payload as { sessionIds: SessionId[] }
      for (const { sessionId, judge } of all()) if (sessionIds.includes(sessionId)) judge(undefined)
    }),
    events.on(screenLockedTopic, (payload) => {
      const { sessionIds } = payload as { sessionIds: SessionId[] }
      for (const { sessionId, judge } of all())
        if (sessionIds.includes(sessionId)) judge({ locked: true })
    }),
    events.onGap(() => {
      void checkLogins()
      for (const connection of all()) void connection.catchUp()
    }),
  ]

  const upgrade = async (request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const verdict = await judge(request, options)
    if (verdict.kind === 'refused') return refuse(stream, verdict.status)
    sockets.handleUpgrade(request, stream, head, (socket) => open(socket, verdict.caller))
  }

  return {
    connections: () => all().length,
    attach: (servers) => {
      void beat()
      for (const server of servers)
        server.on('upgrade', (request, stream, head) => {
          stream.on('error', (thrown) => log.debug({ err: thrown }, 'push upgrade'))
          upgrade(request, stream, head).catch(() => refuse(stream, 503))
        })
    },
    stop: async () => {
      stopped.abort()
      for (const stop of stopListening) stop()
      for (const connection of all()) connection.close(1001, 'the server is stopping')
      sockets.close()
    },
  }
}

const refuse = (stream: Duplex, status: number): void => {
  stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
}

type Verdict = { kind: 'accepted'; caller: Caller } | { kind: 'refused'; status: number }

/** Own page, live token, own address: anything else gets no socket (T19, G93). */
async function judge(
  request: IncomingMessage,
  { origin, callers }: Pick<Options, 'origin' | 'callers'>,
): Promise<Verdict> {
  const address = path.exec(request.url ?? '')?.[1]
  if (address === undefined) return { kind: 'refused', status: 404 }
  if (!isOwnOrigin(request, origin)) return { kind: 'refused', status: 403 }
  const token = tokenOf(request)
  const caller = token === null ? null : await callerOf(token, callers)
  if (caller === 'locked') return { kind: 'refused', status: 400 }
  if (!caller || caller.owing) return { kind: 'refused', status: 401 }
  const own = decodeAddress(address) === caller.address
  return own ? { kind: 'accepted', caller } : { kind: 'refused', status: 403 }
}

/** A connection that comes back by itself is no sign of a person. */
const callerOf = (token: string, callers: Options['callers']): Promise<Caller | 'locked' | null> =>
  callers.ofToken(token, { idle: null, evenLocked: false }).catch((thrown) => {
    if (thrown instanceof AppError && thrown.code === 'session.locked') return 'locked'
    throw thrown
  })

function decodeAddress(encoded: string): string {
  try {
    return decodeURIComponent(encoded).toLowerCase()
  } catch {
    return ''
  }
}

/** A page of another site may open sockets to us with the user's network, never with our Origin (T19). */
function isOwnOrigin(request: IncomingMessage, configured: string): boolean {
  const given = request.headers.origin
  if (given === undefined || given === configured) return true
  return URL.canParse(given) && new URL(given).host === request.headers.host
}

function tokenOf(request: IncomingMessage): string | null {
  const offered = String(request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((one) => one.trim())
  if (!offered.includes(pushProtocol)) return null
  return offered.find((one) => one.startsWith('bearer.'))?.slice('bearer.'.length) ?? null
}
