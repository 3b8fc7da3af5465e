import type { FileMail } from './file-mail.ts'

/** A line, or a part of a long one: 64 KiB at most are looked at together. */
interface Piece {
  bytes: Buffer
  begins: boolean
  ends: boolean
}

const maxPiece = 64 * 1024
const lineFeed = 10
const carriageReturn = 13

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let rest: Buffer = Buffer.alloc(0)
  let begins = true
  for await (const chunk of chunks) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    for (;;) {
      const end = rest.indexOf(lineFeed, at)
      if (end >= 0) {
        yield { bytes: rest.subarray(at, end), begins, ends: true }
        at = end + 1
        begins = true
      } else if (rest.length - at > maxPiece) {
        yield { bytes: rest.subarray(at), begins, ends: false }
        at = rest.length
        begins = false
      } else break
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) yield { bytes: rest, begins, ends: false }
}

/** A separator even where the empty line before it is missing. */
const postmark = /^From \S+ +\w{3} \w{3} +\d{1,2} \d\d:\d\d/
const quoted = /^>+From /
const crlf = Buffer.from('\r\n')

/** One mail while its lines come in. */
interface Gathered {
  parts: Buffer[]
  size: number
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
  let current: Gathered | null = null
  let count = 0
  let afterEmpty = true
  const finish = (mail: Gathered): FileMail => asMail(mail, `${name} #${++count}`)
  for await (const piece of piecesOf(chunks)) {
    const line = piece.bytes
    if (piece.begins && isSeparator(line, afterEmpty)) {
      if (current) yield finish(current)
      current = { parts: [], size: 0, isTooLarge: false }
    } else if (current) gather(current, piece, maxBytes)
    afterEmpty = piece.begins && piece.ends && withoutReturn(line).length === 0
  }
  if (current) yield finish(current)
}

const isSeparator = (line: Buffer, afterEmpty: boolean): boolean => {
  const head = line.toString('latin1', 0, 300)
  return head.startsWith('From ') && (afterEmpty || postmark.test(head))
}

const withoutReturn = (line: Buffer): Buffer =>
  line.at(-1) === carriageReturn ? line.subarray(0, -1) : line

function gather(mail: Gathered, { bytes, begins, ends }: Piece, maxBytes: number): void {
  const escaped = begins && quoted.test(bytes.toString('latin1', 0, 1_000))
  const unescaped = escaped ? bytes.subarray(1) : bytes
  const line = ends ? withoutReturn(unescaped) : unescaped
  mail.size += line.length + (ends ? 2 : 0)
  if (mail.size > maxBytes) {
    mail.isTooLarge = true
    mail.parts = []
  } else {
    // A copy: a view would keep its whole chunk in memory.
    mail.parts.push(Buffer.from(line))
    if (ends) mail.parts.push(crlf)
  }
}

function asMail({ parts, isTooLarge }: Gathered, name: string): FileMail {
  if (isTooLarge) return { name, raw: null, trouble: 'too-large' }
  // The empty line before the next separator belongs to the file, not to the mail.
  const all = Buffer.concat(parts)
  const raw = all.subarray(-4).equals(Buffer.from('\r\n\r\n')) ? all.subarray(0, -2) : all
  const head = raw.toString('latin1', 0, Math.max(0, raw.indexOf('\r\n\r\n')))
  return {
    name,
    raw,
    seen: /^Status:.*R/m.test(head),
    starred: /^X-Status:.*F/m.test(head),
  }
}
