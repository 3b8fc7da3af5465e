import type { Stored } from '../../../mailstore/parsing/stored-mail.ts'
import type { Session } from '../session.ts'

/** Messages that are together no larger are read at the same time: no more than one of them may have by itself. */
const atOnce = 128 * 1024
const mostAtOnce = 32
/** So many come together: the next ones are read while these are said. */
const together = 8

/**
 * Works on messages one after the other, with the bytes of small ones: to wait for each file by itself takes most of the
 * time of a mailbox that is fetched whole. @param work gets null for one that it reads itself
 */
export async function readAhead<T extends Stored>(
  session: Session,
  messages: readonly T[],
  work: (message: T, raw: Buffer | null) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < messages.length; ) {
    const group = groupAt(messages, at)
    at += group.length
    const [first, second] = group
    if (!second) {
      if (first) await work(first, null)
      continue
    }
    await session.deps.mailstore.whileReading(group, async (_read, readSome) => {
      const coming: Promise<Buffer>[] = []
      for (let from = 0; from < group.length; from += together)
        coming.push(...readSome(group.slice(from, from + together)))
      // One that fails is told of in its turn; those behind it are nobody's any more.
      for (const bytes of coming) bytes.catch(() => undefined)
      for (const [index, message] of group.entries())
        await work(message, await (coming[index] ?? null))
    })
  }
}

function groupAt<T extends Stored>(messages: readonly T[], at: number): T[] {
  let bytes = 0
  const some = messages.slice(at, at + mostAtOnce)
  const end = some.findIndex(({ size }, index) => {
    bytes += size
    return index > 0 && bytes > atOnce
  })
  return end < 0 ? some : some.slice(0, end)
}
