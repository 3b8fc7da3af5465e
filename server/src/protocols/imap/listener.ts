import { createServer, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { clientAccessTopic } from '../../features/client-access/client-access.public.ts'
import { changeTopic } from '../../mailstore/mailstore.ts'
import { bytesInMemory } from '../../platform/budget.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Certificate } from '../shared/certificate-files.ts'
import { roomFor } from '../shared/crowding.ts'
import { closing, listen, turnAway } from '../shared/listening.ts'
import type { CertifiedKey } from '../shared/self-signed.ts'
import { createConnection, type ImapConnection } from './connection.ts'
import { defaultLimits, type ImapLimits } from './limits.ts'
import type { ImapDeps } from './session.ts'

interface Options extends Omit<ImapDeps, 'memory' | 'maxMessage' | 'hasRoom'> {
  config: { bind: string; imapPort: number | null; imapsPort: number | null }
  certificate: Certificate
  events: Events
  limits?: Partial<ImapLimits>
}

/** How often slow programs are looked for, and whether those that are in may still be. */
const sweepMs = 1_000
const recheckMs = 30_000

/** The ports of mail programs: with STARTTLS, and with TLS from the first byte. */
export function createImapDoors({ config, certificate, events, ...parts }: Options) {
  const limits: ImapLimits = { ...defaultLimits, ...parts.limits }
  const open = new Set<ImapConnection>()
  const hasRoom = (accountId: number): boolean =>
    [...open].filter((one) => one.account() === accountId).length <= limits.connectionsPerAccount
  const deps: ImapDeps = {
    ...parts,
    hasRoom,
    memory: bytesInMemory(),
    maxMessage: limits.message,
  }
  const contextOf = (pair: CertifiedKey) => createSecureContext({ ...pair, minVersion: 'TLSv1.2' })
  let tls = contextOf(certificate.current())
  certificate.onNew((next) => {
    tls = contextOf(next)
  })
  const take = (isSecure: boolean) => (socket: Socket) =>
    welcome({ socket, isSecure, tls, deps, limits, open })
  const plain = createServer({ noDelay: true }, take(false))
  const secure = createServer({ noDelay: true }, take(true))
  const ports: { port: number | null; tlsPort: number | null } = { port: null, tlsPort: null }
  const timers: NodeJS.Timeout[] = []
  let stopListening: (() => void)[] = []

  const recheck = (some: Iterable<ImapConnection>): void => {
    for (const one of some)
      one.recheck().catch((thrown) => deps.log.warn({ reason: messageOf(thrown) }, 'IMAP login'))
  }
  const ofAccount = (payload: unknown): ImapConnection[] => {
    const { accountId } = payload as { accountId: number }
    return [...open].filter((one) => one.account() === accountId)
  }
  const start = async (): Promise<void> => {
    ports.port = await listen(plain, config.bind, config.imapPort)
    ports.tlsPort = await listen(secure, config.bind, config.imapsPort)
    timers.push(
      setInterval(() => {
        for (const one of open) one.endOverdue()
      }, sweepMs).unref(),
      setInterval(() => recheck(open), recheckMs).unref(),
    )
    stopListening = [
      events.on(changeTopic, (payload) => {
        for (const one of ofAccount(payload)) one.touch()
      }),
      events.on(clientAccessTopic, (payload) => recheck(ofAccount(payload))),
      events.onGap(() => {
        for (const one of open) one.touch()
        recheck(open)
      }),
    ]
  }
  return {
    /** Those that are open. */
    ports: () => ports,
    connections: () => open.size,
    start,
    stop: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stopListening) stop()
      const closed = [plain, secure].filter((one) => one.listening).map(closing)
      for (const one of open) one.end('* BYE The server is stopping\r\n')
      await Promise.all(closed)
    },
  }
}

interface Newcomer {
  socket: Socket
  isSecure: boolean
  tls: SecureContext
  deps: ImapDeps
  limits: ImapLimits
  open: Set<ImapConnection>
}

function welcome({ socket, open, ...parts }: Newcomer): void {
  const { limits, isSecure } = parts
  const room = roomFor([...open], socket.remoteAddress ?? '', limits)
  if (room.kind === 'none') {
    turnAway(socket, isSecure ? null : '* BYE Too many connections, try again shortly\r\n')
    return
  }
  if (room.kind === 'instead') {
    open.delete(room.of)
    room.of.end('* BYE The port is full and you are not in\r\n')
  }
  const connection = createConnection({ socket, ...parts })
  open.add(connection)
  void connection.run().finally(() => open.delete(connection))
}
