import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import { rules } from '@hongyan/contract/rules'
import { decodeBody } from '@hongyan/mime/content'
import { parseMessage } from '@hongyan/mime/parse'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { pdfText } from '../../../documents/pdf-text.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import {
  type ApprovalRig,
  hasLeft,
  liAddress,
  type RuleInput,
  startApprovalRig,
} from '../../../testing/approval-rig.ts'
import { deliver } from '../../../testing/builders.ts'
import { freshSink, weiAddress } from '../../../testing/colleagues.ts'
import { mailBody } from '../../../testing/compose-helpers.ts'
import { programCode } from '../../../testing/imap-client.ts'
import { submissionIn } from '../../../testing/submission-client.ts'

let rig: ApprovalRig
let code: string

beforeAll(async () => {
  rig = await startApprovalRig()
  code = await programCode(rig.wei)
})

afterAll(() => rig.stop())

beforeEach(async () => {
  freshSink(rig.sink)
  await rig.noRules()
})

const outside = 'peer@other.test'
const mark = /zhangwei@example\.test\s+->\s+other\.test\s+\d{4}-\d\d-\d\d/
const only = (over: RuleInput = {}) => rig.rule({ levels: [], action: 'watermark', ...over })

async function pdf(over: (one: PDFDocument) => void | Promise<void> = () => undefined) {
  const one = await PDFDocument.create()
  for (const text of ['first page', 'second page']) one.addPage().drawText(text, { x: 50, y: 400 })
  await over(one)
  return Buffer.from(await one.save())
}

async function file(name: string, content: Buffer | string): Promise<number> {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  return (await rig.wei.upload(compose.upload, new File([bytes], name))).data.fileId
}

const sendWith = async (...fileIds: number[]) =>
  (await rig.wei.call(compose.send, { body: mailBody({ fileIds }) })).error ?? null

/** The files of the newest mail that left, by name. */
async function left(at = 0): Promise<Map<string, Buffer>> {
  const raw = (await rig.sink.received(at + 1))[at]?.raw ?? Buffer.alloc(0)
  const { root } = parseMessage(raw)
  const files = new Map<string, Buffer>()
  for (const part of [root, ...root.parts].flatMap((one) => [one, ...one.parts]))
    if (part.filename !== null) files.set(part.filename, Buffer.from(decodeBody(raw, part)))
  return files
}

const textOf = (bytes: Buffer | undefined) => pdfText(bytes ?? Buffer.alloc(0), 10_000)

const events = async () => {
  const id = (await rig.server.app.directory.organisation())?.id as OrganisationId
  const asked = { before: null, keyword: '', limit: 20 }
  const found = await rig.server.app.approval.rules.events(id, asked)
  return found.map(({ outcome, note }) => [outcome, note])
}

async function submit(to: string, text: string) {
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  await line.command(`MAIL FROM:<${weiAddress}>`)
  await line.command(`RCPT TO:<${to}>`)
  await line.command('DATA')
  const answer = await line.command(`${text.replaceAll('\n', '\r\n')}\r\n.`)
  await line.quit()
  return answer
}

const lines = (bytes: Buffer) =>
  bytes
    .toString('base64')
    .match(/.{1,76}/g)
    ?.join('\n') ?? ''

const byProgram = (bytes: Buffer, type = 'mixed') => `From: ${weiAddress}
To: ${outside}
Subject: by program
MIME-Version: 1.0
Content-Type: multipart/${type}; boundary=edge

--edge
Content-Type: text/plain

See the file.
--edge
Content-Type: application/pdf; name=report.pdf
Content-Disposition: attachment; filename=report.pdf
Content-Transfer-Encoding: base64

${lines(bytes)}
--edge--`

