import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { flawOf, headerBlock, isSevenBit } from '../../../delivery/outbound/canonical-bytes.ts'
import { buildMessage, type MessageParts, mailDate } from './build-message.ts'

const parts: MessageParts = {
  from: { name: '张伟', address: 'zhangwei@example.test' },
  to: [{ name: '', address: 'a@example.org' }],
  cc: [],
  bcc: [],
  subject: '你好',
  html: '<p>正文</p>',
  files: [],
  priority: 'normal',
  headers: [],
  messageId: 'one@example.test',
  inReplyTo: null,
  references: [],
  date: new Date('2026-01-02T02:03:04Z'),
  timeZone: 8,
}

const headerNames = (raw: Buffer): string[] =>
  headerBlock(raw)
    .toString('latin1')
    .split('\r\n')
    .filter((line) => line !== '' && !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')))
    .sort()

const usual = ['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']

describe('the mail that is built', () => {
  it('COMPOSE-05 has a flowed text beside the HTML, the zone of the user and no name of a program', async () => {
    const raw = await buildMessage(parts)
    expect(headerNames(raw)).toEqual(usual)
    expect(raw.toString()).toContain('Date: Fri, 02 Jan 2026 10:03:04 +0800')
    expect(raw.toString()).toContain('format=flowed')
    const mail = await PostalMime.parse(raw)
    expect(mail).toMatchObject({ subject: '你好', messageId: '<one@example.test>' })
    expect(mail.from).toEqual({ name: '张伟', address: 'zhangwei@example.test' })
    expect(mail.text?.trim()).toBe('正文')
    expect(mail.html?.trim()).toBe('<p>正文</p>')
  })

  it.each([-3.5, 0, 5.75, 8])('COMPOSE-05 writes the date in zone %s', (zone) => {
    const written = mailDate(parts.date, zone)
    expect(new Date(written)).toEqual(parts.date)
    expect(written).toMatch(/^\w{3}, \d\d Jan 2026 \d\d:\d\d:\d\d [+-]\d{4}$/)
  })

  it('COMPOSE-05 puts pictures of the body beside it and files behind it, with names both ways', async () => {
    const file = (fileName: string, contentId: string | null) => ({
      fileName,
      contentId,
      type: 'image/png',
      bytes: Buffer.from('picture'),
    })
    const raw = await buildMessage({
      ...parts,
      html: '<img src="cid:p1@x">',
      files: [
        file('in.png', 'p1@x'),
        file('gone.png', 'p2@x'),
        file('很长的报告名称（2026年度）.png', null),
      ],
    })
    const mail = await PostalMime.parse(raw)
    expect(mail.attachments.map((one) => [one.filename, one.contentId ?? null])).toEqual([
      ['in.png', '<p1@x>'],
      ['很长的报告名称（2026年度）.png', null],
    ])
    expect(raw.toString()).toMatch(/filename\*0\*=utf-8''/i)
    expect(raw.toString()).toMatch(/name="=\?UTF-8\?/i)
    expect(raw.toString()).toMatch(
      /multipart\/mixed[\s\S]*multipart\/alternative[\s\S]*multipart\/related/,
    )
  })

  it.each([
    `it's 100%25 "done"; John's ${'very long english name '.repeat(5)}.txt`,
    `二〇二六年度；'附件', v1.0 = final; ${'长'.repeat(40)} a b.pdf`,
    'short; and "plain" 100%25.txt',
  ])(
    'COMPOSE-05 COMPOSE-25 names a file so that it can be cut at each semicolon: %s',
    async (fileName) => {
      const file = { fileName, contentId: null, type: 'text/plain', bytes: Buffer.from('x') }
      const raw = await buildMessage({ ...parts, files: [file] })
      const name = fileName.replaceAll('"', '_')
      expect((await PostalMime.parse(raw)).attachments[0]?.filename).toBe(name)
      const field = /^Content-Disposition: .*(?:\r\n .*)*/m.exec(raw.toString('latin1'))?.[0] ?? ''
      const unfolded = field.replace(/\r\n /g, ' ')
      const pieces = [...unfolded.matchAll(/filename\*(?:\d+\*)?="?([^;"]+)/g)].map((one) => one[1])
      if (name.length > 60) expect(decodeURIComponent(pieces.join(''))).toBe(`utf-8''${name}`)
      else expect(unfolded).toContain(`filename="${name}"`)
      for (const line of field.split('\r\n')) expect(line.length).toBeLessThan(79)
    },
  )

  it('COMPOSE-05 keeps an attached message whole, whatever bytes it has', async () => {
    const seven = Buffer.from('Subject: x\nFrom: a@b.c\n\nbody\n.\n')
    const eight = Buffer.from('Subject: 你好\r\n\r\n正文\r\n')
    const file = (bytes: Buffer, fileName: string) => ({
      fileName,
      contentId: null,
      type: 'message/rfc822',
      bytes,
    })
    const raw = await buildMessage({
      ...parts,
      files: [file(seven, '1.eml'), file(eight, '2.eml')],
    })
    expect(isSevenBit(raw)).toBe(true)
    expect(raw.toString()).toContain('Content-Type: message/rfc822')
    const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true })
    const contents = mail.attachments.map((one) =>
      Buffer.from(one.content as ArrayBuffer).toString(),
    )
    expect(contents[0]).toContain('Subject: x\nFrom: a@b.c\n\nbody\n.\n')
    expect(contents[1]).toBe(eight.toString())
  })

  it('COMPOSE-05 says undisclosed-recipients when all are blind', async () => {
    const raw = await buildMessage({ ...parts, to: [] })
    expect(raw.toString()).toContain('To: Undisclosed recipients:;')
  })

  it('COMPOSE-05 marks the priority so that old and new programs see it', async () => {
    const raw = await buildMessage({ ...parts, priority: 'high' })
    expect(headerNames(raw)).toEqual([...usual, 'Importance', 'X-Priority'].sort())
  })
})

