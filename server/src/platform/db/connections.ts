import type { Socket } from 'node:net'
import type pg from 'pg'

/** The socket of a connection, which the driver keeps to itself. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** SQLSTATE, or what the system calls the error; empty where it has no name. */
export const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''

/**
 * True when the database could not be reached or went away: worth another try later, never the
 * caller's fault. SQLSTATE classes 08, 57P and 53, socket errors, and the driver's own words.
 */
export function isConnectionLoss(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error)) return false
  const code = codeOf(thrown)
  if (/^(08|57P|53)/.test(code)) return true
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
    thrown.message,
  )
}
