const lineFeed = 10
const quote = 62
const from = Buffer.from('From ')
const sign = Buffer.from('>')

/**
 * A message as it stands in an mbox (mboxrd): one `>` more before each line that is `From ` behind any number of them.
 * A piece at a time; all other bytes stay as they are.
 */
export async function* quoted(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  /** What was given out ends at the beginning of a line, or within signs that stand there. */
  let isAtStart = true
  for await (const piece of pieces) {
    const all = held.length > 0 ? Buffer.concat([held, piece]) : piece
    const end = all.length - begunFrom(all)
    let at = 0
    for (let found = all.indexOf(from); found >= 0; found = all.indexOf(from, found + 1)) {
      if (!isLineStart(all, found, isAtStart)) continue
      yield all.subarray(at, found)
      yield sign
      at = found
    }
    if (end > at) yield all.subarray(at, end)
    isAtStart = isLineStart(all, end, isAtStart)
    held = Buffer.from(all.subarray(end))
  }
  if (held.length > 0) yield held
}

/** How many of the last bytes may be the beginning of `From `. */
function begunFrom(bytes: Buffer): number {
  for (let length = Math.min(from.length - 1, bytes.length); length > 0; length--)
    if (bytes.subarray(-length).equals(from.subarray(0, length))) return length
  return 0
}

/** Whether nothing but signs stands between the beginning of a line and here. */
function isLineStart(bytes: Buffer, at: number, before: boolean): boolean {
  let start = at
  while (start > 0 && bytes[start - 1] === quote) start--
  return start === 0 ? before : bytes[start - 1] === lineFeed
}

/** Undoes it. */
export function unquoted(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let at = 0
  for (let found = bytes.indexOf(from); found >= 0; found = bytes.indexOf(from, found + 1)) {
    if (bytes[found - 1] !== quote || !isLineStart(bytes, found, true)) continue
    kept.push(bytes.subarray(at, found - 1))
    at = found
  }
  return at === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(at)])
}

const separator = Buffer.from('\nFrom ')

/** What stands between two `From ` lines, the first of them included. @returns null in the place of what is longer */
export async function* sections(
  pieces: AsyncIterable<Buffer>,
  mostBytes: number,
): AsyncGenerator<Buffer | null> {
  let kept: Buffer[] = []
  let size = 0
  let tail: Buffer = Buffer.alloc(0)
  const keep = (bytes: Buffer): void => {
    size += bytes.length
    if (size <= mostBytes) kept.push(bytes)
    else kept = []
  }
  const whole = (): Buffer | null => {
    const section = size > mostBytes ? null : Buffer.concat(kept)
    kept = []
    size = 0
    return section
  }
  for await (const piece of pieces) {
    const all = tail.length > 0 ? Buffer.concat([tail, piece]) : piece
    let at = 0
    for (let found = all.indexOf(separator); found >= 0; found = all.indexOf(separator, at)) {
      keep(all.subarray(at, found + 1))
      yield whole()
      at = found + 1
    }
    const end = Math.max(at, all.length - separator.length + 1)
    keep(all.subarray(at, end))
    tail = Buffer.from(all.subarray(end))
  }
  keep(tail)
  if (size > 0) yield whole()
}
