import type { Socket } from 'node:net'
import type { SmtpLimits } from './limits.ts'
import { watchSeenAnswers } from './seen-answers.ts'

/** What one connection has done so far: decides when enough is enough, and when our 250 was surely seen. */
export interface ConnectionWatch {
  /** A command line is in; @returns the text of a 421 if the connection ends here. */
  commandArrived(line: Buffer): string | null
  /** An answer went out; @returns the text of a 421 if it was one too many. */
  answered(code: number, text: string): string | null
  dataStarted(): void
  dataArrived(bytes: number): void
  /** The final dot is in: from here on the peer waits for us. */
  dataComplete(): void
  /** The mail was answered, or its connection is gone. */
  dataEnded(): void
  /** A mail was stored; its receipts are kept until the peer shows that it saw the answer. */
  mailAnswered(receipts: Buffer[]): void
  /** The text of a 421 if the peer is too slow; sooner when others wait for its place. */
  overdue(crowded: boolean): string | null
  /** ms that the peer has kept us waiting: for a command, or for a mail that comes as a drip. */
  waited(): number
  /** Counts a recipient of this mail; false for one too many, named anew or not. */
  recipientArrived(): boolean
  /** True while a mail is on its way or being stored. */
  isBusy(): boolean
}

interface Options {
  socket: Socket
  limits: SmtpLimits
  acknowledge(receipts: Buffer[]): void
  /** BDAT is understood. */
  chunking: boolean
}

interface DataPhase {
  since: number
  lastAt: number
  bytes: number
  complete: boolean
}

const idleCommands = /^(?:NOOP|RSET|VRFY|HELP|EHLO|HELO|LHLO)\b/i

const isSlow = ({ since, bytes }: DataPhase, rate: number): boolean =>
  bytes < ((performance.now() - since) / 1000) * rate

export function createWatch({ socket, limits, acknowledge, chunking }: Options): ConnectionWatch {
  const now = (): number => performance.now()
  let bad = 0
  let unknown = 0
  let idle = 0
  let waitingSince = now()
  let bytesAtWait = 0
  let lineSince: number | null = null
  let data: DataPhase | null = null
  let lastMail = now()
  let recipients = 0
  const seen = watchSeenAnswers(socket, acknowledge)

  const wait = (): void => {
    waitingSince = now()
    bytesAtWait = socket.bytesRead
    lineSince = null
  }

  const lateData = (started: DataPhase, dataRate: number): string | null => {
    if (started.complete) return null
    const elapsed = now() - started.since
    if (now() - started.lastAt > limits.dataTimeout) return '4.4.2 The message stopped coming'
    if (elapsed > limits.dataTotal) return '4.4.2 The message took too long'
    const isDrip = elapsed > limits.dripGrace && isSlow(started, dataRate)
    return isDrip ? '4.4.2 The message comes too slowly' : null
  }

  const lateCommand = (times: SmtpLimits['crowded']): string | null => {
    if (now() - waitingSince > times.commandTimeout) return '4.4.2 You were silent for too long'
    if (now() - lastMail > times.sessionTimeout) return '4.4.2 No mail came for too long'
    if (socket.bytesRead === bytesAtWait) return null
    lineSince ??= now()
    return now() - lineSince > times.lineTimeout ? '4.4.2 The command comes too slowly' : null
  }

  return {
    commandArrived: (line) => {
      seen.commandArrived(line)
      wait()
      if (/^(?:MAIL|RSET|EHLO|HELO|LHLO)\b/i.test(line.toString('latin1', 0, 5))) recipients = 0
      // Where CHUNKING is not offered, what follows BDAT would be read as commands (T25).
      if (!chunking && /^BDAT\b/i.test(line.toString('latin1', 0, 5)))
        return '4.5.1 CHUNKING is not offered here'
      if (idleCommands.test(line.toString('latin1', 0, 5))) idle++
      return idle > limits.idleCommands ? '4.7.0 Too many commands without a mail' : null
    },
    answered: (code, text) => {
      wait()
      seen.answered()
      // Our own trouble (RFC 3463 §3.4): what is begun anew after it is no idling.
      if (text.startsWith('4.3.')) idle = 0
      if (text.startsWith('5.1.1 ') && ++unknown >= limits.unknownRecipients) {
        return '4.7.0 Too many unknown recipients'
      }
      const isRefusedCommand = code >= 500 && code <= 504
      if (isRefusedCommand && ++bad >= limits.badCommands) return '4.7.0 Too many refused commands'
      return null
    },
    dataStarted: () => {
      data = { since: now(), lastAt: now(), bytes: 0, complete: false }
    },
    dataArrived: (bytes) => {
      if (!data) return
      data.lastAt = now()
      data.bytes += bytes
    },
    dataComplete: () => {
      if (data) data.complete = true
    },
    dataEnded: () => {
      data = null
      lastMail = now()
      wait()
    },
    mailAnswered: (receipts) => {
      idle = 0
      seen.mailAnswered(receipts)
    },
    overdue: (crowded) => {
      const times = crowded ? limits.crowded : limits
      return data ? lateData(data, times.dataRate) : lateCommand(times)
    },
    waited: () => {
      if (!data) return now() - waitingSince
      return !data.complete && isSlow(data, limits.crowded.dataRate) ? now() - data.since : 0
    },
    recipientArrived: () => ++recipients <= limits.recipients,
    isBusy: () => data !== null,
  }
}
