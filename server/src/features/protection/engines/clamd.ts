import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** `host:port`, or the path of a unix socket. */
export type ClamdPlace = { path: string } | { host: string; port: number }

const chunkSize = 64 * 1024
const mostAnswer = 4_096

/**
 * Has clamd look at bytes by INSTREAM, in `milliseconds` at most.
 * @returns the name of what it found, null for nothing
 * @throws when it is away, slow, or does not look at so many bytes
 */
export async function askClamd(
  place: ClamdPlace,
  raw: Buffer,
  milliseconds: number,
): Promise<string | null> {
  const socket = connect(place)
  const timer = setTimeout(() => socket.destroy(new Error('clamd is too slow')), milliseconds)
  try {
    const said = answerOf(socket)
    await Promise.all([send(socket, raw), said])
    return readAnswer(await said)
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

/** The bytes in chunks, each with its length before it; one of no length is the end. */
async function send(socket: Socket, raw: Buffer): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'))
  for (let at = 0; at < raw.length; at += chunkSize) {
    const chunk = raw.subarray(at, at + chunkSize)
    await write(socket, lengthOf(chunk.length))
    await write(socket, chunk)
  }
  await write(socket, lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes)
  return head
}

/** Waits for room. A line that broke ends by what `answerOf` says of it. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.writableEnded || socket.write(bytes)) return
  const ended = new AbortController()
  const close = (): void => ended.abort()
  socket.once('close', close)
  await once(socket, 'drain', { signal: ended.signal }).catch(() => undefined)
  socket.off('close', close)
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')))
      else if (text.length > mostAnswer) socket.destroy(new Error('clamd answers too much'))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd hung up')))
  })
}

/** `stream: OK`, `stream: NAME FOUND`, or what went wrong. */
function readAnswer(text: string): string | null {
  if (text === 'stream: OK') return null
  const found = text.startsWith('stream: ') && text.endsWith(' FOUND')
  if (!found) throw new Error(`clamd says ${text.slice(0, 200)}`)
  return text.slice('stream: '.length, -' FOUND'.length).slice(0, 200)
}
