import type { ParsedMessage } from '@hongyan/mime/types'
import type { Stored } from '../../../mailstore/parsing/stored-mail.ts'
import type { Session } from '../session.ts'
import { bytesOf } from './reading.ts'
import { headerEnd, type Layout, maxHeader, type Range } from './sections.ts'

/** The bytes of one message for one FETCH. */
export interface Content {
  layout: Layout
  /** A large one is unpacked as it goes out, and never in memory whole. */
  isStreamed: boolean
  pieces(range: Range): AsyncIterable<Buffer> | Iterable<Buffer>
  /** A header, to be read in one piece: no more than its first megabyte. */
  whole(range: Range): Promise<Buffer>
}

/** Up to this size a message is read at once. */
const atOnce = 128 * 1024

interface Wanted {
  parsed: ParsedMessage | null
  /** Its bytes, where they were read already. */
  raw: Buffer | null
  /** Whether anybody asks where the message's own header ends. */
  withHead: boolean
}

export async function openContent(
  session: Session,
  message: Stored,
  { parsed, withHead, raw: read }: Wanted,
): Promise<Content> {
  const { size } = message
  if (size > atOnce && !read) {
    const bodyStart = withHead ? await headOf(session, message) : size
    return {
      layout: { size, parsed, bodyStart },
      isStreamed: true,
      pieces: (range) => bytesOf(session, message, range),
      whole: (range) => gathered(session, message, range),
    }
  }
  const raw = read ?? (await session.deps.mailstore.raw(message))
  const of = ({ start, end }: Range): Buffer => raw.subarray(start, end)
  return {
    layout: { size: raw.length, parsed, bodyStart: withHead ? headerEnd(raw) : raw.length },
    isStreamed: false,
    pieces: (range) => [of(range)],
    whole: async (range) => of(range),
  }
}

/** The last one of each connection: whoever reads a large message in pieces asks for it each time. */
const heads = new WeakMap<Session, { blob: Buffer; bodyStart: number }>()

async function headOf(session: Session, message: Stored): Promise<number> {
  const known = heads.get(session)
  if (known?.blob.equals(message.blob)) return known.bodyStart
  const head = await gathered(session, message, { start: 0, end: message.size })
  const bodyStart = headerEnd(head)
  heads.set(session, { blob: message.blob, bodyStart })
  return bodyStart
}

async function gathered(session: Session, message: Stored, { start, end }: Range): Promise<Buffer> {
  const pieces: Buffer[] = []
  const range = { start, end: Math.min(end, start + maxHeader) }
  for await (const piece of bytesOf(session, message, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}
