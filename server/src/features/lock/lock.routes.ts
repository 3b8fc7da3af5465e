import { lock as contract } from '@hongyan/contract/lock'
import type { Http } from '../../platform/http/http.ts'
import type { Lock } from './lock.service.ts'

/** Locks and unlocks the screen of a login. */
export function lockRoutes(http: Http, lock: Lock): void {
  http.bind(contract.isOpen, ({ caller }) => lock.status(caller))
  http.bind(contract.isAutoLock, async ({ caller, body }) => ({
    isAutoLock: (await lock.isAutoLock(caller, body.idle)) ? (1 as const) : (0 as const),
  }))
  http.bind(contract.set, ({ caller, body }) => lock.set(caller, body))
  http.bind(contract.reset, ({ caller, body }) => lock.reset(caller, body))
  http.bind(contract.open, ({ caller }) => lock.open(caller))
  http.bind(contract.relieve, ({ caller, body }) => lock.relieve(caller, body.password))
}
