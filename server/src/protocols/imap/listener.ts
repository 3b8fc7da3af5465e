import { changeTopic } from '../../mailstore/mailstore.ts'
import { bytesInMemory } from '../../platform/budget.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Certificate } from '../shared/certificate-files.ts'
import { createProgramDoors } from '../shared/program-doors.ts'
import { createConnection, type ImapConnection } from './connection.ts'
import { createFolderViews } from './folder-views.ts'
import { defaultLimits, type ImapLimits } from './limits.ts'
import type { ImapDeps } from './session.ts'

interface Options extends Omit<ImapDeps, 'memory' | 'maxMessage' | 'hasRoom' | 'views'> {
  config: { bind: string; imapPort: number | null; imapsPort: number | null }
  certificate: Certificate
  events: Events
  limits?: Partial<ImapLimits>
}

/** The ports of mail programs: with STARTTLS, and with TLS from the first byte. */
export function createImapDoors({ config, certificate, events, ...parts }: Options) {
  const limits: ImapLimits = { ...defaultLimits, ...parts.limits }
  const hasRoom = (accountId: number): boolean =>
    doors.ofAccount({ accountId }).length <= limits.connectionsPerAccount
  const deps: ImapDeps = {
    ...parts,
    hasRoom,
    memory: bytesInMemory(),
    views: createFolderViews(parts.mailstore),
    maxMessage: limits.message,
  }
  const doors = createProgramDoors<ImapConnection>({
    bind: config.bind,
    ports: { port: config.imapPort, tlsPort: config.imapsPort },
    certificate,
    events,
    log: deps.log,
    limits,
    connect: (line) => createConnection({ ...line, deps, limits }),
    farewell: (why) => `* BYE ${why}\r\n`,
  })
  let stopListening: (() => void)[] = []
  return {
    ports: doors.ports,
    connections: doors.connections,
    start: async (): Promise<void> => {
      await doors.start()
      stopListening = [
        events.on(changeTopic, (payload) => {
          for (const one of doors.ofAccount(payload)) one.touch()
        }),
        events.onGap(() => {
          for (const one of doors.open()) one.touch()
        }),
      ]
    },
    stop: async (): Promise<void> => {
      for (const stop of stopListening) stop()
      await doors.stop()
    },
  }
}
