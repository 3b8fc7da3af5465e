import type { Socket } from 'node:net'
import type { ImapLimits } from './limits.ts'

/** What goes to the program. Texts are bytes as characters (latin1). */
export interface Output {
  send(text: string): void
  bytes(bytes: Buffer): void
  /** Waits until a slow reader has taken enough. @throws OutputClosed when it is gone, or takes nothing */
  flush(): Promise<void>
  /** Bytes that the program has not taken. */
  unread(): number
  isOpen(): boolean
  /** Says why and hangs up. */
  end(text: string): void
}

export class OutputClosed extends Error {
  constructor() {
    super('the program has gone')
    this.name = 'OutputClosed'
  }
}

export function createOutput(socketOf: () => Socket, limits: ImapLimits): Output {
  const isOpen = (): boolean => socketOf().writable && !socketOf().destroyed
  return {
    isOpen,
    unread: () => socketOf().writableLength,
    send: (text) => {
      if (isOpen()) socketOf().write(text, 'latin1')
    },
    bytes: (bytes) => {
      if (isOpen()) socketOf().write(bytes)
    },
    flush: async () => {
      const socket = socketOf()
      while (isOpen() && socket.writableLength > limits.unread)
        await drained(socket, limits.readTimeout)
      if (!isOpen()) throw new OutputClosed()
    },
    end: (text) => {
      const socket = socketOf()
      if (isOpen()) socket.end(text, 'latin1')
      // A peer that does not hang up must not hold up anything.
      setTimeout(() => socket.destroy(), 500).unref()
    },
  }
}

/** Until something was taken; a reader that takes nothing for so long is cut off. */
function drained(socket: Socket, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const before = socket.writableLength
    const go = (): void => {
      clearTimeout(timer)
      socket.off('drain', go)
      socket.off('close', go)
      resolve()
    }
    const timer = setTimeout(() => {
      if (socket.writableLength >= before) socket.destroy()
      go()
    }, timeout)
    socket.once('drain', go)
    socket.once('close', go)
  })
}
