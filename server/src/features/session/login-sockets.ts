import { endedClose, lockedClose } from '@hongyan/contract/push'
import { WebSocket } from 'ws'
import type { Clock } from '../../platform/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { SessionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { screenLockedTopic } from './screen-locks.ts'
import { sessionEndedTopic } from './session.service.ts'

type Living = (ids: readonly SessionId[]) => Promise<ReadonlyMap<SessionId, { locked: boolean }>>

/** A socket that is no better than its login. */
export interface LoginSocket {
  sessionId: SessionId
  /** Closes when its login has ended or the screen is locked. @returns true while it may hear anything */
  judge(login: { locked: boolean } | undefined): boolean
  /** Asks for a sign of life; one that gave none since the last time is dropped. */
  ping(): void
}

export function loginSocket(socket: WebSocket, sessionId: SessionId): LoginSocket {
  let alive = true
  socket.on('pong', () => {
    alive = true
  })
  return {
    sessionId,
    judge: (login) => {
      if (login && !login.locked) return true
      if (login) socket.close(lockedClose, 'locked')
      else socket.close(endedClose, 'session ended')
      return false
    },
    ping: () => {
      if (!alive) socket.terminate()
      alive = false
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    },
  }
}

interface Options {
  events: Events
  log: Log
  clock: Clock
  /** Those of some logins that have not ended, whoever ended them and however, and whether their screens are locked. */
  sessions: { living: Living }
}

/** How often a socket is asked for a sign of life, and its login whether it has not ended. */
const heartbeatMs = 30_000

/**
 * Closes sockets whose logins end or whose screens are locked: at once when that is announced, and soon where it was not.
 * @param all those that are open now
 */
export function watchLogins(
  { events, log, clock, sessions }: Options,
  all: () => readonly LoginSocket[],
): { start(): void; stop(): void } {
  /** Logins end, and screens lock themselves, without an announcement too, or it was lost. */
  const closeEnded = async (): Promise<void> => {
    const open = all()
    if (open.length === 0) return
    const alive = await sessions.living([...new Set(open.map((one) => one.sessionId))])
    for (const { sessionId, judge } of open) judge(alive.get(sessionId))
  }
  const check = () =>
    closeEnded().catch((thrown) => log.warn({ err: thrown }, 'sockets could not ask for logins'))
  const judgeAll = (payload: unknown, login: { locked: boolean } | undefined): void => {
    const { sessionIds } = payload as { sessionIds: SessionId[] }
    for (const { sessionId, judge } of all()) if (sessionIds.includes(sessionId)) judge(login)
  }
  const stopped = new AbortController()
  const beat = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(heartbeatMs, stopped.signal)
      if (stopped.signal.aborted) return
      for (const one of all()) one.ping()
      await check()
    }
  }
  const stopListening = [
    events.on(sessionEndedTopic, (payload) => judgeAll(payload, undefined)),
    events.on(screenLockedTopic, (payload) => judgeAll(payload, { locked: true })),
    events.onGap(() => void check()),
  ]
  return {
    start: () => void beat(),
    stop: () => {
      stopped.abort()
      for (const stop of stopListening) stop()
    },
  }
}
