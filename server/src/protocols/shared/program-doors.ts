import { createServer, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { clientAccessTopic } from '../../features/client-access/client-access.public.ts'
import { screenLockedTopic, sessionEndedTopic } from '../../features/session/session.public.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Log } from '../../platform/log.ts'
import type { Certificate } from './certificate-files.ts'
import { type Crowded, type CrowdLimits, roomFor } from './crowding.ts'
import { closing, listen, turnAway } from './listening.ts'
import type { CertifiedKey } from './self-signed.ts'

/** One open program, as its port sees it. */
export interface ProgramConnection extends Crowded {
  /** The account that is in; null before the login. */
  account(): number | null
  /** The login whose access token it came in by; null of one with a code. */
  session(): number | null
  /** Ends when the code was cancelled, the login ended or locked, or the person shut out. */
  recheck(): Promise<void>
  /** Ends when it is too slow. */
  endOverdue(): void
  /** The program is told why, then the line is cut. */
  end(why: string): void
  /** Speaks with the program until it has gone. */
  run(): Promise<void>
}

/** A line that was opened, before anything is said. */
export interface NewLine {
  socket: Socket
  /** TLS from the first byte. */
  isSecure: boolean
  tls: SecureContext
}

interface Options<C extends ProgramConnection> {
  bind: string
  /** Null: none. */
  ports: { port: number | null; tlsPort: number | null }
  certificate: Certificate
  events: Events
  log: Log
  limits: CrowdLimits
  connect(line: NewLine): C
  /** The line that says why somebody is turned away. */
  farewell(why: string): string
}

/** How often slow programs are looked for, and whether those that are in may still be. */
const sweepMs = 1_000
const recheckMs = 30_000
/** Time for what they are at when the server stops. */
const stopGraceMs = 5_000

/** The two ports of a protocol for mail programs: TLS when the program asks for it, and from the first byte. */
export function createProgramDoors<C extends ProgramConnection>(options: Options<C>) {
  const { bind, certificate, events, log, limits, farewell } = options
  const open = new Set<C>()
  const talks = new Set<Promise<void>>()
  const contextOf = (pair: CertifiedKey) => createSecureContext({ ...pair, minVersion: 'TLSv1.2' })
  let tls = contextOf(certificate.current())
  certificate.onNew((next) => {
    tls = contextOf(next)
  })
  const welcome = (isSecure: boolean) => (socket: Socket) => {
    const room = roomFor([...open], socket.remoteAddress ?? '', limits)
    if (room.kind === 'none') {
      turnAway(socket, isSecure ? null : farewell('Too many connections, try again shortly'))
      return
    }
    if (room.kind === 'instead') {
      open.delete(room.of)
      room.of.end('The port is full and you are not in')
    }
    const connection = options.connect({ socket, isSecure, tls })
    open.add(connection)
    const talk = connection.run().finally(() => {
      open.delete(connection)
      talks.delete(talk)
    })
    talks.add(talk)
  }
  const plain = createServer({ noDelay: true }, welcome(false))
  const secure = createServer({ noDelay: true }, welcome(true))
  const ports: { port: number | null; tlsPort: number | null } = { port: null, tlsPort: null }
  const timers: NodeJS.Timeout[] = []
  let stopListening: (() => void)[] = []

  const recheck = (some: Iterable<C>): void => {
    for (const one of some)
      one.recheck().catch((thrown) => log.warn({ reason: messageOf(thrown) }, 'a program’s login'))
  }
  const ofAccount = (payload: unknown): C[] => {
    const { accountId } = payload as { accountId: number }
    return [...open].filter((one) => one.account() === accountId)
  }
  const ofSessions = (payload: unknown): C[] => {
    const { sessionIds } = payload as { sessionIds: readonly number[] }
    return [...open].filter((one) => sessionIds.includes(one.session() ?? -1))
  }
  return {
    /** Those that are open. */
    ports: () => ports,
    connections: () => open.size,
    open: (): Iterable<C> => open,
    ofAccount,
    start: async (): Promise<void> => {
      ports.port = await listen(plain, bind, options.ports.port)
      ports.tlsPort = await listen(secure, bind, options.ports.tlsPort)
      timers.push(
        setInterval(() => {
          for (const one of open) one.endOverdue()
        }, sweepMs).unref(),
        setInterval(() => recheck(open), recheckMs).unref(),
      )
      stopListening = [
        events.on(clientAccessTopic, (payload) => recheck(ofAccount(payload))),
        ...[sessionEndedTopic, screenLockedTopic].map((topic) =>
          events.on(topic, (payload) => recheck(ofSessions(payload))),
        ),
        events.onGap(() => recheck(open)),
      ]
    },
    stop: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stopListening) stop()
      const closed = [plain, secure].filter((one) => one.listening).map(closing)
      for (const one of open) one.end('The server is stopping')
      await Promise.all(closed)
      // What they hold in the database is given back before that is closed.
      const ended = Promise.allSettled([...talks])
      await Promise.race([ended, new Promise((go) => setTimeout(go, stopGraceMs).unref())])
    },
  }
}
