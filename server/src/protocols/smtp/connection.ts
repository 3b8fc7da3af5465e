import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { beginBearer, saysBearer } from './bearer-login.ts'
import { isAmongChunks, readBdat } from './chunked-mail.ts'
import { DataStream } from './data-stream.ts'
import { type ParsedAddress, strangeSender } from './strange-sender.ts'
import type { ConnectionWatch } from './watch.ts'

interface Rules {
  watch: ConnectionWatch
  /** What EHLO offers, of what the library would. */
  offered?: ((extensions: string[], isSecure: boolean) => string[]) | undefined
  /** Mail may come in chunks (RFC 3030). */
  chunking: boolean
}

/**
 * The library's connection with our own rules at its two narrow places: every command line passes
 * `_onCommand`, every answer passes `send`.
 */
export class MailConnection extends SMTPConnection {
  readonly watch: ConnectionWatch
  readonly #offered: Rules['offered']
  readonly #chunking: boolean
  /** Some chunks of a mail are here, and not the last. */
  #isChunked = false
  #isBeginning = false
  #smallChunks = 0

  constructor(server: SMTPServer, socket: Socket, { watch, offered, chunking }: Rules) {
    super(server, socket)
    this.watch = watch
    this.#offered = offered
    this.#chunking = chunking
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
    else if (this.#isChunked && /^DATA\b/i.test(command.toString('latin1', 0, 5))) {
      // RFC 3030 §2: DATA begins no mail that came in chunks so far; the next chunk may still come.
      this.send(503, '5.5.1 The mail comes in chunks')
      callback?.()
    } else if (this.#isChunked && !isAmongChunks(command.toString('latin1', 0, 5)))
      this.send(421, '4.5.0 A mail was broken off')
    else super._onCommand(command, callback)
  }

  override handler_AUTH(command: Buffer, callback: () => void): void {
    const text = command.toString('latin1')
    const isTaken = this.secure && !this.session.user && saysBearer(text)
    if (isTaken && this._server.options.authMethods?.includes('OAUTHBEARER'))
      beginBearer(this, text, callback)
    else super.handler_AUTH(command, callback)
  }

  /** BDAT (RFC 3030 §2), by the name that the library looks for. What cannot be taken is read all the same, and refused behind it. */
  handler_BDAT(command: Buffer, callback: () => void): void {
    const chunk = this.#chunking ? readBdat(command.toString('latin1')) : null
    const parser = this._parser
    if (!chunk) return void this.send(421, '4.5.4 It is not said how much follows')
    if (!(parser instanceof DataStream)) return void callback()
    const { size, isLast } = chunk
    if (size > mostSwallowed) {
      this.send(552, '5.3.4 Nothing so large is taken')
      return void this.close()
    }
    if (size < smallChunk && !isLast && ++this.#smallChunks > mostSmallChunks)
      return void this.send(421, '4.7.0 The chunks are too small')
    const isDropped = this.session.envelope.rcptTo.length === 0
    const taken = (): void => {
      if (isDropped) this.send(503, '5.5.1 Who gets the mail comes first')
      else this.send(250, `2.0.0 ${size} octets are here`)
    }
    const next = (): void => {
      this.#isChunked = !isDropped && !isLast
      if (size > 0) {
        parser.expect({ left: size, isLast, isDropped, taken })
        return void callback()
      }
      if (isLast && !isDropped) return void parser.noMore(callback)
      parser.pauseData()
      taken()
      callback()
    }
    if (isDropped || this.#isChunked) next()
    else this.#begin(command, next)
  }

  /** The library's DATA, but for the 354: nobody waits for it here. */
  #begin(command: Buffer, go: () => void): void {
    this.#isBeginning = true
    this.handler_DATA(command, () => {
      this.#isBeginning = false
      go()
    })
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (code === 354 && this.#isBeginning) return
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

/** A mail has few chunks: what a program says many times costs each time what it sent with it (T31). */
const smallChunk = 1024
const mostSmallChunks = 100
/** What is too large is read before it is refused, so that its program hears why; more than this nobody waits for. */
const mostSwallowed = 1024 * 1024 * 1024

/** The library marks all its 421 answers as a bad connection (4.4.2); these say what it is. */
const libraryTexts: readonly [RegExp, string][] = [
  [/^Server shutting down$/, '4.3.2 The server is stopping, try again shortly'],
  [/You talk too soon$/, '4.5.0 You talk before the greeting'],
  [/^HTTP requests/, '4.5.1 This is a mail server'],
  [/Command line too long$/, '4.5.2 The command line is too long'],
  [/^Timeout/, '4.4.2 You were silent for too long'],
]
