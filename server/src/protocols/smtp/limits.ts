/** What one port allows. Times in ms, sizes in bytes. */
export interface SmtpLimits {
  /** A message of 50 MB of files in base64, and its text. */
  messageSize: number
  /** All messages on their way in together, most of it on disk; senders above it are asked to come back. */
  onTheWay: number
  recipients: number
  connections: number
  connectionsPerPeer: number
  /** As many for this machine itself: an upstream Postfix or a load test. */
  connectionsFromLoopback: number
  commandLength: number
  /** Refused commands of one connection before it is closed. */
  badCommands: number
  /** Unknown recipients of one connection before it is closed: nobody guesses the address book. */
  unknownRecipients: number
  /** Commands that bring no mail nearer (NOOP, RSET …) since the last mail. */
  idleCommands: number
  /** From one command to the next (RFC 5321 §4.5.3.2.7). */
  commandTimeout: number
  /** From the first byte of a command line to its end: slow drips end here. */
  lineTimeout: number
  /** Without a mail: whoever only talks is not kept for ever. */
  sessionTimeout: number
  /** Times and rate while half of all connections are taken. */
  crowded: { commandTimeout: number; lineTimeout: number; sessionTimeout: number; dataRate: number }
  /** When the port is full, whoever waited longer than this gives its place to a newcomer. */
  patience: number
  /** Between two blocks of a message (RFC 5321 §4.5.3.2.5). */
  dataTimeout: number
  /** From DATA to the final dot. */
  dataTotal: number
  /** A message slower than this after `dripGrace` is a drip, not a slow line; bytes per second. */
  dataRate: number
  dripGrace: number
  /** Time for mails on their way when the server stops. */
  stopGrace: number
}

const second = 1_000
const minute = 60 * second
const megabyte = 1024 * 1024

export const defaultLimits: SmtpLimits = {
  messageSize: 72 * megabyte,
  onTheWay: 512 * megabyte,
  recipients: 100,
  connections: 300,
  connectionsPerPeer: 20,
  connectionsFromLoopback: 64,
  commandLength: 2_048,
  badCommands: 20,
  unknownRecipients: 50,
  idleCommands: 100,
  commandTimeout: 5 * minute,
  lineTimeout: 20 * second,
  sessionTimeout: 10 * minute,
  crowded: {
    commandTimeout: 20 * second,
    lineTimeout: 5 * second,
    sessionTimeout: minute,
    dataRate: 2_000,
  },
  patience: 3 * second,
  dataTimeout: 3 * minute,
  dataTotal: 15 * minute,
  dataRate: 50,
  dripGrace: minute,
  stopGrace: 10 * second,
}
