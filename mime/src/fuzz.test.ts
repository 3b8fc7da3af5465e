import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageFixtures } from '../test/fixtures.ts'
import { decodeBody, readContent } from './content.ts'
import { htmlToText } from './html/html-text.ts'
import { parseMessage } from './parse.ts'
import { previewOf } from './preview.ts'
import type { Part } from './types.ts'

const small = messageFixtures().filter(({ raw }) => raw.length < 8000)
const snippets = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '--',
  '\r\n\r\n',
  '=?gbk?B?',
  '?=',
  '"',
  '<',
  '(',
  ';',
  "*0*=utf-8''%",
  'Content-Type: message/rfc822\r\n\r\n',
  'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  '\xff\xfe',
  '=\r\n',
  '<style>',
  '<!--',
  '&#x',
]

type Edit = { at: number; cut: number; insert: string }
const edits = fc.array(
  fc.record({
    at: fc.nat(7999),
    cut: fc.nat(40),
    insert: fc.oneof(fc.constantFrom(...snippets), fc.string({ unit: 'binary', maxLength: 8 })),
  }),
  { maxLength: 6 },
)

function mutate(raw: Uint8Array, changes: Edit[]): Uint8Array {
  let text = Buffer.from(raw).toString('latin1')
  for (const { at, cut, insert } of changes) {
    const place = at % (text.length + 1)
    text = text.slice(0, place) + insert + text.slice(place + cut)
  }
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

function walk(raw: Uint8Array, part: Part): void {
  expect(part.headerStart <= part.bodyStart && part.bodyStart <= part.bodyEnd).toBe(true)
  expect(part.lines).toBe(
    raw.subarray(part.bodyStart, part.bodyEnd).filter((byte) => byte === 10).length,
  )
  expect(part.type === 'multipart').toBe(part.parts.length > 0)
  expect(part.type === 'message' && /^(?:rfc822|global)$/.test(part.subtype)).toBe(
    part.message !== null,
  )
  decodeBody(raw, part)
  let from = part.bodyStart
  for (const child of part.message === null ? part.parts : [part.message.root]) {
    expect(child.headerStart >= from && child.bodyEnd <= part.bodyEnd).toBe(true)
    walk(raw, child)
    from = child.bodyEnd
  }
}

function check(raw: Uint8Array): void {
  const parsed = parseMessage(raw)
  expect(parsed.root.bodyEnd).toBe(raw.length)
  walk(raw, parsed.root)
  const text = JSON.stringify(parsed)
  expect(JSON.parse(text)).toEqual(parsed)
  expect(text.includes('\\u0000') || /\\ud[89a-f]/.test(text)).toBe(false)
  const content = readContent(raw, parsed)
  expect((content.text ?? '').includes('\0')).toBe(false)
  expect(
    previewOf(content.text ?? htmlToText(content.html ?? '', 1000)).length,
  ).toBeLessThanOrEqual(160)
  for (const { filename, size } of content.attachments) {
    expect(filename).toMatch(/^[^/\\\p{Cc}]{1,210}$/u)
    expect(size).toBeGreaterThanOrEqual(0)
  }
}

describe('any bytes', () => {
  it('T31 changed messages parse with consistent offsets and plain data', () => {
    fc.assert(
      fc.property(fc.constantFrom(...small), edits, ({ raw }, changes) => {
        check(mutate(raw, changes))
      }),
      { numRuns: 4000 },
    )
  })

  it('T31 so do random bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    const lines = fc
      .array(fc.constantFrom(...snippets, 'a: b\r\n', '--x--\r\n', 'text\r\n'), { maxLength: 40 })
      .map((all) => new Uint8Array(Buffer.from(all.join(''), 'latin1')))
    fc.assert(fc.property(fc.oneof(bytes, lines), check), { numRuns: 4000 })
  })

  it('gives only HTML text within the maximum', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      '"',
      "'",
      '=',
      '<p style="display:none">',
      '</p>',
      '<td>',
      '<b>',
      '</b>',
      '&',
      '#',
      'x',
      ';',
      ' ',
      '<style>',
      '{',
      '}',
      '</style>',
      '@media',
      '<blockquote>',
      '<pre>',
      '<li>',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
        expect(htmlToText(all.join(''), 50).length).toBeLessThanOrEqual(50)
      }),
      { numRuns: 3000 },
    )
  })
})
