import { type FileMail, foundMail } from './file-mail.ts'
import { createGrowing, type Growing } from './growing.ts'

/** What is too long to be looked at as one line is taken in parts of at least this. */
const maxLine = 64 * 1024
/** More lines are no mail that anybody wrote: each costs work whatever it holds. */
const maxLines = 3_000_000
const lineFeed = 10
const carriageReturn = 13
const greaterThan = 62
const letterF = 70

/** A separator even where the empty line before it is missing. */
const postmark = /^From \S{1,300} {1,9}\w{3} \w{3} {1,9}\d{1,2} \d\d:\d\d/
const quoted = /^>+From /
const crlf = Buffer.from('\r\n')

/** One mail while its lines come in. */
interface Gathered {
  bytes: Growing
  lines: number
  isTooLarge: boolean
}

/**
 * The mails of an mbox file (RFC 4155; mboxrd: `>From ` inside one was escaped), one at a time in memory. What stands before
 * the first separator is no mail.
 */
export async function* mboxMails(
  chunks: AsyncIterable<Buffer>,
  { name, maxBytes }: { name: string; maxBytes: number },
): AsyncGenerator<FileMail> {
  const splitter = createSplitter(name, maxBytes)
  for await (const chunk of chunks) yield* splitter.push(chunk)
  yield* splitter.end()
}

interface Splitter {
  /** @returns the mails that ended in this chunk */
  push(chunk: Buffer): FileMail[]
  end(): FileMail[]
}

/** A part of a line, or a whole one. */
interface Piece {
  bytes: Buffer
  begins: boolean
  ends: boolean
}

/** No object is made for a line and none is kept: millions of empty ones cost no more than their bytes (zip bombs). */
function createSplitter(name: string, maxBytes: number): Splitter {
  let rest: Buffer = Buffer.alloc(0)
  let begins = true
  let afterEmpty = true
  let count = 0
  let current: Gathered | null = null
  let found: FileMail[] = []
  const piece: Piece = { bytes: rest, begins, ends: false }

  const finish = (): void => {
    if (current) found.push(asMail(current, `${name} #${++count}`))
    current = null
  }
  const take = (bytes: Buffer, ends: boolean): void => {
    piece.bytes = bytes
    piece.begins = begins
    piece.ends = ends
    if (begins && isSeparator(bytes, afterEmpty)) {
      finish()
      current = { bytes: createGrowing(), lines: 0, isTooLarge: false }
    } else if (current) gather(current, piece, maxBytes)
    afterEmpty = begins && ends && lengthWithoutReturn(bytes) === 0
    begins = ends
  }
  const mails = (): FileMail[] => {
    const all = found
    found = []
    return all
  }
  return {
    push: (chunk) => {
      const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      for (let end = all.indexOf(lineFeed); end >= 0; end = all.indexOf(lineFeed, at)) {
        take(all.subarray(at, end), true)
        at = end + 1
      }
      if (all.length - at > maxLine) {
        take(all.subarray(at), false)
        at = all.length
      }
      // A copy: a view would keep its whole chunk in memory.
      rest = at < all.length ? Buffer.from(all.subarray(at)) : Buffer.alloc(0)
      return mails()
    },
    end: () => {
      if (rest.length > 0) take(rest, false)
      finish()
      return mails()
    },
  }
}

const isSeparator = (line: Buffer, afterEmpty: boolean): boolean => {
  if (line[0] !== letterF) return false
  const head = line.toString('latin1', 0, 400)
  return head.startsWith('From ') && (afterEmpty || postmark.test(head))
}

const lengthWithoutReturn = (line: Buffer): number =>
  line.length > 0 && line[line.length - 1] === carriageReturn ? line.length - 1 : line.length

function gather(mail: Gathered, { bytes, begins, ends }: Piece, maxBytes: number): void {
  if (mail.isTooLarge) return
  const isQuoted =
    begins && bytes[0] === greaterThan && quoted.test(bytes.toString('latin1', 0, 1_000))
  const line = bytes.subarray(isQuoted ? 1 : 0, ends ? lengthWithoutReturn(bytes) : bytes.length)
  if (ends) mail.lines++
  mail.isTooLarge = mail.bytes.size() + line.length + 2 > maxBytes || mail.lines > maxLines
  if (mail.isTooLarge) {
    mail.bytes.drop()
    return
  }
  mail.bytes.add(line)
  if (ends) mail.bytes.add(crlf)
}

function asMail({ bytes, isTooLarge }: Gathered, name: string): FileMail {
  if (isTooLarge) return { name, raw: null, trouble: 'too-large' }
  // The empty line before the next separator belongs to the file, not to the mail.
  const all = bytes.whole()
  const raw = all.subarray(-4).equals(Buffer.from('\r\n\r\n')) ? all.subarray(0, -2) : all
  const head = raw.toString('latin1', 0, Math.max(0, raw.indexOf('\r\n\r\n')))
  return foundMail({
    name,
    raw,
    seen: /^Status:.*R/m.test(head),
    starred: /^X-Status:.*F/m.test(head),
  })
}