describe('PDF files that leave the house', () => {
  it('issue 17 every page has sender, domain and day on it, whatever the file is called; other files are as they were', async () => {
    await only()
    const bytes = await pdf()
    const ids = [
      await file('报告.pdf', bytes),
      await file('other.bin', bytes),
      await file('a.txt', 'x'),
    ]
    expect(await sendWith(...ids)).toBeNull()
    const files = await left()
    for (const name of ['报告.pdf', 'other.bin']) {
      const text = await textOf(files.get(name))
      expect(text).toMatch(mark)
      expect(text).toContain('second page')
      expect(text.match(new RegExp(mark, 'g'))?.length).toBeGreaterThanOrEqual(2)
    }
    expect(files.get('a.txt')?.toString()).toBe('x')
    expect((await events())[0]).toEqual(['watermarked', '报告.pdf, other.bin'])
  })

  it('issue 17 what stays in the house is not marked', async () => {
    await only({ recipients: 'any' })
    const fileIds = [await file('report.pdf', await pdf())]
    const before = (await events()).length
    await rig.wei.get(compose.send, { body: mailBody({ mailTo: ['emma@example.test'], fileIds }) })
    expect(await events()).toHaveLength(before)
  })

  it('issue 17 a program’s mail is marked as well, and nothing else of it changes', async () => {
    await only()
    const bytes = await pdf()
    expect((await submit(outside, byProgram(bytes))).code).toBe(250)
    expect(await textOf((await left()).get('report.pdf'))).toMatch(mark)
    const [mail] = await rig.sink.received(1)
    expect(mail?.raw.toString()).toContain('\r\n\r\nSee the file.\r\n--edge\r\n')
    // In a form that a file cannot have any more.
    const bare = `From: ${weiAddress}\nTo: ${outside}\nSubject: alone\nContent-Type: application/pdf; name=alone.pdf\nContent-Transfer-Encoding: base64\n\n${lines(bytes)}`
    expect((await submit(outside, bare)).code).toBe(250)
    expect(await textOf((await left(1)).get('alone.pdf'))).toMatch(mark)
  })

  it('issue 17 a mail that goes on by itself is marked, and one that waits for approval is kept as it will leave', async () => {
    const forward = { enabled: true, forwardTo: ['home@other.test'], keepOriginal: true }
    await rig.emma.get(rules.saveForward, { body: forward })
    await only()
    const fileIds = [await file('report.pdf', await pdf())]
    await rig.wei.get(compose.send, { body: mailBody({ mailTo: ['emma@example.test'], fileIds }) })
    expect(await textOf((await left()).get('report.pdf'))).toMatch(/->\s+other\.test/)
    await rig.emma.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
    await rig.addRule({ name: 'held', levels: [{ approvers: [liAddress] }] })
    const id = (await rig.send({ fileIds: [await file('second.pdf', await pdf())] })) ?? 0
    await rig.li.get(approval.approve, { body: { approvalIds: [id], opinion: 'fine' } })
    await hasLeft(rig, id)
    expect(await textOf((await left(1)).get('second.pdf'))).toMatch(mark)
  })
})

