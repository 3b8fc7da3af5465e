import type { Readable } from 'node:stream'
import { type LoginSocket, watchLogins } from '../session/session.public.ts'

type Options = Parameters<typeof watchLogins>[0]

interface Fetching {
  sessionId: LoginSocket['sessionId']
  mayGoOn(): Promise<boolean>
}

/**
 * Files that are being fetched. Each is no better than the login it was asked for in, as a socket is: it ends with that at
 * once, and at the next heartbeat with everything else that lets it go on.
 */
export function createExportsGoing(options: Options) {
  const going = new Set<LoginSocket>()
  const logins = watchLogins(options, () => [...going])
  return {
    start: logins.start,
    stop: logins.stop,
    watch: (stream: Readable, { sessionId, mayGoOn }: Fetching): void => {
      const end = () => void stream.destroy(new Error('who fetches it may not any more'))
      const one: LoginSocket = {
        sessionId,
        judge: (login) => {
          if (login && !login.locked) return true
          end()
          return false
        },
        ping: () =>
          void mayGoOn().then(
            (may) => may || end(),
            (thrown) => options.log.warn({ err: thrown }, 'an export could not be asked about'),
          ),
      }
      going.add(one)
      stream.once('close', () => going.delete(one))
    },
  }
}

export type ExportsGoing = ReturnType<typeof createExportsGoing>
