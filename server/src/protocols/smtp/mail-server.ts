import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { roomFor } from '../shared/crowding.ts'
import { MailConnection } from './connection.ts'
import type { SmtpLimits } from './limits.ts'
import { createWatch } from './watch.ts'

interface Options {
  limits: SmtpLimits
  acknowledge(receipts: Buffer[]): void
  /** What EHLO offers, of what the library would. */
  offered?(extensions: string[], isSecure: boolean): string[]
  /** Mail may come in chunks (RFC 3030). */
  chunking?: boolean
}

/** The library's server with our connections, and limits that hold from the first packet. */
export class MailServer extends SMTPServer {
  readonly #options: Options
  readonly #bySession = new WeakMap<SMTPServerSession, MailConnection>()

  constructor(library: SMTPServerOptions, options: Options) {
    super(library)
    this.#options = options
  }

  /** The connection that a handler's session belongs to. */
  connectionOf(session: SMTPServerSession): MailConnection {
    const found = this.#bySession.get(session)
    if (!found) throw new Error('a session without a connection')
    return found
  }

  mailConnections(): MailConnection[] {
    return [...this.connections].filter((one) => one instanceof MailConnection)
  }

  override connect(socket: Socket): void {
    const { limits, acknowledge, offered, chunking = false } = this.#options
    const watch = createWatch({ socket, limits, acknowledge, chunking })
    const connection = new MailConnection(this, socket, { watch, offered, chunking })
    const room = roomFor(this.mailConnections(), connection.remoteAddress, limits)
    if (room.kind === 'none') {
      turnAway(socket, turnedAway[room.why])
      return
    }
    if (room.kind === 'instead') this.#makeRoom(room.of)
    this.#bySession.set(connection.session, connection)
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.on('connect', (data) => this._onClientConnect(data))
    connection.init()
  }

  /** Out of the count at once: what its peer does with the answer is its own affair. */
  #makeRoom(connection: MailConnection): void {
    this.connections.delete(connection)
    connection.send(421, '4.3.2 The port is full and you bring no mail, try again shortly')
    setTimeout(() => connection._socket.destroy(), 500).unref()
  }
}

const turnedAway = {
  network: '4.7.0 Too many connections from your address, try again shortly',
  port: '4.3.2 Too many connections, try again shortly',
}

function turnAway(socket: Socket, text: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`421 ${text}\r\n`)
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}