async function zip(name: string, content: Buffer): Promise<Buffer> {
  const all = new ZipFile()
  all.addBuffer(content, name)
  all.end()
  const parts: Buffer[] = []
  for await (const part of all.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

describe('what cannot be marked', () => {
  const signed = () =>
    pdf(({ context }) => {
      context.register(context.obj({ Type: PDFName.of('Sig'), ByteRange: [0, 1, 2, 3] }))
    })
  const locked = () => pdf((one) => void one.encrypt({ userPassword: 'secret' }))
  /** A stream of objects that comes to a gigabyte. */
  const bomb = async () => {
    const packed = deflateSync(Buffer.alloc(200 * 1024 * 1024))
    const head = `\n9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
    const end = Buffer.from('\nendstream\nendobj\n')
    return Buffer.concat([await pdf(), Buffer.from(head), packed, end])
  }
  const cases: readonly (readonly [string, string, () => Promise<Buffer>])[] = [
    ['a signed file', 'signed.pdf', signed],
    ['a locked file', 'locked.pdf', locked],
    ['a damaged file', 'damaged.pdf', async () => Buffer.from('%PDF-1.7\nnothing')],
    ['a file that unpacks to too much', 'bomb.pdf', bomb],
    ['a file in an archive', 'files.zip', async () => zip('inside.pdf', await pdf())],
  ]

  it.each(cases)(
    'issue 17 %s is kept back, or leaves as it is where the rule lets it',
    async (_, name, make) => {
      const bytes = await make()
      await only({ name: 'Marks', text: 'Ask Li' })
      const fileIds = [await file(name, bytes)]
      const answer = await rig.wei.call(compose.send, { body: mailBody({ fileIds }) })
      expect(answer).toMatchObject({ error: 'policy.unmarked' })
      expect(answer.message).toContain(name)
      expect((await events())[0]).toEqual(['blocked', name])
      expect(rig.sink.mails).toEqual([])
      await only({ unmarked: 'pass' })
      expect(await sendWith(await file(name, bytes))).toBeNull()
      expect((await left()).get(name)?.equals(bytes)).toBe(true)
      expect((await events())[0]).toEqual(['unmarked', name])
    },
  )

  it('issue 17 what is signed as a mail stays as it is, with the same choice', async () => {
    const bytes = await pdf()
    await only()
    const mail = byProgram(bytes, 'signed; protocol="application/pkcs7-signature"')
    expect((await submit(outside, mail)).code).toBe(550)
    await only({ unmarked: 'pass' })
    expect((await submit(outside, mail)).code).toBe(250)
    expect((await left()).get('report.pdf')?.equals(bytes)).toBe(true)
  })

  it('issue 17 where only marked PDF may leave, no other file does', async () => {
    await only({ unmarked: 'only-pdf' })
    expect(await sendWith()).toBeNull()
    await rig.sink.received(1)
    freshSink(rig.sink)
    expect(await sendWith(await file('a.txt', 'x'))).toBe('policy.only-pdf')
    expect(await sendWith(await file('a.pdf', await pdf()), await file('b.txt', 'x'))).toBe(
      'policy.only-pdf',
    )
    expect(await sendWith(await file('a.pdf', await pdf()))).toBeNull()
    expect(await textOf((await left()).get('a.pdf'))).toMatch(mark)
  })

  it('issue 17 a stranger’s mail that goes on is nobody’s writing here, and is treated the same', async () => {
    await rig.emma.get(rules.saveForward, {
      body: { enabled: true, forwardTo: ['home@other.test'], keepOriginal: true },
    })
    await only({ unmarked: 'block' })
    const text = byProgram(await pdf()).replace(weiAddress, 'peer@other.test')
    await deliver(rig.server, 'emma@example.test', Buffer.from(text.replaceAll('\n', '\r\n')))
    expect(await textOf((await left()).get('report.pdf'))).toMatch(/->\s+other\.test/)
    await rig.emma.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
  })
})

describe('what somebody hides', () => {
  const plainPdf = async (type: string) =>
    byProgram(await pdf()).replace(
      /Content-Type: application\/pdf; name=report.pdf\nContent-Disposition: attachment; filename=report.pdf/,
      type,
    )

  it('issue 17 nobody reads on a file to which domains blind copies went', async () => {
    await only()
    const fileIds = [await file('report.pdf', await pdf())]
    const body = mailBody({ fileIds, mailBcc: ['rival@hidden.test'] })
    expect((await rig.wei.call(compose.send, { body })).error ?? null).toBeNull()
    const text = await textOf((await left()).get('report.pdf'))
    expect(text).toMatch(mark)
    expect(text).not.toContain('hidden.test')
  })

  it.each([
    'Content-Type: text/plain',
    'Content-Type: text/plain\nContent-Disposition: attachment',
    'Content-Type: text/html',
    'Content-Type: application/octet-stream',
  ])('issue 17 a PDF that a program calls %s is marked', async (type) => {
    await only()
    expect((await submit(outside, await plainPdf(type))).code).toBe(250)
    const raw = (await rig.sink.received(1))[0]?.raw ?? Buffer.alloc(0)
    const { root } = parseMessage(raw)
    const part = root.parts[1]
    if (!part) throw new Error('no part')
    expect(await textOf(Buffer.from(decodeBody(raw, part)))).toMatch(mark)
  })

  const asText = (type: string, body: string) =>
    `From: ${weiAddress}\nTo: ${outside}\nSubject: written out\nContent-Type: ${type}\n\n${body}`
  const uuencoded = (bytes: Buffer) => {
    const letter = (six: number) => String.fromCharCode(six === 0 ? 96 : six + 32)
    const all = []
    for (let at = 0; at < bytes.length; at += 45) {
      const some = bytes.subarray(at, at + 45)
      let line = letter(some.length)
      for (let to = 0; to < some.length; to += 3) {
        const [a = 0, b = 0, c = 0] = some.subarray(to, to + 3)
        const group = (a << 16) | (b << 8) | c
        line += [18, 12, 6, 0].map((by) => letter((group >> by) & 63)).join('')
      }
      // A dot at the beginning of a line is doubled on the way.
      all.push(line.replace(/^\./, '..'))
    }
    return `begin 644 report.pdf\n${all.join('\n')}\n\`\nend\n`
  }
  const link = (data: string) => `<p>See <a download="a.pdf" href="data:${data}">the file</a></p>`
  const asNumbers = (text: string) => [...text].map((one) => `&#${one.charCodeAt(0)};`).join('')
  const plain = 'text/plain'
  const html = 'text/html; charset=utf-8'
  it.each([
    ['uuencoded', plain, async () => `See below.\n\n${uuencoded(await pdf())}`],
    [
      'uuencoded in base64',
      plain,
      async () => `begin-base64 644 a.pdf\n${lines(await zip('a.pdf', await pdf()))}\n====\n`,
    ],
    ['in base64 alone', plain, async () => lines(await pdf())],
    ['as a link', html, async () => link(`application/pdf;base64,${lines(await pdf())}`)],
    ['as a link of no type', html, async () => link(`;base64,${lines(await pdf())}`)],
    [
      'as a link whose letters are numbers',
      html,
      async () =>
        link(asNumbers(`,${encodeURIComponent('%PDF-1.7\n1 0 obj endobj')}`)).replace(
          'data:',
          asNumbers('data:'),
        ),
    ],
    [
      'as a link to an archive',
      html,
      async () => link(`application/zip;base64,${lines(await zip('a.bin', await pdf()))}`),
    ],
  ] as const)(
    'issue 17 a PDF that is written out in the text, %s, is kept back or logged, as the rule says',
    async (_, type, make) => {
      const mail = asText(type, await make())
      await only()
      expect((await submit(outside, mail)).code).toBe(550)
      expect((await events())[0]).toEqual(['blocked', '.pdf'])
      await only({ unmarked: 'pass' })
      expect((await submit(outside, mail)).code).toBe(250)
      expect((await events())[0]).toEqual(['unmarked', '.pdf'])
    },
  )

  it('issue 17 a page that is attached with a PDF in it is kept back; a picture written out in the text is not', async () => {
    await only()
    const page = link(`application/pdf;base64,${lines(await pdf())}`)
    expect(await sendWith(await file('page.html', page))).toBe('policy.unmarked')
    expect(await sendWith(await file('page.zip', await zip('page.html', Buffer.from(page))))).toBe(
      'policy.unmarked',
    )
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000', 'hex'), Buffer.alloc(5_000, 7)])
    const picture = `<img src="data:image/png;base64,${lines(png)}">`
    expect((await submit(outside, asText(html, picture))).code).toBe(250)
    expect((await submit(outside, asText(plain, uuencoded(png)))).code).toBe(250)
    const said = 'We begin 100 things; data: none, and %PDF-1.7 is a beginning.'
    expect((await submit(outside, asText(plain, said))).code).toBe(250)
  })

  it('issue 17 a text that speaks of PDF is text', async () => {
    await only()
    const type = 'Content-Type: text/plain'
    const mail = byProgram(Buffer.from('A file begins with %PDF-1.7 and goes on.')).replace(
      /Content-Type: application.*report.pdf\n/s,
      `${type}\n`,
    )
    expect((await submit(outside, mail)).code).toBe(250)
  })

  it('issue 17 where only marked PDF may leave, a picture in the text is a picture', async () => {
    await only({ unmarked: 'only-pdf' })
    const image = (bytes: Buffer) =>
      byProgram(bytes).replace(
        /Content-Type: application.*report.pdf\n/s,
        'Content-Type: image/png\nContent-ID: <a@b>\n',
      )
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    expect((await submit(outside, image(png))).code).toBe(250)
    const office = await zip('word/document.xml', Buffer.from('<w/>'))
    expect((await submit(outside, image(office))).code).toBe(550)
  })

  it('issue 17 an office document without a PDF in it leaves', async () => {
    await only()
    const inner = await zip('xl/workbook.xml', Buffer.from('<x/>'))
    expect(
      await sendWith(await file('a.docx', await zip('word/embeddings/a.xlsx', inner))),
    ).toBeNull()
  })

  const tar = async () => {
    const head = Buffer.alloc(512)
    head.write('inside', 0)
    head.write('ustar', 257)
    return Buffer.concat([head, await pdf()])
  }
  it.each([
    ['renamed.zip', async () => zip('inside.dat', await pdf())],
    ['report.docx', async () => zip('word/embeddings/oleObject1.bin', await pdf())],
    ['winmail.dat', async () => Buffer.concat([Buffer.from('789f3e22', 'hex'), await pdf()])],
    ['files.tar', tar],
    ['deep.docx', async () => zip('a.xlsx', await zip('b.bin', await pdf()))],
    ['PDF.ZST', async () => Buffer.from('28b52ffd00', 'hex')],
  ] as const)('issue 17 %s that may hold a PDF is kept back', async (name, make) => {
    await only()
    expect(await sendWith(await file(name, await make()))).toBe('policy.unmarked')
  })
})

it('issue 17 a scheduled mail is marked with the day on which it leaves', async () => {
  await only()
  const day = 86_400_000
  const at = new Date(rig.clock.now().getTime() + day)
  const fileIds = [await file('report.pdf', await pdf())]
  const body = mailBody({ fileIds, scheduledTime: at.toISOString() })
  await rig.wei.get(compose.send, { body })
  rig.clock.advance(day + 1_000)
  expect(await textOf((await left()).get('report.pdf'))).toContain(at.toISOString().slice(0, 10))
})
