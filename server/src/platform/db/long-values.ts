import type { Socket } from 'node:net'
import type pg from 'pg'
import { turnForBulk } from '../in-turns.ts'

/** What the driver binds (PostgreSQL protocol, message Bind). */
interface Bind {
  portal?: string
  statement?: string
  binary?: boolean
  values?: readonly unknown[]
  valueMapper?: (value: unknown, index: number) => unknown
}

interface Connection {
  stream: Socket
  bind(config: Bind): void
}

/** Bytes: a shorter value is copied as quickly as it is pointed to. */
const longValue = 256 * 1024

/** Bytes that one turn of the loop hands to the socket: the system takes thirty-two times what it has room for otherwise, 110 ms for 20 MB. */
const sentInOneGo = 256 * 1024
/** Of what a turn has room for. */
const partOfTurn = 1 / 2

const onTheirWay = new Map<Buffer, number>()

/** The socket still reads these bytes: their memory must not be given away. */
export const isOnItsWay = (bytes: Buffer): boolean => onTheirWay.has(bytes)

/**
 * Long bytes go to the socket from where they are. The driver makes its message of a copy, and of that another when
 * it grows: for 20 MB that is 150 ms in one turn of the loop.
 */
export function sendLongValues(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: Connection }
  const short = connection.bind.bind(connection)
  sendInPieces(connection.stream)
  connection.bind = (config) => {
    if (config.values?.some(isLong)) bindLong(connection.stream, config)
    else short(config)
  }
}

/** What one call writes to the socket, and whoever waits until that is done. */
interface Chunk {
  chunk: Buffer | string
  encoding: BufferEncoding
}
type Done = (error?: Error | null) => void

/** Long bytes leave a piece a turn; what is written behind them waits its time, as for any write. */
function sendInPieces(stream: Socket): void {
  const one = stream._write.bind(stream)
  const several = stream._writev?.bind(stream)
  if (!several) return
  const sent = ({ chunk, encoding }: Chunk): Promise<void> =>
    new Promise((resolve, reject) => {
      one(chunk, encoding, (error) => (error ? reject(error) : resolve()))
    })
  const all = async (chunks: readonly Chunk[]): Promise<void> => {
    for (const { chunk, encoding } of chunks) {
      if (!isLong(chunk)) await sent({ chunk, encoding })
      else
        for (let at = 0; at < chunk.length; at += sentInOneGo) {
          await turnForBulk(partOfTurn)
          await sent({ chunk: chunk.subarray(at, at + sentInOneGo), encoding })
        }
    }
  }
  const inPieces = (chunks: readonly Chunk[], done: Done): void =>
    void all(chunks).then(() => done(), done)
  stream._write = (chunk: Buffer, encoding, done) =>
    isLong(chunk) ? inPieces([{ chunk, encoding }], done) : one(chunk, encoding, done)
  stream._writev = (chunks: Chunk[], done) =>
    chunks.some(({ chunk }) => isLong(chunk)) ? inPieces(chunks, done) : several(chunks, done)
}

const isLong = (value: unknown): value is Buffer =>
  Buffer.isBuffer(value) && value.length >= longValue

function bindLong(stream: Socket, config: Bind): void {
  if (!stream.writable) return
  const { portal = '', statement = '', binary = false, values = [] } = config
  const mapped = values.map((value, index) =>
    encoded(config.valueMapper ? config.valueMapper(value, index) : value),
  )
  const formats = mapped.map((value) => int16(Buffer.isBuffer(value) ? 1 : 0))
  const count = int16(mapped.length)
  const parts = [
    ...[Buffer.from(`${portal}\0${statement}\0`), count, ...formats, count],
    ...mapped.flatMap((value) => {
      if (value === null) return [int32(-1)]
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      return [int32(bytes.length), bytes]
    }),
    ...[int16(1), int16(binary ? 1 : 0)],
  ]
  const length = parts.reduce((sum, one) => sum + one.length, 4)
  stream.cork()
  for (const part of joined([Buffer.from('B'), int32(length), ...parts])) write(stream, part)
  stream.uncork()
}

const encoded = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null
  return Buffer.isBuffer(value) ? value : String(value)
}

/** Short pieces between long ones become one. */
function* joined(parts: readonly Buffer[]): Generator<Buffer> {
  let short: Buffer[] = []
  for (const part of parts) {
    if (!isLong(part)) {
      short.push(part)
      continue
    }
    yield Buffer.concat(short)
    short = []
    yield part
  }
  yield Buffer.concat(short)
}

function write(stream: Socket, bytes: Buffer): void {
  if (!isLong(bytes)) {
    stream.write(bytes)
    return
  }
  onTheirWay.set(bytes, (onTheirWay.get(bytes) ?? 0) + 1)
  // Also when it fails.
  stream.write(bytes, () => {
    const left = (onTheirWay.get(bytes) ?? 1) - 1
    if (left === 0) onTheirWay.delete(bytes)
    else onTheirWay.set(bytes, left)
  })
}

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}