const hostile = [
  'x\r\nBcc: evil@example.org',
  'x\rBcc: evil@example.org',
  'x\nBcc: evil@example.org\n\nbody',
  'x\0Bcc: evil@example.org',
  'x\u0085Bcc: evil@example.org',
  'x\u2028Bcc: evil@example.org',
  '=?utf-8?q?x=0D=0ABcc:_evil@example.org?=',
  '=?utf-8?b?DQpCY2M6IGV2aWxAZXhhbXBsZS5vcmc=?=',
  `${'字'.repeat(200)}\r\n X: y`,
  `${'x'.repeat(3000)}`,
]

describe.each(hostile)('T26 the text %j', (text) => {
  it('T26 makes no header, neither written nor decoded', async () => {
    const file = { fileName: text, contentId: null, type: 'text/plain', bytes: Buffer.from('x') }
    const raw = await buildMessage({
      ...parts,
      subject: text,
      from: { name: text, address: 'zhangwei@example.test' },
      to: [{ name: text, address: 'a@example.org' }],
      cc: [{ name: '', address: 'b@example.org' }],
      inReplyTo: text,
      references: [text, 'good@example.org'],
      files: [file],
    })
    expect(headerNames(raw)).toEqual([...usual, 'Cc', 'References'].sort())
    expect(flawOf(raw)).toBeNull()
    const mail = await PostalMime.parse(raw)
    expect(mail.bcc).toBeUndefined()
    expect(mail.to?.map((one) => one.address)).toEqual(['a@example.org'])
    for (const shown of [
      mail.subject,
      mail.from?.name,
      mail.to?.[0]?.name,
      mail.attachments[0]?.filename,
    ]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
      expect(shown).not.toMatch(/[\u0000-\u001f\u0085\u2028\u2029]/)
    }
  })
})
