import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { Log } from '../../platform/log.ts'
import { deflated } from './deflated-line.ts'

/** What takes the bytes of a line as they come. */
export interface BytesReader {
  push(bytes: Buffer): void
  /** Forgets what it holds. */
  clear(): void
}

/** The line to one program: bytes come in when they are asked for and not before. */
export interface Channel {
  socket(): Duplex
  isSecure(): boolean
  /** Waits for more bytes. @returns false when there will be none */
  more(): Promise<boolean>
  /** Goes on in TLS; what came before is forgotten. */
  upgrade(): void
  /** Goes on deflated, in both directions; what came before is forgotten. */
  compress(): void
  isCompressed(): boolean
  /** When something came last, in ms of the process. */
  lastHeard(): number
  destroy(): void
}

interface Options {
  reader: BytesReader
  socket: Socket
  /** TLS from the first byte. */
  isSecure: boolean
  tls: SecureContext
  log: Log
  onClose(): void
}

export function createChannel({ reader, isSecure, tls, log, onClose, ...at }: Options): Channel {
  const secured = (one: Socket) => new TLSSocket(one, { isServer: true, secureContext: tls })
  let line: Socket = isSecure ? secured(at.socket) : at.socket
  let socket: Duplex = line
  let isClosed = false
  let lastHeard = performance.now()
  let wake: () => void = () => undefined

  const hear = (): void => {
    const own = socket
    own.on('data', (chunk: Buffer) => {
      own.pause()
      lastHeard = performance.now()
      reader.push(chunk)
      wake()
    })
    own.on('error', (error) => log.debug({ err: error }, 'the line to a program failed'))
    own.on('close', () => {
      isClosed = true
      wake()
      onClose()
    })
    own.pause()
  }
  hear()

  return {
    socket: () => socket,
    isSecure: () => line instanceof TLSSocket,
    isCompressed: () => socket !== line,
    more: async () => {
      if (isClosed) return false
      await new Promise<void>((resolve) => {
        wake = resolve
        socket.resume()
      })
      return !isClosed
    },
    upgrade: () => {
      reader.clear()
      socket.removeAllListeners('data')
      line = secured(line)
      socket = line
      hear()
    },
    compress: () => {
      reader.clear()
      line.removeAllListeners('data')
      socket = deflated(line)
      hear()
    },
    lastHeard: () => lastHeard,
    destroy: () => void socket.destroy(),
  }
}
