import type { Events } from '../../platform/events/events.ts'
import type { Certificate } from '../shared/certificate-files.ts'
import { createProgramDoors } from '../shared/program-doors.ts'
import { errLine } from './answers.ts'
import { createConnection } from './connection.ts'
import { defaultLimits, type Pop3Limits } from './limits.ts'
import type { Pop3Deps } from './session.ts'

interface Options extends Pop3Deps {
  config: { bind: string; pop3Port: number | null; pop3sPort: number | null }
  certificate: Certificate
  events: Events
  limits?: Partial<Pop3Limits>
}

/** The ports of programs that fetch the inbox: with STLS, and with TLS from the first byte. */
export function createPop3Doors({ config, certificate, events, ...parts }: Options) {
  const limits: Pop3Limits = { ...defaultLimits, ...parts.limits }
  const { ports, connections, start, stop } = createProgramDoors({
    bind: config.bind,
    ports: { port: config.pop3Port, tlsPort: config.pop3sPort },
    certificate,
    events,
    log: parts.log,
    limits,
    connect: (line) => createConnection({ ...line, deps: parts, limits }),
    farewell: (why) => errLine(why, 'SYS/TEMP'),
  })
  return { ports, connections, start, stop }
}
