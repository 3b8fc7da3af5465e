import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { Stored } from '../../../mailstore/parsing/stored-mail.ts'

/** Bytes of stored mail from one place to another, in order: who goes on where it stopped does not begin anew. */
export interface Reading {
  /** The message that it stands in, and how far it has come. */
  readonly blob: Buffer
  readonly at: number
  /** @throws when the bytes end before it */
  take(end: number): Promise<Buffer>
  close(): Promise<void>
}

/** The connection that reads, of which this is all that is needed. */
interface Reader {
  readonly deps: { mailstore: Pick<Mailstore, 'pieces'> }
  /** Where the last large message that was fetched in pieces is open. */
  reading: Reading | null
}

/** Whoever fetches a message in pieces asks for the next one soon. */
const keptMs = 1_000

/** Gives the bytes of a range in slices. Forward it goes on where this connection stopped. */
export async function* bytesOf(
  session: Reader,
  message: Stored,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const reading = await readingAt(session, message, start)
  try {
    while (reading.at < start) await reading.take(start)
    while (reading.at < end) yield await reading.take(end)
  } catch (thrown) {
    await reading.close()
    throw thrown
  }
  if (end === message.size) await reading.close()
  else keep(session, reading)
}

async function readingAt(session: Reader, message: Stored, start: number): Promise<Reading> {
  const { reading } = session
  session.reading = null
  if (reading?.blob.equals(message.blob) && reading.at <= start) return reading
  await reading?.close()
  return createReading(session, message)
}

/** What the next command may go on with; the memory that it holds is given back when none comes. */
function keep(session: Reader, reading: Reading): void {
  session.reading = reading
  setTimeout(() => {
    if (session.reading !== reading) return
    session.reading = null
    void reading.close()
  }, keptMs).unref()
}

function createReading({ deps }: Reader, message: Stored): Reading {
  const pieces = deps.mailstore.pieces(message)
  let piece: Buffer = Buffer.alloc(0)
  let at = 0
  return {
    blob: message.blob,
    get at() {
      return at
    },
    take: async (end) => {
      while (piece.length === 0) {
        const next = await pieces.next()
        if (next.done) throw new Error('a stored message is shorter than it should be')
        piece = next.value
      }
      const taken = piece.subarray(0, end - at)
      piece = piece.subarray(taken.length)
      at += taken.length
      return taken
    },
    close: async () => void (await pieces.return(undefined)),
  }
}
