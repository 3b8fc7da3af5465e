import type { CrowdLimits } from '../shared/crowding.ts'
import type { OutputLimits } from '../shared/output.ts'

/** What one port allows. Times in ms, sizes in bytes. */
export interface Pop3Limits extends CrowdLimits, OutputLimits {
  /** A command line; RFC 5034 §4 wants room for an initial response. */
  line: number
  /** From the connection to the login. */
  loginTimeout: number
  /** Between two commands of somebody who is in; at least 10 minutes (RFC 1939 §3). */
  idleTimeout: number
  /** From the first byte of a command line to its end. */
  commandTimeout: number
  /** Wrong codes of one connection before it is closed; and lines that are no command. */
  badLogins: number
  badCommands: number
}

const second = 1_000
const minute = 60 * second
const kilobyte = 1024

export const defaultLimits: Pop3Limits = {
  connections: 1_000,
  connectionsPerPeer: 100,
  connectionsFromLoopback: 1_000,
  patience: 3 * second,
  line: 2 * kilobyte,
  loginTimeout: minute,
  idleTimeout: 10 * minute,
  commandTimeout: 20 * second,
  badLogins: 3,
  badCommands: 20,
  unread: 256 * kilobyte,
  readTimeout: minute,
  leastRead: 64 * kilobyte,
}
