import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'

/** A line to a door of ours, by hand: what is sent and heard is the transcript. Texts are bytes as characters (latin1). */
export interface ProgramLine {
  /** Sends bytes as they are. */
  write(text: string): void
  /** What came up to the first line that fits, that line included. */
  until(pattern: RegExp): Promise<string>
  /** So many bytes, whatever they are. */
  take(count: number): Promise<string>
  /** What ties a login to this line (RFC 9266), and the hash of the server's certificate (RFC 5929). */
  bindings(): { exporter: Buffer; endPoint: Buffer }
  /** Goes on in TLS. */
  secure(): Promise<void>
  /** Resolves when the server has hung up, with what was not read before. */
  closed(): Promise<string>
  /** Takes nothing more from the line, and goes on. */
  pause(): void
  resume(): void
  close(): void
}

export function connectLine(port: number, { tls = true } = {}): ProgramLine {
  const options = { port, host: '127.0.0.1', rejectUnauthorized: false }
  let socket: Socket = tls ? connectTls(options) : connectPlain(options)
  let text = ''
  let isClosed = false
  let wake: () => void = () => undefined
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
  return {
    write: (more) => void socket.write(more, 'latin1'),
    until: async (pattern) => {
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
        if (isClosed)
          throw new Error(`the server hung up after ${JSON.stringify(text.slice(-300))}`)
        await news()
      }
    },
    take: async (count) => {
      while (text.length < count) {
        if (isClosed) throw new Error('the server hung up')
        await news()
      }
      const taken = text.slice(0, count)
      text = text.slice(count)
      return taken
    },
    bindings: () => {
      if (!(socket instanceof TLSSocket)) throw new Error('no TLS')
      const { raw } = socket.getPeerCertificate()
      return {
        exporter: socket.exportKeyingMaterial(32, 'EXPORTER-Channel-Binding', Buffer.alloc(0)),
        endPoint: createHash('sha256').update(raw).digest(),
      }
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
}
