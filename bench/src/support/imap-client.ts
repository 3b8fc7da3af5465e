import { connect, type TLSSocket } from 'node:tls'

/** A mail program that reads nothing of what it hears but how its command ended. */
export interface ImapClient {
  /** @returns ms from the first byte out to the last byte in. @throws when it is not answered OK */
  ask(command: string): Promise<number>
  /** The end of what was answered before the line that says how it ended. */
  told(command: string): Promise<string>
  /** Sends a command and does not wait. */
  write(text: string): void
  /** The next time that this is heard. @returns performance.now() of then */
  hear(text: string): Promise<number>
  close(): void
}

interface Waiting {
  text: string
  done(text: string, before: string): void
}

export async function connectImap(port: number): Promise<ImapClient> {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  socket.setNoDelay(true)
  let tail = ''
  let waiting: Waiting | null = null
  let tags = 0
  socket.on('data', (chunk: Buffer) => {
    // What is looked for stands at the end of what came, or in little of it.
    tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - 4096))).slice(-8192)
    const at = waiting ? tail.indexOf(waiting.text) : -1
    if (!waiting || at < 0 || !tail.endsWith('\r\n')) return
    const { done, text } = waiting
    waiting = null
    const [before, line] = [tail.slice(0, at), tail.slice(at + text.length)]
    tail = ''
    done(line, before)
  })
  let fail: (reason: Error) => void = () => undefined
  socket.on('error', (reason) => fail(reason))
  socket.on('close', () => fail(new Error('the server hung up')))
  const heard = (text: string) =>
    new Promise<{ line: string; before: string }>((resolve, reject) => {
      waiting = { text, done: (line, before) => resolve({ line, before }) }
      fail = reject
    })
  const client: ImapClient = {
    write: (text) => void socket.write(text, 'latin1'),
    hear: async (text) => {
      await heard(text)
      return performance.now()
    },
    ask: async (command) => {
      const since = performance.now()
      await client.told(command)
      return performance.now() - since
    },
    told: async (command) => {
      const tag = `a${++tags}x`
      socket.write(`${tag} ${command}\r\n`, 'latin1')
      const { line, before } = await heard(`${tag} `)
      if (!line.startsWith('OK')) throw new Error(`${command.slice(0, 80)}: ${line.slice(0, 200)}`)
      return before
    },
    close: () => socket.destroy(),
  }
  await heard('* OK')
  return client
}
