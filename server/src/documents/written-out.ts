import { decodeEntities } from '@hongyan/mime/html/entities'

/** Files of one text that are looked at. */
const mostFiles = 1_000
/** What a text has that may have one. */
const sign = /data:|^begin(?:-base64)? |JVBERi0|UEsDB|0M8R4KGx|N3q8ryc|UmFyIRo/im
/** The beginning of a PDF, a ZIP, an old office file, 7z or RAR in base64, and some of what follows; links are read. */
const bare =
  /(?:JVBERi0|(?<!base64,)(?:UEsDB[A-D][AEIMQUYcgkosw048]A|0M8R4KGx|N3q8ryc|UmFyIRo))[\w+/\s-]{120}/
/** What a link begins with, and what ends one in HTML or in a style sheet. */
const scheme = /data:/gi
const linkEnd = /["'<>)]/g
/** Of what stands before the comma. */
const longestAbout = 200
const block = /^begin(-base64)? [0-7]{3,4} [^\r\n]*\r?\n/gm
/** A block ends where the next one begins, if not before: each line is read for one of them. */
const blockEnd = /^(?:====|begin(?:-base64)? )/gm

/** Whether a file stands in a text in base64, with nothing around it that says so. */
const isBare = (text: string): boolean => bare.test(text)

export interface WrittenOut {
  /** '' where a link names none. */
  name: string
  bytes: Buffer
}

/**
 * Files that are written out in a text: `data:` links (RFC 2397), whose HTML may name their letters by number, and blocks of
 * uuencode, which many programs show as attachments. @returns null for a file in base64 alone, and where
 * there are too many
 */
export function writtenOut(bytes: Buffer): WrittenOut[] | null {
  // UTF-16 without its zeros.
  const plain = bytes.toString('latin1').replaceAll('\0', '')
  const text = plain.includes('&') ? decodeEntities(plain) : plain
  if (!sign.test(text)) return []
  if (isBare(text)) return null
  const files: WrittenOut[] = []
  for (const one of filesIn(text)) {
    if (one.bytes.length === 0) continue
    if (files.length >= mostFiles) return null
    files.push(one)
  }
  return files
}

function* filesIn(text: string): Generator<WrittenOut> {
  let end = 0
  for (const { index } of text.matchAll(scheme)) {
    // Inside of the one before.
    if (index < end) continue
    linkEnd.lastIndex = index
    end = linkEnd.exec(text)?.index ?? text.length
    const said = text.slice(index + 'data:'.length, end)
    const comma = said.slice(0, longestAbout).indexOf(',')
    if (comma >= 0) yield { name: '', bytes: ofLink(said.slice(0, comma), said.slice(comma + 1)) }
  }
  for (const { 0: head, 1: base64, index } of text.matchAll(block)) {
    const from = index + head.length
    const name = Buffer.from(head.trim().split(' ').slice(2).join(' '), 'latin1').toString()
    blockEnd.lastIndex = from
    const said = text.slice(from, blockEnd.exec(text)?.index ?? text.length)
    yield { name, bytes: base64 ? Buffer.from(said, 'base64') : ofUuencode(said) }
  }
}

function ofLink(about: string, said: string): Buffer {
  const data = said.replace(/%([0-9a-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  if (/;\s*base64\s*$/i.test(about)) return Buffer.from(data, 'base64')
  // What people write with a colon and a comma is no file; what names its type is one.
  const isText =
    !/^\s*[a-z]+\/[\w.+-]+\s*(?:;|$)/i.test(about) &&
    /^[\t\r\n -~]*$/.test(data) &&
    !data.trimStart().startsWith('%PDF-')
  return isText ? Buffer.alloc(0) : Buffer.from(data, 'latin1')
}

/** Line by line, each with its length first, up to `end` or to what is none. */
function ofUuencode(text: string): Buffer {
  const lines: Buffer[] = []
  for (const line of text.split('\n')) {
    const length = (line.charCodeAt(0) - 32) & 63
    if (/^end\b/.test(line) || line.trim() === '' || line.length < 2 || length === 0) break
    lines.push(ofUuLine(line, length))
  }
  return Buffer.concat(lines)
}

function ofUuLine(line: string, length: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3)
  const six = (at: number): number => ((line.charCodeAt(at) || 32) - 32) & 63
  for (let at = 1, to = 0; to < length; at += 4, to += 3)
    bytes.writeUIntBE(
      (six(at) << 18) | (six(at + 1) << 12) | (six(at + 2) << 6) | six(at + 3),
      to,
      3,
    )
  return bytes.subarray(0, length)
}
