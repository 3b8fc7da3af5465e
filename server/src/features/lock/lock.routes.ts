import { lock as contract } from '@hongyan/contract/lock'
import type { Caller, Http } from '../../platform/http/http.ts'
import type { Lock, LockCaller } from './lock.service.ts'

/** Locks and unlocks the screen of a login. */
export function lockRoutes(http: Http, lock: Lock): void {
  http.bind(contract.isOpen, ({ caller }) => lock.status(personOf(caller)))
  http.bind(contract.isAutoLock, async ({ caller, body }) => ({
    isAutoLock: (await lock.isAutoLock(personOf(caller), body.idle)) ? (1 as const) : (0 as const),
  }))
  http.bind(contract.set, ({ caller, body }) => lock.set(personOf(caller), body))
  http.bind(contract.reset, ({ caller, body }) => lock.reset(personOf(caller), body))
  http.bind(contract.open, ({ caller }) => lock.open(personOf(caller)))
  http.bind(contract.relieve, ({ caller, body }) => lock.relieve(personOf(caller), body.password))
}

/** The screen is that of the person's login, in whichever mailbox the person works. */
const personOf = ({ person, locked }: Caller): LockCaller => ({
  sessionId: person.loginId,
  userId: person.userId,
  accountId: person.accountId,
  locked,
})
