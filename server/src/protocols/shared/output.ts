import type { Writable } from 'node:stream'

/** How long a slow reader is waited for. */
export interface OutputLimits {
  /** Bytes that wait for a slow reader before more is read for it. */
  unread: number
  /** Of the time that is spent waiting for it such a reader takes `leastRead` bytes in each of these (ms), or is cut off. */
  readTimeout: number
  leastRead: number
}

/** What goes to the program. Texts are bytes as characters (latin1). */
export interface Output {
  send(text: string): void
  /** Large ones go in slices, each when there is room for it: what a slow reader has not taken is never held twice. */
  pour(bytes: Buffer): Promise<void>
  /** Waits until a slow reader has taken enough. @throws OutputClosed when it is gone, or takes nothing */
  flush(): Promise<void>
  /** Sends at once what waits for the end of this turn: before the line becomes another one. */
  push(): void
  /** Bytes that the program has not taken. */
  unread(): number
  /** How often something was said until now. */
  said(): number
  isOpen(): boolean
  /** Says why and hangs up. */
  end(text: string): void
  /** Cuts the line in the middle of something whose length was told. @returns what is to be thrown */
  abort(cause: unknown): OutputClosed
}

export class OutputClosed extends Error {
  constructor(cause?: unknown) {
    super('the program has gone', { cause })
    this.name = 'OutputClosed'
  }
}

const slice = 64 * 1024

export function createOutput(socketOf: () => Writable, limits: OutputLimits): Output {
  const isOpen = (): boolean => socketOf().writable && !socketOf().destroyed
  /** What is said in one turn goes out as one: each write by itself is a record of TLS and a call to the system. */
  let gathering: Writable | null = null
  const push = (): void => {
    gathering?.uncork()
    gathering = null
  }
  const gather = (): void => {
    if (gathering) return
    gathering = socketOf()
    gathering.cork()
    setImmediate(push)
  }
  let said = 0
  /** What a slow reader has been waited for, and has taken, since it took enough. */
  let waited = 0
  let taken = 0
  const wait = async (socket: Writable): Promise<void> => {
    const since = performance.now()
    const before = socket.writableLength
    await drained(socket, limits.readTimeout - waited)
    waited += performance.now() - since
    taken += before - socket.writableLength
    const isEnough = taken >= limits.leastRead
    if (!isEnough && waited < limits.readTimeout) return
    // A byte now and then would hold a message open for days.
    if (!isEnough) socket.destroy()
    waited = 0
    taken = 0
  }
  const flush = async (): Promise<void> => {
    const socket = socketOf()
    if (socket.writableLength > limits.unread) push()
    while (isOpen() && socket.writableLength > limits.unread) await wait(socket)
    if (!isOpen()) throw new OutputClosed()
  }
  return {
    isOpen,
    unread: () => socketOf().writableLength,
    push,
    said: () => said,
    send: (text) => {
      if (!isOpen()) return
      said++
      gather()
      socketOf().write(text, 'latin1')
    },
    pour: async (bytes) => {
      said++
      for (let at = 0; at < bytes.length; at += slice) {
        // A copy: the last slices wait for the reader when the message has been let go.
        if (isOpen()) socketOf().write(Buffer.from(bytes.subarray(at, at + slice)))
        await flush()
      }
    },
    flush,
    abort: (cause) => {
      socketOf().destroy()
      return new OutputClosed(cause)
    },
    end: (text) => {
      const socket = socketOf()
      push()
      if (isOpen()) socket.end(text, 'latin1')
      // A peer that does not hang up must not hold up anything.
      setTimeout(() => socket.destroy(), 500).unref()
    },
  }
}

/** Until all was taken, or for so long. */
function drained(socket: Writable, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      socket.off('drain', go)
      socket.off('close', go)
      resolve()
    }
    const timer = setTimeout(go, Math.max(timeout, 1))
    socket.once('drain', go)
    socket.once('close', go)
  })
}
