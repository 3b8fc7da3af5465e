import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isOver, pause } from './patience.ts'

/** A running Thunderbird as its own remote control (Marionette) shows it: scripts run inside the program itself. */
export interface Marionette {
  /** Runs the body of a function in the main window, with the program's rights. @returns what it returned */
  run<T>(script: string, ...words: unknown[]): Promise<T>
  /** Runs it again and again until it returns something true. @throws with `what` after a minute */
  until<T>(what: string, script: string, ...words: unknown[]): Promise<T>
  /** The main window as PNG. */
  picture(): Promise<Buffer>
  close(): void
}

type Reply = [type: 1, id: number, error: { message: string } | null, result: { value: unknown }]
const minute = 60_000

/** Messages are `LENGTH:JSON`, commands `[0, id, name, parameters]`. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = await reach(port)
  const waiting = new Map<number, (reply: Reply) => void>()
  readMessages(socket, (message) => {
    const reply = message as Reply
    if (Array.isArray(reply)) waiting.get(reply[1])?.(reply)
  })
  const ended = once(socket, 'close').then(() => {
    throw new Error('Thunderbird ended')
  })
  // Where nobody is waiting it is no fault.
  ended.catch(() => undefined)
  let last = 0
  const call = async (name: string, parameters: object): Promise<unknown> => {
    const id = ++last
    const text = JSON.stringify([0, id, name, parameters])
    const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await Promise.race([answered, ended])
    waiting.delete(id)
    if (error) throw new Error(`${name}: ${error.message}`)
    return result.value
  }
  await call('WebDriver:NewSession', {})
  await call('Marionette:SetContext', { value: 'chrome' })
  const run = async <T>(script: string, ...args: unknown[]): Promise<T> =>
    (await call('WebDriver:ExecuteScript', { script, args, sandbox: 'system' })) as T
  return {
    run,
    until: async <T>(what: string, script: string, ...words: unknown[]): Promise<T> => {
      const since = performance.now()
      for (;;) {
        const found = await run<T>(script, ...words)
        if (found) return found
        if (isOver(since, minute)) throw new Error(`Thunderbird: ${what} did not come`)
        await pause()
      }
    },
    picture: async () =>
      Buffer.from(String(await call('WebDriver:TakeScreenshot', { full: true })), 'base64'),
    close: () => socket.destroy(),
  }
}

/** Waits until the program listens: it takes some seconds to start. */
async function reach(port: number): Promise<Socket> {
  const since = performance.now()
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1' })
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (isThere) return socket
    if (isOver(since, 2 * minute)) throw new Error('Thunderbird does not start')
    await pause()
  }
}

function readMessages(socket: Socket, take: (message: unknown) => void): void {
  let held = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const colon = held.indexOf(':')
      const length = Number(held.subarray(0, Math.max(0, colon)).toString())
      if (colon < 1 || held.length < colon + 1 + length) return
      const text = held.subarray(colon + 1, colon + 1 + length).toString()
      held = held.subarray(colon + 1 + length)
      take(JSON.parse(text))
    }
  })
}
