import { expect, it } from 'vitest'
import { flawOf, headerBlock, withCrlf } from './canonical-bytes.ts'

it.each([
  ['a: b\r\n\r\nc\r\n', null],
  ['a: b\r\n\r\nc\n', 'a bare LF'],
  ['a: b\r\n\r\nc\r.\r\n', 'a bare CR'],
  ['a: b\r\n\r\n\n.\r\nMAIL FROM:<x@y>\r\n', 'a bare LF'],
  ['a: b\r\n\r\n\r.\r', 'a bare CR'],
  ['a: b\r\n\r\n\r\r\n', 'a bare CR'],
  ['a: b\r\n\r\nc\0\r\n', 'a NUL'],
  [`a: b\r\n\r\n${'x'.repeat(999)}\r\n`, 'a line of more than 998 bytes'],
  [`a: b\r\n\r\n${'x'.repeat(998)}\r\n`, null],
  ['a: b\r\n\r\nc', 'no line end at its end'],
])('T25 finds what is wrong with the bytes %j', (text, flaw) => {
  expect(flawOf(Buffer.from(text))).toBe(flaw)
})

it('T25 makes CRLF the only line end', () => {
  expect(withCrlf(Buffer.from('a\nb\rc\r\n\r\r\nd')).toString()).toBe(
    'a\r\nb\r\nc\r\n\r\n\r\nd\r\n',
  )
})

it('takes the header block apart from the body', () => {
  expect(headerBlock(Buffer.from('a: b\r\nc: d\r\n\r\nbody')).toString()).toBe('a: b\r\nc: d\r\n')
})
