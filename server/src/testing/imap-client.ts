import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { clientAccess } from '@hongyan/contract/client-access'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { type TestServer, testPassword } from './start-test-server.ts'

/** A mail program by hand: what it sends and hears is the transcript. Texts are bytes as characters (latin1). */
export interface ImapClient {
  /** Sends a command under a tag of its own. @returns all that came, the tagged line last */
  ask(command: string): Promise<string>
  /** Sends bytes as they are. */
  write(text: string): void
  /** What came up to the first line that fits, that line included. */
  until(pattern: RegExp): Promise<string>
  /** Goes on in TLS. */
  secure(): Promise<void>
  /** Resolves when the server has hung up, with what was not read before. */
  closed(): Promise<string>
  /** Reads nothing for a while. */
  pause(): void
  resume(): void
  close(): void
}

export async function connectImap(port: number, { tls = true } = {}): Promise<ImapClient> {
  const options = { port, host: '127.0.0.1', rejectUnauthorized: false }
  let socket: Socket = tls ? connectTls(options) : connectPlain(options)
  let text = ''
  let isClosed = false
  let wake: () => void = () => undefined
  let tags = 0
  const hear = (): void => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isClosed = true
      wake()
    })
  }
  hear()
  const news = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  const until = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(text)
      if (found) {
        const end = text.indexOf('\r\n', found.index + found[0].length - 2)
        if (end >= 0) {
          const heard = text.slice(0, end + 2)
          text = text.slice(end + 2)
          return heard
        }
      }
      if (isClosed) throw new Error(`the server hung up after ${JSON.stringify(text.slice(-300))}`)
      await news()
    }
  }
  const client: ImapClient = {
    write: (more) => void socket.write(more, 'latin1'),
    until,
    ask: (command) => {
      const tag = `t${++tags}`
      client.write(`${tag} ${command}\r\n`)
      return until(new RegExp(`(?:^|\\r\\n)${tag} (?:OK|NO|BAD)`))
    },
    secure: async () => {
      socket.removeAllListeners('data')
      socket = connectTls({ socket, rejectUnauthorized: false })
      hear()
      await once(socket, 'secureConnect')
    },
    closed: async () => {
      while (!isClosed) await news()
      return text
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => socket.destroy(),
  }
  await until(/^\* /)
  return client
}

/** A mailbox with an authorisation code. */
export interface ProgramMailbox extends TestMailbox {
  code: string
  /** A program that is in. */
  program(): Promise<ImapClient>
}

export async function newProgramMailbox(server: TestServer): Promise<ProgramMailbox> {
  const box = await newMailbox(server)
  await box.client.get(clientAccess.stateByUser, { body: { state: 1, password: testPassword } })
  const { password: code } = await box.client.get(clientAccess.generatePassword, {})
  const program = async () => {
    const client = await connectImap(server.app.imapPorts().tlsPort ?? 0)
    await client.ask(`LOGIN ${box.address} ${code}`)
    return client
  }
  return { ...box, code, program }
}
