import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Stored } from '../../mailstore/parsing/stored-mail.ts'
import { AppError } from '../../platform/errors.ts'
import { freeNow } from '../../platform/in-turns.ts'

/** Messages in messages are followed so far. */
export const maxNesting = 4

/**
 * The bytes of a part: `2` is a section of the message, `2/1.3` section 1.3 of the message that section 2 holds,
 * `2/t0` the first file of the winmail.dat in section 2.
 * @throws item.not-found
 */
async function openPart(
  mailstore: Pick<Mailstore, 'decode'>,
  raw: Buffer,
  path: string,
): Promise<Buffer> {
  if (isTooDeep(path)) throw new AppError('item.not-found')
  const [bytes] = await mailstore.decode(raw, [path])
  if (!bytes) throw new AppError('item.not-found')
  return bytes
}

/** The bytes of a part of a stored mail, which itself is let go at once. @throws item.not-found */
export async function openPartOf(
  mailstore: Pick<Mailstore, 'decode' | 'raw'>,
  mail: Stored,
  path: string,
): Promise<Buffer> {
  const raw = await mailstore.raw(mail)
  const bytes = await openPart(mailstore, raw, path)
  // A small mail is decoded on the spot, and a part of it may be a view.
  if (bytes.buffer !== raw.buffer) freeNow(raw)
  return bytes
}

const isTooDeep = (path: string): boolean => path.split('/').length > maxNesting

const batchParts = 200
const batchBytes = 16 * 1024 * 1024

/**
 * Opens the attachments of a message one after the other. The message is decoded once for many of them, not once for
 * each: a small mail may have thousands.
 * @returns the bytes of the attachment at an index. @throws item.not-found
 */
export function openInTurn(
  mailstore: Pick<Mailstore, 'decode'>,
  raw: Buffer,
  parts: readonly { section: string; size: number }[],
): (index: number) => Promise<Buffer> {
  const batches = batchesOf(parts)
  let opened: { from: number; bytes: Promise<(Buffer | null)[]> } | null = null
  return async (index) => {
    if (isTooDeep(parts[index]?.section ?? '')) throw new AppError('item.not-found')
    const batch = batches.findLast(({ from }) => from <= index)
    if (!batch) throw new AppError('item.not-found')
    if (opened?.from !== batch.from)
      opened = { from: batch.from, bytes: mailstore.decode(raw, batch.sections) }
    const bytes = (await opened.bytes)[index - batch.from]
    if (!bytes) throw new AppError('item.not-found')
    return bytes
  }
}

function batchesOf(parts: readonly { section: string; size: number }[]) {
  const batches: { from: number; sections: string[] }[] = []
  let room = 0
  for (const [index, { section, size }] of parts.entries()) {
    const last = batches.at(-1)
    if (last && last.sections.length < batchParts && size <= room) last.sections.push(section)
    else {
      batches.push({ from: index, sections: [section] })
      room = batchBytes
    }
    room -= size
  }
  return batches
}
