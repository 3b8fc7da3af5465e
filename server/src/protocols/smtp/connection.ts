import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { DataStream } from './data-stream.ts'
import { type ParsedAddress, strangeSender } from './strange-sender.ts'
import type { ConnectionWatch } from './watch.ts'

interface Rules {
  watch: ConnectionWatch
  /** What EHLO offers, of what the library would. */
  offered?: ((extensions: string[], isSecure: boolean) => string[]) | undefined
}

/**
 * The library's connection with our own rules at its two narrow places: every command line passes
 * `_onCommand`, every answer passes `send`.
 */
export class MailConnection extends SMTPConnection {
  readonly watch: ConnectionWatch
  readonly #offered: Rules['offered']

  constructor(server: SMTPServer, socket: Socket, { watch, offered }: Rules) {
    super(server, socket)
    this.watch = watch
    this.#offered = offered
  }

  /** For `crowding.ts`: nobody's place is taken while a handler of ours works. */
  waited(): number {
    return this._handlerPending ? 0 : this.watch.waited()
  }

  /** Senders are taken as others take them; recipients are looked up, and strange ones are nobody's. */
  override _parseAddressCommand(name: string, command: Buffer | string): ParsedAddress | false {
    const parse = (text: Buffer | string) => super._parseAddressCommand(name, text)
    return parse(command) || (name === 'mail from' && strangeSender(String(command), parse))
  }

  override _createParser(): DataStream {
    const parser = new DataStream({ maxCommandLength: this._server.options.maxCommandLength })
    parser.oncommand = (command, callback) => this._onCommand(command, callback)
    parser.on('error', (error) => this.send(421, `Error: ${error.message}`))
    return parser
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    const end = this.watch.commandArrived(command)
    if (end) this.send(421, end)
    else super._onCommand(command, callback)
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (typeof data !== 'string') {
      // Several lines and 250: what EHLO offers, behind our name.
      const [name = '', ...extensions] = data ?? []
      const isOffer = code === 250 && Array.isArray(data) && this.#offered !== undefined
      const shown = isOffer ? [name, ...(this.#offered?.(extensions, this.secure) ?? [])] : data
      super.send(code, shown, context)
      return
    }
    const known = libraryTexts.find(([pattern]) => pattern.test(data))
    const text = known && code === 421 ? known[1] : data
    // An answer that brings its own enhanced status code (RFC 3463) needs none of the library's.
    const statusIsInText = /^[245]\.\d{1,3}\.\d{1,3} /.test(text)
    super.send(code, text, statusIsInText ? false : context)
    const end = code === 421 ? null : this.watch.answered(code, text)
    if (end) this.send(421, end)
  }
}

/** The library marks all its 421 answers as a bad connection (4.4.2); these say what it is. */
const libraryTexts: readonly [RegExp, string][] = [
  [/^Server shutting down$/, '4.3.2 The server is stopping, try again shortly'],
  [/You talk too soon$/, '4.5.0 You talk before the greeting'],
  [/^HTTP requests/, '4.5.1 This is a mail server'],
  [/Command line too long$/, '4.5.2 The command line is too long'],
  [/^Timeout/, '4.4.2 You were silent for too long'],
]
