import { limits } from '@hongyan/contract/limits'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import type { ParsedMessage, Part } from '@hongyan/mime/types'
import type { Release } from '../../../platform/gate.ts'
import { turnForBulk } from '../../../platform/in-turns.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Session } from '../session.ts'

/** Some bytes of a message, and what stands there instead. */
interface Edit {
  start: number
  end: number
  text: string | 'base64'
}

/** A line of base64 (RFC 2045 §6.8): 76 letters. */
const lineBytes = 57
const bytesInOneGo = lineBytes * 4_000
const plain = new Set(['7bit', '8bit', 'binary', ''])

/** Work on messages as they are kept: what was made of them counts until it is over. */
export async function withoutNuls<T>(
  session: Session,
  given: readonly Buffer[],
  work: (messages: Buffer[]) => Promise<T>,
): Promise<T> {
  const room: Release[] = []
  try {
    const messages: Buffer[] = []
    for (const raw of given) messages.push(await withoutNul(session, raw, room))
    return await work(messages)
  } finally {
    for (const release of room) release()
  }
}

/**
 * A message that a program files with NUL in its parts, by a literal8: what is told by BODY must not hold one (RFC 9051 §4.3.1,
 * RFC 3516 §4.2), so these parts are kept in base64, and BINARY gives them as they came. What was signed stays as it is.
 * @throws UNKNOWN-CTE where that would be larger than a message may be
 */
async function withoutNul(session: Session, raw: Buffer, room: Release[]): Promise<Buffer> {
  if (!raw.includes(0)) return raw
  const { parsed } = await session.deps.mailstore.prepare(raw)
  const edits = editsOf(raw, parsed)
  const size = edits.reduce((sum, edit) => sum + sizeOf(edit) - (edit.end - edit.start), raw.length)
  if (size > limits.message) throw new Refusal('This is too large to be encoded', 'UNKNOWN-CTE')
  if (edits.length === 0) return raw
  room.push(await session.deps.memory.take(size))
  return edited(raw, edits, size)
}

/** Bytes that a program takes that knows nothing of BINARY: a NUL that is left, in a header or in mail that came so, is none. */
export function nulFree(bytes: Buffer): Buffer {
  const first = bytes.indexOf(0)
  if (first < 0) return bytes
  const copy = Buffer.from(bytes)
  for (let at = first; at < copy.length; at++) if (copy[at] === 0) copy[at] = 0x80
  return copy
}

function editsOf(raw: Buffer, { root }: ParsedMessage): Edit[] {
  const edits = leavesOf(root)
    .filter(({ bodyStart, bodyEnd }) => raw.subarray(bodyStart, bodyEnd).includes(0))
    .flatMap((part) => encodingEdits(raw, part))
  if (edits.length > 0 && !readHeaders(raw).some(({ name }) => name === 'mime-version'))
    edits.unshift({ start: 0, end: 0, text: 'MIME-Version: 1.0\r\n' })
  return edits.sort((a, b) => a.start - b.start)
}

/** Parts whose bytes stand in the message, in their order. */
function leavesOf(part: Part): Part[] {
  if (part.type === 'multipart' && part.subtype === 'signed') return []
  if (part.parts.length > 0) return part.parts.flatMap(leavesOf)
  if (!plain.has(part.encoding)) return []
  return part.message ? leavesOf(part.message.root) : [part]
}

/** Nothing where there is no header that could say it. */
function encodingEdits(raw: Buffer, { headerStart, bodyStart, bodyEnd }: Part): Edit[] {
  if (bodyStart === headerStart) return []
  const fields = readHeaders(raw, headerStart, bodyStart)
  const told = fields.filter(({ name }) => name === 'content-transfer-encoding')
  const gone = told.map(({ start, end }: HeaderField) => ({ start, end, text: '' }))
  const at = told[0]?.start ?? fields.at(-1)?.end ?? headerStart
  return [
    { start: at, end: at, text: 'Content-Transfer-Encoding: base64\r\n' },
    ...gone,
    { start: bodyStart, end: bodyEnd, text: 'base64' },
  ]
}

const sizeOf = ({ start, end, text }: Edit): number => {
  if (text !== 'base64') return text.length
  const letters = 4 * Math.ceil((end - start) / 3)
  return letters + 2 * Math.ceil((end - start) / lineBytes)
}

async function edited(raw: Buffer, edits: readonly Edit[], size: number): Promise<Buffer> {
  const out = Buffer.allocUnsafe(size)
  let written = 0
  let from = 0
  for (const { start, end, text } of edits) {
    written += raw.copy(out, written, from, start)
    if (text !== 'base64') written += out.write(text, written, 'latin1')
    else written += await encodeInTurns(raw.subarray(start, end), out.subarray(written))
    from = end
  }
  raw.copy(out, written, from)
  return out
}

/** Lines of base64, each with its end. @returns how many bytes they are */
async function encodeInTurns(bytes: Buffer, out: Buffer): Promise<number> {
  let written = 0
  for (let at = 0; at < bytes.length; at += bytesInOneGo) {
    await turnForBulk(0.5)
    const text = bytes.toString('base64', at, Math.min(at + bytesInOneGo, bytes.length))
    written += out.write(text.replace(/.{1,76}/g, '$&\r\n'), written, 'latin1')
  }
  return written
}
