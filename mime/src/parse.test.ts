import { describe, expect, it } from 'vitest'
import { messageFixtures } from '../test/fixtures.ts'
import { HEAD, mail } from '../test/mails.ts'
import { readContent } from './content.ts'
import { findPart, parseMessage } from './parse.ts'
import type { Part } from './types.ts'

const textOf = (raw: Uint8Array, part: Part | null): string | null =>
  part && new TextDecoder().decode(raw.subarray(part.bodyStart, part.bodyEnd))

describe('parseMessage', () => {
  it('gives byte offsets, line counts and IMAP section numbers', () => {
    const raw = mail(
      'Content-Type: multipart/mixed; boundary=m\n\npreamble\n--m\n\none\ntwo\n--m\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\nthree\n--a--\n--m\nContent-Type: message/rfc822\n\nSubject: in\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\nfour\n--i--\n--m\nContent-Type: message/rfc822\n\nSubject: in2\n\nfive\n--m--\nepilogue\n--m\nnot a part\n',
    )
    const parsed = parseMessage(raw)
    expect(parsed.root.section).toBe('')
    expect(parsed.root.parts.map((part) => part.section)).toEqual(['1', '2', '3', '4'])
    expect(textOf(raw, findPart(parsed, '1'))).toBe('one\r\ntwo')
    expect(findPart(parsed, '1')?.lines).toBe(1)
    expect(textOf(raw, findPart(parsed, '2.1'))).toBe('three')
    expect(findPart(parsed, '3')?.message?.envelope.subject).toBe('in')
    expect(textOf(raw, findPart(parsed, '3.1'))).toBe('four')
    expect(textOf(raw, findPart(parsed, '4.1'))).toBe('five')
    expect(textOf(raw, findPart(parsed, '4'))).toBe('Subject: in2\r\n\r\nfive')
    expect(findPart(parsed, '5')).toBeNull()
    expect(parsed.root.bodyEnd).toBe(raw.length)
    expect(parsed.limits).toEqual([])
  })

  it('reads the envelope', () => {
    const raw = mail(
      'Date: Fri, 20 Nov 2026 10:00:00 +0800 (CST)\nFrom: =?utf-8?Q?=E5=BC=A0?= <a@B.CN>\nSender: s@x\nReply-To: r@x\nTo: t@x, u@x\nCc: c@x\nBcc: b@x\nMessage-ID: <id@x>\nIn-Reply-To: <p@x> (reply)\nReferences: <o@x>\n <p@x>\nSubject: s\n\n',
    )
    expect(parseMessage(raw).envelope).toEqual({
      date: '2026-11-20T02:00:00.000Z',
      zone: 480,
      subject: 's',
      from: [{ name: '张', address: 'a@b.cn' }],
      sender: [{ name: '', address: 's@x' }],
      replyTo: [{ name: '', address: 'r@x' }],
      to: [
        { name: '', address: 't@x' },
        { name: '', address: 'u@x' },
      ],
      cc: [{ name: '', address: 'c@x' }],
      bcc: [{ name: '', address: 'b@x' }],
      inReplyTo: 'p@x',
      messageId: 'id@x',
      references: ['o@x', 'p@x'],
    })
  })

  it('T28 shows the senders of all From fields', () => {
    const raw = mail('From: ceo@org.cn\nFrom: evil@x.test\n\n')
    expect(parseMessage(raw).envelope.from.map((one) => one.address)).toEqual([
      'ceo@org.cn',
      'evil@x.test',
    ])
  })

  it('reads the fields of a part', () => {
    const raw = mail(
      'Content-Type: TEXT/Plain; charset="utf-8"; format=flowed (comment)\nContent-Transfer-Encoding: 8BIT (c)\nContent-Disposition: Inline; filename="a.txt"\nContent-ID: <c@d>\nContent-Description: =?utf-8?Q?=E5=BC=A0?=\nContent-Language: zh, en\nContent-Location: http://x.test/\n a\nContent-MD5: Q2hlY2s=\n\nx',
    )
    expect(parseMessage(raw).root).toMatchObject({
      section: '1',
      type: 'text',
      subtype: 'plain',
      params: { charset: 'utf-8', format: 'flowed' },
      encoding: '8bit',
      disposition: 'inline',
      dispositionParams: { filename: 'a.txt' },
      filename: 'a.txt',
      contentId: 'c@d',
      description: '张',
      language: 'zh, en',
      location: 'http://x.test/a',
      md5: 'Q2hlY2s=',
    })
  })

  it('takes the parts of a digest for messages', () => {
    const raw = mail(
      `${HEAD}Content-Type: multipart/digest; boundary=d\n\n--d\n\nSubject: one\n\nx\n--d--\n`,
    )
    expect(findPart(parseMessage(raw), '1')?.message?.envelope.subject).toBe('one')
  })

  it('ends a part whose header runs into a boundary', () => {
    const raw = mail(
      `${HEAD}Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/plain\n--m\n\nnext\n--m--\n`,
    )
    const parsed = parseMessage(raw)
    expect(parsed.root.parts.map((part) => textOf(raw, part))).toEqual(['', 'next'])
  })

  it('matches a boundary as a whole line only, with white space behind it', () => {
    const raw = mail(
      `${HEAD}Content-Type: multipart/mixed; boundary=m\n\n--m \t\n\n--m0\n--mm\n --m\n--m-- \n`,
    )
    expect(parseMessage(raw).root.parts.map((part) => textOf(raw, part))).toEqual([
      '--m0\r\n--mm\r\n --m',
    ])
  })

  it('closes inner multiparts by a boundary of an outer one', () => {
    const raw = mail(
      `${HEAD}Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\none\n--o\n\ntwo\n--o--\n`,
    )
    const parsed = parseMessage(raw)
    expect(textOf(raw, findPart(parsed, '1.1'))).toBe('one')
    expect(textOf(raw, findPart(parsed, '2'))).toBe('two')
  })

  it('shows a multipart that has no boundary or no part as text', () => {
    for (const type of ['multipart/mixed', 'multipart/mixed; boundary=nowhere']) {
      const raw = mail(`${HEAD}Content-Type: ${type}\n\nstill to be read\n`)
      const parsed = parseMessage(raw)
      expect(parsed.root).toMatchObject({ type: 'text', section: '1', parts: [] })
      expect(readContent(raw, parsed).text).toBe('still to be read\n')
    }
  })

  it('keeps a boundary that looks like an encoded-word as it is', () => {
    const raw = mail(
      `${HEAD}Content-Type: multipart/mixed; boundary="=?utf-8?Q?a?="\n\n--=?utf-8?Q?a?=\n\nx\n--=?utf-8?Q?a?=--\n`,
    )
    expect(parseMessage(raw).root.parts).toHaveLength(1)
  })

  it('keeps parameters with dangerous names as data', () => {
    const raw = mail('Content-Type: text/plain; __proto__=a; constructor=b\n\nx')
    const { params } = parseMessage(raw).root
    expect(Object.keys(params)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype)
  })

  it('leaves an mbox line at the top out', () => {
    const raw = mail('From a@b Mon Jan  1 00:00:00 2026\nSubject: s\n\nx')
    expect(parseMessage(raw).envelope.subject).toBe('s')
  })

  it('T31 opens only as much as the limits allow, and says so', () => {
    const nested = mail(
      `${HEAD}Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n--a\n\ny\n--a--\n`,
    )
    const shallow = parseMessage(nested, { depth: 1 })
    expect(shallow.limits).toEqual(['depth'])
    expect(shallow.root.parts.map((part) => `${part.type}/${part.subtype}`)).toEqual([
      'application/octet-stream',
      'text/plain',
    ])
    const few = parseMessage(nested, { parts: 3 })
    expect(few.limits).toEqual(['parts'])
    expect(few.root.parts).toHaveLength(1)
  })

  it('makes plain data without NUL and half characters', () => {
    const raw = mail(
      'Subject: a\0=?utf-16be?B?2AA=?=\nFrom: "x\0" <a@b>\nContent-Type: text/plain; name="\0\ud800"; x="',
      new Uint8Array([0xff, 0, 0xfe]),
      '"\n\nx',
    )
    const text = JSON.stringify(parseMessage(raw))
    expect(text).not.toContain('\\u0000')
    expect(text).not.toMatch(/\\ud[89a-f]/)
  })
})

describe('the messages of four other projects', () => {
  it.each(messageFixtures())('$name parses with consistent offsets', ({ raw }) => {
    const parsed = parseMessage(raw)
    expect(parsed.root.headerStart).toBe(0)
    expect(parsed.root.bodyEnd).toBeLessThanOrEqual(raw.length)
    expectConsistent(parsed.root)
    expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed)
    const content = readContent(raw, parsed)
    const shown = [content.text, content.html, content.attachments[0] ?? null]
    expect(shown.some((one) => one !== null)).toBe(true)
  })
})

function expectConsistent(part: Part): void {
  expect(part.headerStart).toBeLessThanOrEqual(part.bodyStart)
  expect(part.bodyStart).toBeLessThanOrEqual(part.bodyEnd)
  expect(part.type === 'multipart').toBe(part.parts.length > 0)
  let from = part.bodyStart
  for (const child of part.message === null ? part.parts : [part.message.root]) {
    expect(child.headerStart).toBeGreaterThanOrEqual(from)
    expect(child.bodyEnd).toBeLessThanOrEqual(part.bodyEnd)
    expectConsistent(child)
    from = child.bodyEnd
  }
}
