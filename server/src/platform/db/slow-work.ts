import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Nothing slow happens inside a transaction: it holds rows that others wait for, and with the account's row every
 * delivery of the process. What is slow (disk, object store, parsing, a gate, the network, a second connection) says so
 * here; tests make it an error.
 */
const inside = new AsyncLocalStorage<{ isOpen: boolean }>()
let isRefused = false

/** What goes on after the work (a timer that it started) is outside again. */
export function inTransactionOf<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  return inside.run(transaction, work).finally(() => {
    transaction.isOpen = false
  })
}

/** For tests: slow work inside a transaction throws from now on. */
export function refuseSlowWork(): void {
  isRefused = true
}

/** @throws in tests, inside a transaction */
export function slowWork(what: string): void {
  if (isRefused && inside.getStore()?.isOpen) throw new Error(`${what} inside a transaction`)
}
