import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { networkKey } from '../../platform/net/network-key.ts'
import { MailConnection } from './connection.ts'
import type { SmtpLimits } from './limits.ts'
import { createWatch } from './watch.ts'

interface Options {
  limits: SmtpLimits
  acknowledge(receipts: Buffer[]): void
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
    const { limits, acknowledge } = this.#options
    const connection = new MailConnection(
      this,
      socket,
      createWatch({ socket, limits, acknowledge }),
    )
    const refusal = this.#refusal(connection.remoteAddress)
    if (refusal) {
      turnAway(socket, refusal)
      return
    }
    this.#bySession.set(connection.session, connection)
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.on('connect', (data) => this._onClientConnect(data))
    connection.init()
  }

  #refusal(address: string): string | null {
    const { limits } = this.#options
    if (this.connections.size >= limits.connections)
      return '4.3.2 Too many connections, try again shortly'
    const isLoopback = address.startsWith('127.') || address === '::1'
    const allowed = isLoopback ? limits.connectionsFromLoopback : limits.connectionsPerPeer
    const network = networkKey(address)
    const open = [...this.connections].filter(
      (one) => networkKey(one.remoteAddress) === network,
    ).length
    return open >= allowed
      ? '4.7.0 Too many connections from your address, try again shortly'
      : null
  }
}

function turnAway(socket: Socket, text: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(`421 ${text}\r\n`)
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}
