import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Nothing slow happens inside a transaction: it holds rows that others wait for, and with the account's row every
 * delivery of the process. What is slow (disk, object store, parsing) says so here; tests make it an error.
 */
const inside = new AsyncLocalStorage<boolean>()
let isRefused = false

export const inTransactionOf = <T>(work: () => T): T => inside.run(true, work)

/** For tests: slow work inside a transaction throws from now on. */
export function refuseSlowWork(): void {
  isRefused = true
}

/** @throws in tests, inside a transaction */
export function slowWork(what: string): void {
  if (isRefused && inside.getStore()) throw new Error(`${what} inside a transaction`)
}
