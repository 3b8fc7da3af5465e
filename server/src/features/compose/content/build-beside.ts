import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { joinInTurns } from '../../../platform/in-turns.ts'
import type { MessageFile } from '../uploads/file-rules.ts'
import { buildMessage, type MessageParts } from './build-message.ts'

/** Up to so many bytes of text and files a mail is built on the spot: some milliseconds. */
const onTheSpot = 64 * 1024

/** A mail without the bytes of its files, which travel beside it in one piece, one behind the other. */
export interface BuildTask {
  parts: Omit<MessageParts, 'files' | 'encrypted'>
  files: readonly (Omit<MessageFile, 'bytes'> & { size: number })[]
  encrypted: { smimeType: string; size: number } | null
}

const builders = createWorkers<BuildTask>({
  script: new URL('./build-worker.ts', import.meta.url),
  maxWorkers: 1,
  limitMs: 60_000,
  memoryMb: 256,
})

/**
 * The bytes of a mail. The text of a large one is scanned, flowed and encoded by a thread: a draft of 8 MB is what
 * anybody with a login may send as often as he likes.
 */
export async function buildBeside(parts: MessageParts): Promise<Buffer> {
  const { files, encrypted, ...rest } = parts
  const contents = [...files.map((one) => one.bytes), ...(encrypted ? [encrypted.bytes] : [])]
  const size = contents.reduce((sum, one) => sum + one.length, parts.html.length)
  if (size <= onTheSpot) return buildMessage(parts)
  const task: BuildTask = {
    parts: rest,
    files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })),
    encrypted: encrypted ? { smimeType: encrypted.smimeType, size: encrypted.bytes.length } : null,
  }
  const raw = (await builders.run(task, await joinInTurns(contents))) as Uint8Array
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
}

/** The same mail put together again, its files views of the one piece. */
export function partsOf({ parts, files, encrypted }: BuildTask, bytes: Buffer): MessageParts {
  let at = 0
  const next = (size: number): Buffer => {
    at += size
    return bytes.subarray(at - size, at)
  }
  const whole = files.map(({ size, ...file }) => ({ ...file, bytes: next(size) }))
  return {
    ...parts,
    files: whole,
    ...(encrypted
      ? { encrypted: { smimeType: encrypted.smimeType, bytes: next(encrypted.size) } }
      : {}),
  }
}
