import { pushProtocol } from '@hongyan/contract/push'
import { type BulkNews, bulkTopic } from '../features/bulk/bulk.public.ts'
import type { FolderSight } from '../features/folders/folders.public.ts'
import { watchLogins } from '../features/session/session.public.ts'
import { changeTopic, type Mailstore } from '../mailstore/mailstore.ts'
import type { Clock } from '../platform/clock.ts'
import type { Events } from '../platform/events/events.ts'
import { gather } from '../platform/gather.ts'
import type { Caller } from '../platform/http/http.ts'
import type { SocketDoor } from '../platform/http/web-sockets.ts'
import { type AccountId, asId, type SessionId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { createConnection, type PushConnection } from './push-connection.ts'

const path = /^\/api\/mail\/message\/([^/?]+)$/

interface Options {
  mailstore: Mailstore
  events: Events
  log: Log
  clock: Clock
  /** Folders that a login may not see now: nothing of them is pushed to it. */
  folderLocks: { sightOf(login: Caller): Promise<FolderSight> }
  /** Those of some logins that have not ended, whoever ended them and however, and whether their screens are locked. */
  sessions: {
    living(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, { locked: boolean }>>
  }
}

/** Push: the change feed of an account, to each of its open browsers, in order and without gaps. */
export interface Push {
  door: SocketDoor
  start(): void
  connections(): number
  stop(): Promise<void>
}

export function createPush(options: Options): Push {
  const { mailstore, events, log, sessions } = options
  const { sightOf } = options.folderLocks
  // A group of deliveries speaks to many browsers at once: one look-up answers for all of them.
  const living = gather(async (ids) => {
    const found = await sessions.living(ids.map((id) => asId<SessionId>(Number(id))))
    return new Map([...found].map(([id, state]) => [String(id), state]))
  })
  const byAccount = new Map<AccountId, Set<PushConnection>>()
  const all = () => [...byAccount.values()].flatMap((set) => [...set])

  const open: SocketDoor['open'] = (socket, caller) => {
    const { accountId } = caller
    const connection = createConnection({ socket, caller, mailstore, log, sightOf, living })
    byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(connection))
    socket.on('close', () => {
      const set = byAccount.get(accountId)
      set?.delete(connection)
      if (set?.size === 0) byAccount.delete(accountId)
    })
  }

  const logins = watchLogins(options, all)
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
    events.onGap(() => {
      for (const connection of all()) void connection.catchUp()
    }),
  ]

  return {
    connections: () => all().length,
    door: {
      path,
      protocol: pushProtocol,
      maxPayload: 4_096,
      // Nobody listens to another's mail.
      admits: ({ address }, [, named = '']) => decodeAddress(named) === address,
      open,
    },
    start: logins.start,
    stop: async () => {
      logins.stop()
      for (const stop of stopListening) stop()
      for (const connection of all()) connection.close(1001, 'the server is stopping')
    },
  }
}

function decodeAddress(encoded: string): string {
  try {
    return decodeURIComponent(encoded).toLowerCase()
  } catch {
    return ''
  }
}
