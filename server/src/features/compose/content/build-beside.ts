import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { copyInTurns, turnForScan } from '../../../platform/in-turns.ts'
import { inPieces } from '../../../platform/json/json-in-turns.ts'
import type { MessageFile } from '../uploads/file-rules.ts'
import { buildMessage, type MessageParts } from './build-message.ts'

/** Up to so many bytes of text and files a mail is built on the spot: some milliseconds. */
const onTheSpot = 64 * 1024

/** A mail without the bytes of its text and files, which travel beside it in one piece, one behind the other. */
export interface BuildTask {
  parts: Omit<MessageParts, 'files' | 'encrypted' | 'html'>
  htmlSize: number
  files: readonly (Omit<MessageFile, 'bytes'> & { size: number })[]
  encrypted: { smimeType: string; size: number } | null
}

const builders = createWorkers<BuildTask>({
  script: new URL('./build-worker.ts', import.meta.url),
  maxWorkers: 1,
  limitMs: 60_000,
  memoryMb: 160,
  wastefulMb: 40,
})

/**
 * The bytes of a mail. The text of a large one is scanned, flowed and encoded by a thread: a draft of 8 MB is what
 * anybody with a login may send as often as he likes.
 */
export async function buildBeside(parts: MessageParts): Promise<Buffer> {
  const { files, encrypted, html: text, ...rest } = parts
  const html = [text].flat()
  const contents = [...files.map((one) => one.bytes), ...(encrypted ? [encrypted.bytes] : [])]
  const size = [...contents, ...html].reduce((sum, one) => sum + one.length, 0)
  if (size <= onTheSpot) return buildMessage(parts)
  const { bytes, htmlSize } = await together(html, contents)
  const task: BuildTask = {
    parts: rest,
    htmlSize,
    files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })),
    encrypted: encrypted ? { smimeType: encrypted.smimeType, size: encrypted.bytes.length } : null,
  }
  const raw = (await builders.run(task, bytes, { given: true })) as Uint8Array
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
}

/** Letters that are written in one turn of the loop. */
const inOneGo = 256 * 1024

/** Text and contents in a memory of their own, which is the thread's then; the text is not put together for that. */
async function together(
  html: readonly string[],
  contents: readonly Buffer[],
): Promise<{ bytes: Buffer; htmlSize: number }> {
  const htmlSize = html.reduce((sum, one) => sum + Buffer.byteLength(one), 0)
  const size = contents.reduce((sum, one) => sum + one.length, htmlSize)
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const text of html) {
    for (const piece of inPieces(text, inOneGo)) {
      await turnForScan(piece.length)
      at += bytes.write(piece, at)
    }
  }
  for (const one of contents) {
    await copyInTurns(one, bytes.subarray(at))
    at += one.length
  }
  return { bytes, htmlSize }
}

/** The same mail put together again, its files views of the one piece. */
export function partsOf(
  { parts, htmlSize, files, encrypted }: BuildTask,
  bytes: Buffer,
): MessageParts {
  let at = 0
  const next = (size: number): Buffer => {
    at += size
    return bytes.subarray(at - size, at)
  }
  const html = next(htmlSize).toString()
  const whole = files.map(({ size, ...file }) => ({ ...file, bytes: next(size) }))
  return {
    ...parts,
    html,
    files: whole,
    ...(encrypted
      ? { encrypted: { smimeType: encrypted.smimeType, bytes: next(encrypted.size) } }
      : {}),
  }
}
