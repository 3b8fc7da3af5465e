import { describe, expect, it } from 'vitest'
import { inCharset, mail } from '../test/mails.ts'
import { readContent } from './content.ts'
import { getHeader, getHeaders, readHeaders, removeHeaders } from './headers.ts'
import { parseMessage } from './parse.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('hardening-mail charsets: a byte order mark before the first header', () => {
  it.each(['', 'Return-Path: <a@b.cn>\r\nReceived: x\r\n'])(
    'is passed over behind "%s"',
    (trace) => {
      const mail = Buffer.from(
        `${trace}\ufeffFrom: a@b.cn\r\nSubject: marked\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext\r\n--b\r\nContent-Type: application-x-gzip; name="a.gz"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\n--b--\r\n`,
      )
      const parsed = parseMessage(mail)
      expect(parsed.envelope).toMatchObject({ subject: 'marked', from: [{ address: 'a@b.cn' }] })
      // A type without a slash is still that of a file.
      const { attachments, text } = readContent(mail, parsed)
      expect(text?.trim()).toBe('text')
      expect(attachments).toMatchObject([{ filename: 'a.gz', type: 'application/x-gzip', size: 3 }])
    },
  )
})

describe('readHeaders', () => {
  it('gives names, offsets with line ends, and unfolded values', () => {
    const raw = mail('Subject: a\n b\nX-Empty:\nObsolete \t: v\n\nBody: no\n')
    const fields = readHeaders(raw)
    expect(fields.map(({ name }) => name)).toEqual(['subject', 'x-empty', 'obsolete'])
    expect(fields.map((field) => field.value())).toEqual(['a b', '', 'v'])
    expect(fields.map(({ start, end }) => text(raw.subarray(start, end)))).toEqual([
      'Subject: a\r\n b\r\n',
      'X-Empty:\r\n',
      'Obsolete \t: v\r\n',
    ])
  })

  it('reads raw 8-bit as UTF-8, else as GBK', () => {
    const raw = mail('A: 鸿雁\nB: ', inCharset('鸿雁传书', 'gbk'), '\n\n')
    expect(getHeader(raw, 'a')).toBe('鸿雁')
    expect(getHeader(raw, 'b')).toBe('鸿雁传书')
    expect(getHeader(raw, 'c')).toBeNull()
  })

  it('skips lines that are no field and gives repeated fields in order', () => {
    const raw = mail('A: 1\nnot a field\n: nor this\nnor this: one\nA: 2\n\n')
    expect(getHeaders(raw, 'a')).toEqual(['1', '2'])
    expect(readHeaders(raw)).toHaveLength(2)
  })

  it('T26 never lets a bare CR through', () => {
    expect(getHeader(new TextEncoder().encode('Subject: a\rBcc: b@x\r\n\r\n'), 'subject')).toBe(
      'aBcc: b@x',
    )
  })

  it('T31 stops at 256 kB of fields and 64 kB of one value', () => {
    expect(readHeaders(mail('A: v\n'.repeat(100_000))).length).toBeLessThan(50_000)
    expect(getHeader(mail(`A: ${'x'.repeat(100_000)}\n\n`), 'a')?.length).toBeLessThan(65_537)
  })
})

describe('removeHeaders', () => {
  it('takes the picked fields out and leaves every other byte', () => {
    const raw = mail(
      'A: 1\nAuthentication-Results: forged;\n dkim=pass\nB: 2\nauthentication-results : x\n\nAuthentication-Results: body\n',
    )
    const clean = removeHeaders(raw, ({ name }) => name === 'authentication-results')
    expect(text(clean)).toBe('A: 1\r\nB: 2\r\n\r\nAuthentication-Results: body\r\n')
    expect(removeHeaders(clean, ({ name }) => name === 'authentication-results')).toBe(clean)
  })

  it('finds a forged field behind the read limits', () => {
    const raw = mail('X: y\n'.repeat(100_000), 'Authentication-Results: forged\n\n')
    const clean = removeHeaders(raw, ({ name }) => name === 'authentication-results')
    expect(raw.length - clean.length).toBe('Authentication-Results: forged\r\n'.length)
  })
})
