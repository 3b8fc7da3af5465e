import { describe, expect, it } from 'vitest'
import { base64, HEAD, inCharset, mail, quotedPrintable } from '../test/mails.ts'
import type { MessageContent } from './content.ts'
import { decodeBody, decodeText, readContent } from './content.ts'
import { parseMessage } from './parse.ts'

const read = (raw: Uint8Array, maxText?: number): MessageContent =>
  readContent(raw, parseMessage(raw), maxText === undefined ? {} : { maxText })
const mixed = (...parts: string[]): Uint8Array =>
  mail(
    `${HEAD}Content-Type: multipart/mixed; boundary=m\n\n${parts.map((part) => `--m\n${part}\n`).join('')}--m--\n`,
  )
const body = (header: string, text: string | Uint8Array): string => {
  const raw = mail(`${header}\n\n`, text)
  return new TextDecoder().decode(decodeBody(raw, parseMessage(raw).root))
}

describe('decodeBody', () => {
  it.each([
    ['7bit', 'a=41', 'a=41'],
    ['binary', 'a', 'a'],
    ['base64', 'YWJj\nZGVm\n', 'abcdef'],
    ['BASE64', 'YWJjZA==\nZWY=', 'abcdef'],
    ['base64', 'YW!J*j\n\0Z', 'abc'],
    ['base64', 'YWI', 'ab'],
    ['quoted-printable', 'a=3D=\nb  \nc=20 \nd=', 'a=b\r\nc \r\nd'],
    ['quoted-printable', 'a=4', 'a=4'],
    ['quoted-printable', 'a=zz=e4=b8=ad = \nx', 'a=zz中 x'],
    ['x-uuencode', 'junk\nbegin 644 a b\n#0V%T\n`\nend\ntail', 'Cat'],
    ['x-unknown', 'a', 'a'],
  ])('%s of %j', (encoding, text, decoded) => {
    expect(body(`Content-Transfer-Encoding: ${encoding}`, text)).toBe(decoded)
  })

  it('decodes every byte of base64 and quoted-printable', () => {
    const bytes = Uint8Array.from({ length: 1024 }, (_, i) => i % 256)
    for (const length of [0, 1, 2, 3, 75, 1024]) {
      const part = bytes.subarray(0, length)
      const raw64 = mail(
        `Content-Transfer-Encoding: base64\n\n${base64(part).replace(/.{76}/g, '$&\n')}`,
      )
      expect(decodeBody(raw64, parseMessage(raw64).root)).toEqual(part)
      const rawQp = mail(
        `Content-Transfer-Encoding: quoted-printable\n\n${quotedPrintable(part).replace(/.{75}/g, '$&=\n')}`,
      )
      expect(decodeBody(rawQp, parseMessage(rawQp).root)).toEqual(part)
    }
  })
})

describe('decodeText', () => {
  const text = (header: string, content: string | Uint8Array): string => {
    const raw = mail(`Content-Type: ${header}\n\n`, content)
    return decodeText(raw, parseMessage(raw).root)
  }

  it('makes line ends plain and drops NUL', () => {
    expect(text('text/plain', new TextEncoder().encode('a\r\nb\rc\nd\0'))).toBe('a\nb\nc\nd')
    // U+0000, and U+000D U+000A, as letters.
    const seven = new TextEncoder().encode('a+AA0ACg-b+AAA-c')
    expect(text('text/plain; charset=utf-7', seven)).toBe('a\nbc')
    expect(text('text/plain; charset=utf-16le', inCharset('a\r\n中', 'utf-16le'))).toBe('a\n中')
  })

  it('joins format=flowed (RFC 3676)', () => {
    expect(
      text('text/plain; format=flowed', 'a \nb\n> q \n> r\n>> s \n> t\n stuffed\n-- \nsig\n'),
    ).toBe('a b\n> q r\n>> s \n> t\nstuffed\n-- \nsig\n')
  })

  it('finds the charset of HTML in its meta element', () => {
    expect(text('text/html', inCharset('<meta charset="big5"><p>許功蓋', 'big5'))).toContain(
      '許功蓋',
    )
  })
})

