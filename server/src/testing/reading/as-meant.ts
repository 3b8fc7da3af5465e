import { createHash } from 'node:crypto'
import { decodeWords } from 'postal-mime'
import { expect } from 'vitest'
import { wireFlaws } from './mail-readers.ts'
import { hasPython } from './python-reader.ts'
import type { ReadMail } from './read-mail.ts'

/** A mail as it came, and as other programs read it. */
export interface Arrived {
  raw: Buffer
  read: ReadMail[]
}

/** A file as it was put into a mail. */
export interface GivenFile {
  name: string
  type: string
  /** Of a picture in the text. */
  contentId: string | null
  bytes: Buffer
}

/** What a mail is meant to be when another program reads it. */
export interface Meant {
  from: string
  subject: string
  to: string[]
  cc?: string[]
  /** Null for text alone. */
  html: string | null
  text?: string
  files?: readonly GivenFile[]
  inReplyTo?: string
  references?: string[]
  isUtf8?: boolean
}

/** Fails where a reader sees another mail than was meant, or where the bytes could not travel everywhere. */
export function expectMail(arrived: Arrived | undefined, meant: Meant): void {
  if (!arrived) throw new Error(`no mail ${meant.subject}`)
  const { raw, read } = arrived
  expect(wireFlaws(raw, meant.isUtf8 ?? false)).toEqual([])
  expect(raw.toString('latin1')).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0800\r$/m)
  const readers = ['postal-mime', 'mailparser', ...(hasPython ? ['python'] : [])]
  expect(read.map((one) => one.reader)).toEqual(readers)
  for (const one of read) {
    expect(one, one.reader).toMatchObject({
      subject: meant.subject,
      from: [meant.from],
      to: meant.to,
      cc: meant.cc ?? [],
      bcc: [],
      inReplyTo: meant.inReplyTo ?? '',
      references: meant.references ?? [],
      messageId: expect.stringMatching(/^<[\w.-]+@example\.test>$/),
    })
    expectSameWords(one, meant)
    expect(one.files.map(fileLine), one.reader).toEqual((meant.files ?? []).map(meantLine))
    expectPicturesFound(one)
  }
  expect(new Set(read.map((one) => one.date)).size).toBe(1)
  expect(oldNames(raw)).toEqual((meant.files ?? []).map((one) => one.name))
}

/** Text and HTML say the same. */
function expectSameWords({ reader, text, html }: ReadMail, meant: Meant): void {
  expect(html, reader).toBe(meant.html?.trimEnd() ?? '')
  if (meant.text !== undefined) expect(text, reader).toBe(meant.text)
  if (meant.html !== null) expect(letters(text), reader).toBe(letters(shownOf(html)))
}

/** Each picture of the body is in the mail, once. */
function expectPicturesFound({ reader, html, files }: ReadMail): void {
  const used = new Set([...html.matchAll(/cid:([^"')\s]+)/g)].map((found) => found[1]))
  const there = files.flatMap((one) => one.contentId ?? [])
  expect(there.sort(), reader).toEqual([...used].sort())
}

const hash = (bytes: Buffer) =>
  `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
const fileLine = (one: ReadMail['files'][number]) =>
  [one.disposition, one.contentId, one.type, one.name, hash(contentOf(one))].join(' ')
/** postal-mime gives a message with LF, and one more at its end, whatever it had. */
const contentOf = ({ type, bytes }: { type: string; bytes: Buffer }): Buffer =>
  type.startsWith('message/')
    ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n').trimEnd(), 'latin1')
    : bytes
const meantLine = (one: GivenFile) =>
  fileLine({ ...one, disposition: one.contentId === null ? 'attachment' : 'inline' })

/** The names that a program sees that does not know RFC 2231: `name` of Content-Type, in encoded-words. */
function oldNames(raw: Buffer): string[] {
  const unfolded = raw.toString('latin1').replace(/\r\n[ \t]+/g, ' ')
  return [...unfolded.matchAll(/^Content-Type: .*?; name=(?:"((?:\\.|[^"\\])*)"|([^\s;]+))/gm)].map(
    ([, quoted, token]) => decodeWords((quoted ?? token ?? '').replace(/\\(.)/g, '$1')),
  )
}

/** What can be read of HTML, roughly: good enough to compare letters. */
const shownOf = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&\w+;/g, ' ')
const letters = (text: string): string =>
  (
    text.replace(/ <https?:[^>]*>/g, '').match(/[\p{L}\p{N}\p{Extended_Pictographic}]/gu) ?? []
  ).join('')
