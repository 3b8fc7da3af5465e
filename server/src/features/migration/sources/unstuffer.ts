import { SourceTrouble } from './source.ts'

const lf = 0x0a
const dot = 0x2e

/** Takes the lines of an answer until the one that is a dot alone; each byte is looked at once. */
export function createUnstuffer(mostBytes: number) {
  const kept: Buffer[] = []
  let size = 0
  /** An unfinished line. */
  let begun: Buffer = Buffer.alloc(0)
  const keep = (bytes: Buffer): void => {
    size += bytes.length
    if (size > mostBytes) throw new SourceTrouble('line')
    kept.push(bytes)
  }
  const joined = (piece: Buffer): Buffer => {
    const line = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
    begun = Buffer.alloc(0)
    return line
  }
  return {
    /** @returns what comes behind the answer; null while it goes on */
    take: (chunk: Buffer): Buffer | null => {
      let from = 0
      for (let end = chunk.indexOf(lf); end >= 0; end = chunk.indexOf(lf, from)) {
        const line = joined(chunk.subarray(from, end + 1))
        from = end + 1
        if (isEnd(line)) return chunk.subarray(from)
        keep(line[0] === dot ? line.subarray(1) : line)
      }
      const tail = chunk.subarray(from)
      if (size + begun.length + tail.length > mostBytes) throw new SourceTrouble('line')
      begun = joined(tail)
      return null
    },
    whole: (): Buffer => Buffer.concat(kept),
  }
}

/** A dot alone. */
const isEnd = (line: Buffer): boolean =>
  line[0] === dot && (line.length === 2 || (line.length === 3 && line[1] === 0x0d))
