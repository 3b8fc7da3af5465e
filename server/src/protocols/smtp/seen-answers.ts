import type { Socket } from 'node:net'

/** Whether the peer saw our 250: then its receipts are dropped, and the same mail once more is another mail (ADR 6). */
export interface SeenAnswers {
  /** An answer went out. */
  answered(): void
  commandArrived(line: Buffer): void
  /** A mail was stored; its receipts are kept until the peer shows that it saw the answer. */
  mailAnswered(receipts: Buffer[]): void
}

interface Unseen {
  receipts: Buffer[]
  bytesRead: number
  at: number
  /** The line was looked at since: whatever had come before our answer is known. */
  lookedAfter: boolean
}

export function watchSeenAnswers(
  socket: Socket,
  acknowledge: (receipts: Buffer[]) => void,
): SeenAnswers {
  let unseen: Unseen | null = null
  let answeredAt = performance.now()
  let bytesAtAnswer = 0
  /** The quickest that the peer was with a command after an answer: no less than a packet takes there and back. */
  let swiftest = Number.POSITIVE_INFINITY

  /**
   * The peer saw our 250 if it sent a whole command after it. A command that was already under way
   * ("." and QUIT in one packet, RFC 2920) proves nothing.
   */
  const settle = (line: Buffer): void => {
    if (!unseen) return
    const provesIt = socket.bytesRead - unseen.bytesRead > line.length
    if (provesIt) acknowledge(unseen.receipts)
    unseen = null
  }

  /**
   * A peer that hangs up without QUIT has read our 250, for a line that is closed with an unread answer breaks. Not so if
   * it gave up before the answer came: its end was there already, or is here sooner than an answer to an answer can be.
   */
  const hungUp = (): void => {
    if (!unseen) return
    const isLater = unseen.lookedAfter && performance.now() - unseen.at >= swiftest / 2
    if (isLater && socket.bytesRead === unseen.bytesRead) acknowledge(unseen.receipts)
    unseen = null
  }
  socket.once('end', hungUp)

  return {
    answered: () => {
      answeredAt = performance.now()
      bytesAtAnswer = socket.bytesRead
    },
    commandArrived: (line) => {
      settle(line)
      if (socket.bytesRead - bytesAtAnswer >= line.length)
        swiftest = Math.min(swiftest, performance.now() - answeredAt)
    },
    mailAnswered: (receipts) => {
      if (receipts.length === 0) return
      const { bytesRead } = socket
      const mail: Unseen = { receipts, bytesRead, at: performance.now(), lookedAfter: false }
      unseen = mail
      afterTurns(3, () => {
        mail.lookedAfter = true
      })
    },
  }
}

const afterTurns = (turns: number, work: () => void): void =>
  void setImmediate(() => (turns > 1 ? afterTurns(turns - 1, work) : work()))