describe('readContent', () => {
  it('joins the texts of a mixed message, in both forms', () => {
    const content = read(mixed('Content-Type: text/html\n\n<p>Hello</p>', '\nfooter <b> & "c"'))
    expect(content.html).toBe(
      '<p>Hello</p>\n<div style="white-space:pre-wrap">footer &lt;b&gt; &amp; &quot;c&quot;</div>',
    )
    expect(content.text).toBe('Hello\nfooter <b> & "c"')
    expect(read(mixed('\none', '\ntwo')).text).toBe('one\ntwo')
  })

  it('takes the last HTML of an alternative and the text beside it', () => {
    const content = read(
      mail(
        `${HEAD}Content-Type: multipart/alternative; boundary=a\n\n--a\n\nplain\n--a\nContent-Type: text/html\n\n<p>1\n--a\nContent-Type: text/html\n\n<p>2\n--a\nContent-Type: text/x-amp-html\n\n<amp>\n--a--\n`,
      ),
    )
    expect(content).toMatchObject({ text: 'plain', html: '<p>2', attachments: [] })
  })

  it('lets the HTML speak where the plain version is empty', () => {
    const content = read(
      mail(
        `${HEAD}Content-Type: multipart/alternative; boundary=a\n\n--a\n\n \n--a\nContent-Type: text/html\n\n<p>1\n--a--\n`,
      ),
    )
    expect(content).toMatchObject({ text: null, html: '<p>1' })
  })

  it('keeps text attachments out of the body', () => {
    const content = read(
      mixed(
        '\nhello',
        'Content-Type: text/plain\nContent-Disposition: attachment\n\nx',
        'Content-Type: text/html; name=page.html\n\n<p>x',
        'Content-Type: text/csv\n\n1,2',
      ),
    )
    expect(content.text).toBe('hello')
    expect(content.html).toBeNull()
    expect(
      content.attachments.map(({ filename, section, type }) => [section, filename, type]),
    ).toEqual([
      ['2', 'attachment-2.txt', 'text/plain'],
      ['3', 'page.html', 'text/html'],
      ['4', 'attachment-4.csv', 'text/csv'],
    ])
  })

  it('gives the calendar, and lists it too when it is an attachment', () => {
    const content = read(
      mixed(
        '\nhello',
        'Content-Type: text/calendar; charset=utf-8\nContent-Disposition: attachment\n\nBEGIN:VCALENDAR\nSUMMARY:会',
      ),
    )
    expect(content.calendar).toBe('BEGIN:VCALENDAR\nSUMMARY:会')
    expect(content.attachments.map((one) => one.filename)).toEqual(['invite.ics'])
  })

  it('marks what the HTML shows as inline, whatever the spelling of the reference', () => {
    const image = (id: string): string => `--r\nContent-Type: image/png\nContent-ID: <${id}>\n\nx\n`
    const content = read(
      mail(
        `${HEAD}Content-Type: multipart/related; boundary=r\n\n--r\nContent-Type: text/html\n\n<img src="CID:a%40x"><td background=cid:b&#64;x><p style="background:url(cid:c@x)">\n${['a@x', 'b@x', 'c@x', 'd@x'].map(image).join('')}--r--\n`,
      ),
    )
    expect(content.attachments.map((one) => one.inline)).toEqual([true, true, true, false])
  })

  it('finds the root of a related message by its start parameter', () => {
    const content = read(
      mail(
        `${HEAD}Content-Type: multipart/related; boundary=r; start="<root@x>"\n\n--r\nContent-Type: image/png\nContent-ID: <i@x>\n\nx\n--r\nContent-Type: text/html\nContent-ID: <root@x>\n\n<img src=cid:i@x>\n--r--\n`,
      ),
    )
    expect(content.html).toBe('<img src=cid:i@x>')
    expect(content.attachments).toMatchObject([{ type: 'image/png', inline: true }])
  })

  it('works out the size of large attachments without decoding them', () => {
    for (const size of [0, 1, 2, 3, 1000, 1_000_000, 1_000_001, 1_000_002]) {
      const data = base64(new Uint8Array(size).fill(7)).replace(/.{76}/g, '$&\n')
      for (const [raw, name] of [
        [mixed(`Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n${data}`), 'CRLF'],
        [
          new TextEncoder().encode(
            `${HEAD}Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n${data}\n\n`,
          ),
          'LF',
        ],
      ] as const) {
        expect([name, read(raw).attachments[0]?.size]).toEqual([name, size])
      }
    }
  })

  it('T33 gives attachments names without paths, device names and tricks', () => {
    const names = [
      '../../etc/passwd',
      'C:\\x\\y.txt',
      'CON.txt',
      'a\u202egpj.exe',
      '...',
      `${'长'.repeat(300)}.docx`,
    ]
    const found = read(
      mixed(
        ...names.map(
          (name) =>
            `Content-Type: a/b\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}\n\nx`,
        ),
      ),
    ).attachments.map((one) => one.filename)
    expect(found).toEqual([
      'passwd',
      'y.txt',
      '_CON.txt',
      'agpj.exe',
      'attachment-5.bin',
      `${'长'.repeat(195)}.docx`,
    ])
  })

  it('T31 decodes no more than asked for', () => {
    const content = read(mail(`${HEAD}\n${'好'.repeat(100_000)}`), 1000)
    expect(content).toMatchObject({ text: '好'.repeat(1000), truncated: true })
    expect(read(mail(`${HEAD}\n${'好'.repeat(1000)}`), 1000).truncated).toBe(false)
  })
})
