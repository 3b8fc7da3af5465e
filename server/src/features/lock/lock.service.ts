import { limits } from '@hongyan/contract/limits'
import type { LockStatus } from '@hongyan/contract/lock'
import { normalForm } from '@hongyan/contract/normal-form'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SessionId, UserId } from '../../platform/ids.ts'
import type { OwnPasswords } from '../passwords/passwords.public.ts'
import type { Sessions } from '../session/session.public.ts'
import { lockOf, setFirstHash, setHash, setUse } from './lock.queries.ts'

/** Lock passwords of one account that are judged in 15 minutes, in all of its logins together. */
const mostOfAccount = 50

/** Who asks. */
export interface LockCaller {
  sessionId: SessionId
  userId: UserId
  accountId: AccountId
  locked: boolean
}

interface Change {
  password?: string | undefined
  minutes?: number | undefined
  flag?: 0 | 1 | undefined
}

interface Options {
  database: Database
  passwords: Passwords
  ownPasswords: Pick<OwnPasswords, 'prove'>
  sessions: Pick<
    Sessions,
    | 'isTimeToLock'
    | 'moveLastUse'
    | 'lockScreen'
    | 'unlockScreen'
    | 'lockIdleScreensIn'
    | 'revokeLockedIn'
    | 'tellEnded'
    | 'end'
    | 'judgedGuess'
    | 'isFreshSignOn'
  >
}

export type Lock = ReturnType<typeof createLock>

/** The lock screen of a login: asked for here, enforced where callers are found out (createCallers). */
export function createLock({ database, passwords, sessions, ownPasswords }: Options) {
  const statusOf = async ({ userId }: LockCaller, locked: boolean): Promise<LockStatus> => {
    const { hash, on, minutes } = await lockOf(database, userId)
    return { flag: bit(on), haspass: bit(hash !== null), locked: bit(locked), minutes }
  }
  /** Changes how a user's screens are locked: those whose time had come by the old rules stay locked. */
  const change = <T>({ userId }: LockCaller, work: (tx: Db) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await sessions.lockIdleScreensIn(tx, userId)
      return work(tx)
    })

  return {
    status: (caller: LockCaller) => statusOf(caller, caller.locked),

    /** @param idle seconds since the last press in the browser; what is older than a minute says nothing new (G66) */
    isAutoLock: async ({ sessionId, locked }: LockCaller, idle: number): Promise<boolean> => {
      if (locked) return true
      if (idle < 60) await sessions.moveLastUse(sessionId, idle)
      return sessions.isTimeToLock(sessionId)
    },

    /** @throws lock.exists, lock.length */
    set: async (caller: LockCaller, { password, minutes, flag }: Change): Promise<LockStatus> => {
      const hash = password === undefined ? null : await hashOf(passwords, password)
      await change(caller, async (tx) => {
        if (hash !== null && (await setFirstHash(tx, caller.userId, hash)) === 0)
          throw new AppError('lock.exists')
        const on = flag === undefined ? null : flag === 1
        await setUse(tx, caller.userId, { on, minutes: minutes ?? null })
      })
      return statusOf(caller, false)
    },

    /**
     * A new password, or '' for none. Screens that the old one could have unlocked: with a new one they stay locked,
     * with none their logins end. Who has just come from the sign-on provider has proved enough. @throws session.password-wrong, login.too-many, lock.length
     */
    reset: async (
      caller: LockCaller,
      { loginPassword, password }: { loginPassword: string; password: string },
    ): Promise<LockStatus> => {
      const isProved = loginPassword === '' && (await sessions.isFreshSignOn(caller.sessionId))
      if (!isProved) await ownPasswords.prove(caller, loginPassword)
      const hash = password === '' ? null : await hashOf(passwords, password)
      const over = await change(caller, async (tx) => {
        await setHash(tx, caller.userId, hash)
        return hash === null
          ? sessions.revokeLockedIn(tx, caller.userId, 'the lock password was removed')
          : []
      })
      sessions.tellEnded(over)
      return statusOf(caller, false)
    },

    /** @throws lock.no-password, lock.off */
    open: async (caller: LockCaller): Promise<LockStatus> => {
      const { hash, on } = await lockOf(database, caller.userId)
      if (hash === null) throw new AppError('lock.no-password')
      if (!on) throw new AppError('lock.off')
      await sessions.lockScreen(caller.sessionId)
      return statusOf(caller, true)
    },

    /** Counted for the login: whoever makes a new one knows the password that resets this one. @throws lock.wrong, lock.ended, lock.too-many */
    relieve: async (caller: LockCaller, password: string): Promise<LockStatus> => {
      if (!caller.locked) return statusOf(caller, false)
      const { hash } = await lockOf(database, caller.userId)
      const own = { key: `lock screen ${caller.sessionId}`, max: limits.lockTries }
      const all = { key: `lock screens of account ${caller.accountId}`, max: mostOfAccount }
      const guess = { brakes: [own, all], refusal: 'lock.too-many' } as const
      await sessions.judgedGuess(guess, async (left) => {
        if (await passwords.verify(hash, normalForm(password, 'NFC'))) return
        if (left > 0) throw new AppError('lock.wrong', { left: String(left) })
        await sessions.end(caller.sessionId, 'too many wrong lock passwords')
        throw new AppError('lock.ended')
      })
      await sessions.unlockScreen(caller.sessionId)
      return statusOf(caller, false)
    },
  }
}

const bit = (on: boolean): 0 | 1 => (on ? 1 : 0)

/** @throws lock.length */
function hashOf(passwords: Passwords, password: string): Promise<string> {
  const typed = normalForm(password, 'NFC')
  const length = [...typed].length
  if (length < limits.lockPasswordMin || length > limits.lockPasswordMax)
    throw new AppError('lock.length')
  return passwords.hash(typed)
}
