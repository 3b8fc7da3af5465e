import type { Database, Db } from '../../platform/db/pool.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Events } from '../../platform/events/events.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import {
  isTimeToLock,
  lockIdleScreens,
  lockScreen,
  moveLastUse,
  revokeLocked,
  unlockScreen,
} from './screen-locks.queries.ts'

/** Topic of the announcement that screens were locked: their sockets close in every process. */
export const screenLockedTopic = 'session.locked'

/** A deed sooner than so many seconds after the last one is not written down. */
const exactness = 15

interface LastUse {
  person: { loginId: SessionId }
  /** Seconds since the last deed that was written down. */
  unused: number
  locked: boolean
}

/** The screen of a login: locked or not, and when somebody last did something in it. */
export const screenLocksIn = (database: Database, events: Pick<Events, 'announce'>) => ({
  /** @param idle seconds since the deed */
  noteUse: async ({ person, unused, locked }: LastUse, idle: number): Promise<void> => {
    if (locked || unused - idle < exactness) return
    await moveLastUse(database, person.loginId, idle).catch((thrown: unknown) => {
      // Who only reads goes on reading; a screen that locks itself does so too early, not too late.
      if (!isDiskFull(thrown)) throw thrown
    })
  },
  /** Whatever was written down before. */
  moveLastUse: (id: SessionId, idle: number) => moveLastUse(database, id, idle),
  isTimeToLock: (id: SessionId) => isTimeToLock(database, id),
  lockScreen: async (id: SessionId): Promise<void> => {
    const sessionIds = await lockScreen(database, id)
    events.announce(screenLockedTopic, { sessionIds })
  },
  unlockScreen: (id: SessionId) => unlockScreen(database, id),
  lockIdleScreensIn: (tx: Db, userId: UserId) => lockIdleScreens(tx, userId),
  revokeLockedIn: (tx: Db, userId: UserId, reason: string) => revokeLocked(tx, userId, reason),
})
