import { limits as product } from '@hongyan/contract/limits'
import type { CrowdLimits } from '../shared/crowding.ts'
import type { OutputLimits } from '../shared/output.ts'

/** What one port allows. Times in ms, sizes in bytes. */
export interface ImapLimits extends CrowdLimits, OutputLimits {
  /** Of one account: each holds the numbers of the mailbox that it has open. */
  connectionsPerAccount: number
  /** All lines of one command, its literals left out. */
  line: { stranger: number; user: number }
  /** A literal that is no message, and how many of them one command has. */
  literal: { stranger: number; user: number }
  literals: number
  /** The message of an APPEND. */
  message: number
  /** From the connection to the login. */
  loginTimeout: number
  /** Between two commands of somebody who is in; at least 30 minutes (RFC 9051 §5.4). */
  idleTimeout: number
  /** From the first byte of a command to its end, but for the message of an APPEND. */
  commandTimeout: number
  /** A message slower than this after `dripGrace` is a drip; bytes per second. */
  dataRate: number
  dripGrace: number
  /** Wrong codes of one connection before it is closed; and lines that are no command. */
  badLogins: number
  badCommands: number
  /** Bytes that wait for a slow reader while nobody asked for anything. */
  unreadNews: number
}

const second = 1_000
const minute = 60 * second
const kilobyte = 1024

export const defaultLimits: ImapLimits = {
  connections: 3_000,
  connectionsPerPeer: 200,
  connectionsFromLoopback: 3_000,
  connectionsPerAccount: 25,
  patience: 3 * second,
  line: { stranger: 8 * kilobyte, user: 128 * kilobyte },
  literal: { stranger: 4 * kilobyte, user: 64 * kilobyte },
  literals: 100,
  message: product.message,
  loginTimeout: minute,
  idleTimeout: 31 * minute,
  commandTimeout: minute,
  dataRate: 50,
  dripGrace: minute,
  badLogins: 3,
  badCommands: 20,
  unread: 256 * kilobyte,
  unreadNews: 1024 * kilobyte,
  readTimeout: minute,
  leastRead: 64 * kilobyte,
}
