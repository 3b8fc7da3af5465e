import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { type MessageDetail, messages } from '@hongyan/contract/messages'
import { reader } from '@hongyan/contract/reader'
import { settings } from '@hongyan/contract/settings'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '../../testing/builders.ts'
import { eventually, listFolder, mailBody, signIn } from '../../testing/compose-helpers.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import {
  docx,
  pdf,
  png,
  pptx,
  rawMail,
  type TestFile,
  xlsx,
  zipOf,
} from '../../testing/mime-builder.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { inflateEntries } from '../../testing/unzip.ts'
import { startWebStub, type WebStub } from '../../testing/web-stub.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

let server: TestServer
let dns: TestDnsServer
let web: WebStub
let secure: WebStub
let emma: TestMailbox
let wei: TestMailbox

const hostile = '<script>alert(1)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

beforeAll(async () => {
  web = await startWebStub(({ url }, response) => {
    if (url.startsWith('/logo')) response.setHeader('Set-Cookie', 'id=1').end(png)
    else if (url === '/page.png') response.setHeader('Content-Type', 'image/png').end('<html>')
    else if (url === '/drawing.png') response.setHeader('Content-Type', 'image/png').end(svg)
    else if (url === '/giant.png') {
      const giant = Buffer.from(png)
      giant.writeUInt32BE(65_535, 16)
      giant.writeUInt32BE(65_535, 20)
      response.end(giant)
    } else if (url === '/inside') {
      response.writeHead(302, { Location: 'http://169.254.169.254/latest' }).end()
    } else if (!url.startsWith('/silent')) response.writeHead(404).end()
  })
  secure = await startWebStub(
    ({ url }, response) => response.writeHead(url === '/refuse' ? 500 : 200).end('ok'),
    'lists.good.example',
  )
  dns = await startDnsServer({
    'good.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    's1._domainkey.good.example': { TXT: [keyRecord] },
    '_dmarc.good.example': { TXT: ['v=DMARC1; p=none'] },
    'lists.good.example': { A: ['127.0.0.1'] },
    'strict.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    '_dmarc.strict.example': { TXT: ['v=DMARC1; p=none'] },
  })
  server = await startTestServer({
    environment: {
      HONGYAN_DNS: dns.address,
      HONGYAN_PRIVATE_WEB_HOSTS: `127.0.0.1:${web.port},lists.good.example:${secure.port}`,
    },
  })
  emma = await newMailbox(server, { name: 'Emma Brown-Sterling' })
  wei = await newMailbox(server, { name: '张伟' })
})
afterAll(async () => {
  await server.stop()
  await Promise.all([dns.stop(), web.stop(), secure.stop()])
})
beforeEach(() => {
  web.seen.length = 0
  secure.seen.length = 0
})

async function received(client: HttpClient, address: string, raw: Buffer): Promise<MessageDetail> {
  await deliver(server, address, raw)
  const { list } = await listFolder(client, 'inbox')
  return client.get(messages.detail, { query: { mailId: list[0]?.mailId ?? 0 } })
}

async function signed(raw: Buffer, headerList?: string): Promise<Buffer> {
  const options = { signingDomain: 'good.example', selector: 's1', privateKey: key }
  const { signatures } = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    ...options,
    ...(headerList ? { headerList } : {}),
    signatureData: [{ ...options, ...(headerList ? { headerList } : {}) }],
  })
  return Buffer.concat([Buffer.from(signatures), raw])
}

const kinds = ({ warnings }: MessageDetail) => warnings.map(({ kind }) => kind)

describe('READ-02 what a person should know before believing a mail', () => {
  it('READ-02 first contact is said once: not after an answer, a second mail, or between colleagues', async () => {
    const { address, client } = await newMailbox(server)
    const other = await newMailbox(server)
    const first = await received(client, address, rawMail({ from: 'New <new@somewhere.test>' }))
    expect(kinds(first)).toEqual(['first-contact'])
    const second = await received(client, address, rawMail({ from: 'New <New@somewhere.test>' }))
    expect(kinds(second)).toEqual([])
    await client.get(compose.send, { body: mailBody({ mailTo: ['known@other.test'] }) })
    const known = await received(client, address, rawMail({ from: 'K <known@other.test>' }))
    expect(kinds(known)).toEqual([])
    await other.client.get(compose.send, { body: mailBody({ mailTo: [address] }) })
    const fromColleague = await eventually(
      async () =>
        (await listFolder(client, 'inbox')).list.find(
          (row) => row.mailFrom.address === other.address,
        ),
      (row) => row !== undefined,
    )
    const detail = await client.get(messages.detail, {
      query: { mailId: fromColleague?.mailId ?? 0 },
    })
    expect(kinds(detail)).toEqual([])
  })

  it('READ-02 T28 T29 a colleague’s name, a look-alike of it, of our domain, and an answer that goes elsewhere', async () => {
    const { address, client } = emma
    const same = await received(
      client,
      address,
      rawMail({ from: '"Sterling, Еmma Brown" <x@other.test>' }),
    )
    expect(same.warnings).toContainEqual({
      kind: 'colleague-name',
      name: 'Emma Brown-Sterling',
      address,
    })
    const pinyin = await received(
      client,
      address,
      rawMail({ from: 'Zhang Wei <boss@gift-cards.test>' }),
    )
    expect(pinyin.warnings).toContainEqual({
      kind: 'colleague-name',
      name: '张伟',
      address: wei.address,
    })
    const again = await received(
      client,
      address,
      rawMail({ from: 'ZhangWei <boss@gift-cards.test>' }),
    )
    expect(kinds(again)).not.toContain('colleague-name')
    const near = await received(
      client,
      address,
      rawMail({ from: 'Emma Brown-Sterlng <y@other.test>' }),
    )
    expect(kinds(near)).toContain('lookalike-name')
    const domain = await received(client, address, rawMail({ from: 'A <a@examp1e.test>' }))
    expect(domain.warnings).toContainEqual({ kind: 'lookalike-domain', domain: 'example.test' })
    const elsewhere = await received(
      client,
      address,
      rawMail({ from: 'A <a@other.test>', headers: { 'Reply-To': 'b@elsewhere.test' } }),
    )
    expect(elsewhere.warnings).toContainEqual({
      kind: 'reply-elsewhere',
      address: 'b@elsewhere.test',
    })
    const list = await received(
      client,
      address,
      rawMail({
        from: 'A <a@other.test>',
        headers: { 'Reply-To': 'b@elsewhere.test', 'List-Id': '<l.other.test>' },
      }),
    )
    expect(kinds(list)).not.toContain('reply-elsewhere')
    const claimed = await received(
      client,
      address,
      rawMail({ from: '"ceo@example.test" <z@other.test>' }),
    )
    expect(claimed.warnings).toContainEqual({
      kind: 'name-is-address',
      address: 'ceo@example.test',
    })
  })

  it('READ-02 T28 failed checks, and our own domain from outside without proof', async () => {
    const { address, client } = await newMailbox(server)
    const failed = await received(client, address, rawMail({ from: 'A <a@strict.example>' }))
    expect(kinds(failed)).toContain('auth-failed')
    const inside = await received(client, address, rawMail({ from: `Boss <${address}>` }))
    expect(kinds(inside)).toEqual(['claims-inside'])
    // hardening-mail 2: the one who is shown, the one who is proven.
    const two = await received(
      client,
      address,
      rawMail({ from: `CEO <ceo@strict.example>, Boss <${address}>, x@good.example` }),
    )
    expect(two.warnings).toContainEqual({
      kind: 'several-authors',
      addresses: `${address}, x@good.example`,
    })
    expect(kinds(two)).toEqual(expect.arrayContaining(['auth-failed', 'claims-inside']))
    expect(two.authors.map((one) => one.address)).toEqual([
      'ceo@strict.example',
      address,
      'x@good.example',
    ])
    const fields = rawMail({ from: 'p@good.example\r\nFrom: q@good.example' })
    expect((await received(client, address, fields)).warnings).toContainEqual({
      kind: 'several-authors',
      addresses: 'q@good.example',
    })
    const honest = await received(
      client,
      address,
      await signed(rawMail({ from: 'A <a@good.example>' })),
    )
    expect(kinds(honest)).toEqual(['first-contact'])
  })

  it('READ-02 T29 a link that says one site and leads to another', async () => {
    const { address, client } = await newMailbox(server)
    const html =
      '<a href="https://fine.test/x">fine.test</a> <a class=b href="https://evil.test/&#x61;">https://<b>bank</b>.test</a>'
    const detail = await received(client, address, rawMail({ html }))
    expect(detail.warnings).toContainEqual({
      kind: 'link-differs',
      shown: 'https://bank.test',
      target: 'evil.test',
    })
  })

  it('READ-02 what one sent oneself is not doubted', async () => {
    const { client } = await newMailbox(server)
    const html = '<a href="https://evil.test">bank.test</a>'
    const { mailId } = await client.get(compose.send, { body: mailBody({ html }) })
    expect(kinds(await client.get(messages.detail, { query: { mailId } }))).toEqual([])
  })
})

describe('T5 T24 remote pictures only through us', () => {
  const at = (path: string) => `http://127.0.0.1:${web.port}${path}`
  const open = (src: string) => fetch(server.url + src)

  it('T5 are fetched once, without cookies, and served with a fixed type and a closed policy', async () => {
    const { address, client } = await newMailbox(server)
    const html = `<img src="${at('/logo.png?a=1&amp;b=2')}"><td background='${at('/logo2')}'><p style="background:url(&quot;${at('/logo3')}&quot;)">`
    const { mailId, picturesAllowed } = await received(client, address, rawMail({ html }))
    expect(picturesAllowed).toBe('no')
    expect(web.seen).toEqual([])
    const { list } = await client.get(reader.pictures, { body: { mailId } })
    expect(list.map(({ url }) => url)).toEqual([
      at('/logo.png?a=1&b=2'),
      at('/logo2'),
      at('/logo3'),
    ])
    const answer = await open(list[0]?.src ?? '')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
    await open(list[0]?.src ?? '')
    expect(web.seen.map(({ url }) => url)).toEqual(['/logo.png?a=1&b=2'])
    expect(web.seen[0]?.headers).not.toHaveProperty('cookie')
    expect(web.seen[0]?.headers).not.toHaveProperty('referer')
  })

  it('T34 a good picture does not wait behind those of another mail whose server is silent', async () => {
    const { address, client } = await newMailbox(server)
    const silent = Array.from({ length: 30 }, (_, index) => `<img src="${at(`/silent${index}`)}">`)
    const bad = await received(client, address, rawMail({ html: silent.join('') }))
    const good = await received(
      client,
      address,
      rawMail({ html: `<img src="${at('/logo-good')}">` }),
    )
    const body = (mailId: number) => ({ body: { mailId } })
    const { list: waiting } = await client.get(reader.pictures, body(bad.mailId))
    const { list } = await client.get(reader.pictures, body(good.mailId))
    const stop = new AbortController()
    const asked = waiting.map(({ src }) => fetch(server.url + src, { signal: stop.signal }))
    const settled = Promise.allSettled(asked).then(() => 'silent')
    const first = await Promise.race([
      settled,
      open(list[0]?.src ?? '').then(({ status }) => status),
    ])
    expect(first).toBe(200)
    stop.abort()
    await settled
  })

  it('T24 T34 refuse what is no picture, giants, SVG, inside addresses and other ports, all in the same words', async () => {
    const { address, client } = await newMailbox(server)
    const urls = [
      at('/page.png'),
      at('/drawing.png'),
      at('/giant.png'),
      at('/inside'),
      at('/missing'),
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:1/',
      `http://localhost:${web.port}/logo`,
    ]
    const html = urls.map((url) => `<img src="${url}">`).join('')
    const { mailId } = await received(client, address, rawMail({ html }))
    const { list } = await client.get(reader.pictures, { body: { mailId } })
    expect(list).toHaveLength(urls.length)
    const answers = await Promise.all(
      list.map(async ({ src }) => {
        const answer = await open(src)
        return `${answer.status} ${await answer.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('picture.unavailable')
  })

  it('T24 a ticket opens only what its mail names, and only as it was signed', async () => {
    const { address, client } = await newMailbox(server)
    const { mailId } = await received(
      client,
      address,
      rawMail({ html: `<img src="${at('/logo')}">` }),
    )
    const { list } = await client.get(reader.pictures, { body: { mailId } })
    const src = list[0]?.src ?? ''
    const changed = src.replace(/\.([\w-])/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`)
    expect((await open(changed)).status).toBe(404)
    // Another kind of ticket is no picture ticket.
    const detail = await client.get(messages.detail, { query: { mailId } })
    const source = detail.sourceUrl.replace('/download/', '/picture/')
    expect((await open(source)).status).toBe(404)
    expect((await open(src.replace('/picture/', '/download/'))).status).toBe(404)
    await client.get(messages.recycle, { body: { mailIds: [mailId] } })
    await client.get(messages.destroy, { body: { mailIds: [mailId] } })
    expect((await open(src)).status).toBe(404)
  })

  it('T5 a permission lasts for the message, or for a sender who is surely that sender, and can be taken back', async () => {
    const { address, client } = await newMailbox(server)
    const html = `<img src="${at('/logo')}">`
    const from = 'News <news@good.example>'
    const one = await received(client, address, rawMail({ from: 'n <n@other.test>', html }))
    const push = await openPush(server, { address, client })
    await client.get(reader.pictures, { body: { mailId: one.mailId, allow: 'message' } })
    // Another window that has it open shows them too.
    expect(await push.next('mailbox')).toMatchObject({ mailIds: [one.mailId] })
    push.close()
    const again = await client.get(messages.detail, { query: { mailId: one.mailId } })
    expect(again.picturesAllowed).toBe('message')
    const first = await received(client, address, await signed(rawMail({ from, html })))
    expect(first.picturesAllowed).toBe('no')
    await client.get(reader.pictures, { body: { mailId: first.mailId, allow: 'sender' } })
    const second = await received(client, address, await signed(rawMail({ from, html })))
    expect(second.picturesAllowed).toBe('sender')
    const forged = await received(
      client,
      address,
      rawMail({ from: '<news@good.example>', html, headers: { Sender: 'x@other.test' } }),
    )
    // SPF speaks for other.test, and nobody signed: it may be anybody.
    expect(forged.authentication?.dmarc).not.toBe('pass')
    expect(forged.picturesAllowed).toBe('no')
    const { list } = await client.get(reader.pictureSenders, { query: {} })
    expect(list.map((row) => row.address)).toEqual(['news@good.example'])
    await client.get(reader.removePictureSender, { body: { address: 'News@good.example' } })
    const third = await received(client, address, await signed(rawMail({ from, html })))
    expect(third.picturesAllowed).toBe('no')
  })
})

describe('READ-04 previews', () => {
  async function previewed(file: TestFile) {
    const { address, client } = await newMailbox(server)
    const detail = await received(client, address, rawMail({ files: [file] }))
    const [attachment] = detail.attachments
    const id = attachment?.previewId ?? ''
    return { client, attachment, id, answer: await client.call(reader.preview, { params: { id } }) }
  }
  const octets = 'application/octet-stream'

  it('READ-04 text, tables and Markdown come as text in their charset', async () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7])
    const text = await previewed({ name: 'a.txt', type: octets, bytes: gbk })
    expect(text.answer.data).toEqual({ kind: 'text', text: '你好，世界', truncated: false })
    // As Notepad ("Unicode") and Excel ("Unicode text") write it.
    const wide = Buffer.from('\ufeff名称\t数\r\n苍鹭\t2\r\n', 'utf16le')
    for (const bytes of [wide, Buffer.from(wide).swap16()]) {
      const notepad = await previewed({ name: 'a.txt', type: octets, bytes })
      expect(notepad.answer.data).toMatchObject({ text: '名称\t数\r\n苍鹭\t2\r\n' })
      const excel = await previewed({ name: 'b.csv', type: 'text/csv', bytes })
      expect(excel.answer.data).toMatchObject({
        kind: 'table',
        rows: [
          ['名称', '数'],
          ['苍鹭', '2'],
        ],
      })
    }
    const table = await previewed({
      name: 'b.csv',
      type: 'text/csv',
      bytes: '\ufeff名称,"a ""b"", c"\r\n=cmd|calc,2\r\n',
    })
    expect(table.answer.data).toEqual({
      kind: 'table',
      rows: [
        ['名称', 'a "b", c'],
        ['=cmd|calc', '2'],
      ],
      truncated: false,
    })
    const svgFile = await previewed({ name: 'c.svg', type: 'image/svg+xml', bytes: svg })
    expect(svgFile.answer.data).toMatchObject({ kind: 'text', text: svg })
  })

  it('READ-04 T4 pictures and PDF are told by their bytes, never by what the mail calls them', async () => {
    const picture = await previewed({ name: 'a.png', type: 'image/jpeg', bytes: png })
    const { data } = picture.answer
    expect(data).toMatchObject({ kind: 'picture', isGiant: false })
    const giant = Buffer.from(png)
    giant.writeUInt32BE(7_000, 16)
    giant.writeUInt32BE(7_000, 20)
    const asked = await previewed({ name: 'a.png', type: 'image/png', bytes: giant })
    expect(asked.answer.data, 'T34').toMatchObject({ kind: 'picture', isGiant: true })
    const answer = await fetch(server.url + (data.kind === 'picture' ? data.url : ''))
    expect(answer.headers.get('content-type')).toBe('image/png')
    for (const bytes of [hostile, svg]) {
      const false1 = await previewed({ name: 'a.png', type: 'image/png', bytes })
      expect(false1.answer).toMatchObject({ status: 400, error: 'preview.unsupported' })
    }
    const document = await previewed({ name: 'a.pdf', type: octets, bytes: pdf('hello') })
    expect(document.answer.data.kind).toBe('pdf')
    const url = document.answer.data.kind === 'pdf' ? document.answer.data.url : ''
    const bytes = await fetch(server.url + url)
    // A browser's own viewer never gets it: it is drawn by ours.
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream')
    expect(bytes.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(bytes.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('READ-04 office documents become HTML whose text is text', async () => {
    const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;'
    const safe = '&#60;script&#62;alert(1)&#60;/script&#62;'
    const html = async (name: string, bytes: Buffer) => {
      const { answer } = await previewed({ name, type: octets, bytes })
      return answer.data.kind === 'html' ? answer.data.unsafeHtml : `no html: ${answer.error}`
    }
    const word = await html('报告.docx', await docx(escaped))
    expect(word).toContain('<h1>季度报告</h1>')
    expect(word).toContain(`font-weight:bold;color:#C00000">${safe}</span>`)
    expect(word).toMatch(/<td[^>]*><p>甲<\/p><\/td><td[^>]*><p>乙/)
    const sheet = await html('b.xlsx', await xlsx(escaped))
    expect(sheet).toContain('<h2>预算</h2>')
    expect(sheet).toContain(safe)
    expect(sheet).toMatch(/42\.5<\/td><td[^>]*>2025-12-09/)
    const slides = await html('c.pptx', await pptx(escaped))
    expect(slides.indexOf(safe)).toBeLessThan(slides.indexOf('second'))
    expect(word + sheet + slides).not.toContain('<script')
  })

  it('READ-04 T33 documents that are bombs or damaged are refused, and the server goes on', async () => {
    const bomb = await zipOf({
      'word/document.xml': `<w:document><w:body>${'<w:p>'.repeat(500_000)}`,
    })
    const lying = Buffer.from(await zipOf({ 'word/document.xml': 'x' }))
    lying.writeUInt32LE(0xffff_fff0, lying.indexOf('PK\u0001\u0002') + 24)
    const nested = await zipOf({
      'word/document.xml': `<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document>&a;&a;`,
    })
    for (const bytes of [lying, nested, Buffer.from('no zip at all'), bomb.subarray(0, 1_000)]) {
      const { answer } = await previewed({ name: 'x.docx', type: octets, bytes })
      expect(answer).toMatchObject({ error: 'preview.unsupported' })
    }
    const { answer } = await previewed({ name: 'x.docx', type: octets, bytes: bomb })
    expect([200, 400]).toContain(answer.status)
  })

  it('READ-04 a message in a message opens with its own files, down to four levels', async () => {
    const inner = rawMail({
      subject: 'inner',
      html: '<b>in</b>',
      files: [{ name: 'deep.txt', type: octets, bytes: 'deep text' }],
    })
    const { client, answer } = await previewed({ name: 'm.eml', type: octets, bytes: inner })
    expect(answer.data).toMatchObject({
      kind: 'message',
      subject: 'inner',
      from: [{ name: 'Peer', address: 'peer@other.test' }],
      unsafeHtml: expect.stringContaining('<b>in</b>'),
    })
    const file = answer.data.kind === 'message' ? answer.data.attachments[0] : undefined
    expect(file).toMatchObject({ fileName: 'deep.txt', size: 9 })
    expect(await (await fetch(server.url + file?.url)).text()).toBe('deep text')
    const text = await client.get(reader.preview, { params: { id: file?.previewId ?? '' } })
    expect(text).toMatchObject({ kind: 'text', text: 'deep text' })
    let raw = rawMail({ subject: 'level 0' })
    for (let level = 1; level <= 6; level++)
      raw = rawMail({
        subject: `level ${level}`,
        files: [{ name: 'n.eml', type: 'message/rfc822', bytes: raw }],
      })
    const outer = await previewed({ name: 'n.eml', type: octets, bytes: raw })
    let next = outer.answer
    let depth = 0
    while (next.data?.kind === 'message' && next.data.attachments[0]?.previewId) {
      const id = next.data.attachments[0].previewId
      next = await outer.client.call(reader.preview, { params: { id } })
      depth++
    }
    expect(depth).toBe(3)
  })

  it('READ-04 T32 a winmail.dat shows what Outlook packed', async () => {
    const folder = new URL('../../../../mime/test/fixtures/mimekit/tnef/', import.meta.url)
    const bytes = readFileSync(new URL('attachments.tnef', folder))
    const { answer } = await previewed({ name: 'winmail.dat', type: 'application/ms-tnef', bytes })
    const files = answer.data.kind === 'message' ? answer.data.attachments : []
    expect(files.map(({ fileName }) => fileName)).toEqual(expect.arrayContaining(['zappa_av1.jpg']))
    const picture = files.find(({ fileName }) => fileName === 'zappa_av1.jpg')
    const jpeg = Buffer.from(await (await fetch(server.url + picture?.url)).arrayBuffer())
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(picture?.size).toBe(jpeg.length)
  })

  it('READ-04 M35 other formats say so; a previewId opens for nobody else', async () => {
    const { attachment } = await previewed({ name: 'a.exe', type: octets, bytes: 'MZ' })
    expect(attachment?.previewId).toBeNull()
    const own = await previewed({ name: 'a.txt', type: octets, bytes: 'secret' })
    const other = await newMailbox(server)
    expect(await other.client.call(reader.preview, { params: { id: own.id } })).toMatchObject({
      status: 404,
      error: 'link.invalid',
    })
    const broken = await previewed({ name: 'a.docx', type: octets, bytes: 'x' })
    expect(broken.answer.message).toBe('此文件格式不支持预览')
    const english = await signIn(server, (await newMailbox(server)).address, 'en')
    expect((await english.call(reader.preview, { params: { id: 'x' } })).status).toBe(404)
  })

  it('READ-04 previewEnable switches previews off for all', async () => {
    const off = await startTestServer({ beside: server, environment: { HONGYAN_PREVIEW: 'off' } })
    const { address, client } = await newMailbox(server)
    const detail = await received(
      client,
      address,
      rawMail({ files: [{ name: 'a.txt', type: octets, bytes: 'x' }] }),
    )
    const id = detail.attachments[0]?.previewId ?? ''
    const there = await signIn(off, address)
    const { previewEnable } = await there.get(settings.index, { body: {} })
    expect(JSON.parse(previewEnable)).toEqual({ enabled: '0' })
    const same = await there.get(messages.detail, { query: { mailId: detail.mailId } })
    expect(same.attachments[0]?.previewId).toBeNull()
    there.tokens = client.tokens
    expect(await there.call(reader.preview, { params: { id } })).toMatchObject({
      error: 'preview.unsupported',
    })
    await off.stop()
  })
})

describe('READ-02 all attachments in one zip', () => {
  it('READ-02 T33 names are told apart and made safe, bytes are those of the mail', async () => {
    const { address, client } = await newMailbox(server)
    const names = [
      '合同.txt',
      '合同.txt',
      'A.TXT',
      'a.txt',
      '../../etc/passwd',
      'con.txt',
      'e\u0301.txt',
      '\u00e9.txt',
    ]
    const files = names.map((name, index) => ({
      name,
      type: 'application/pdf',
      bytes: `file ${index}`,
    }))
    const detail = await received(client, address, rawMail({ subject: 'x/y', files }))
    const answer = await fetch(server.url + detail.zipUrl)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="x_y\.zip"/)
    const zip = Buffer.from(await answer.arrayBuffer())
    const found = inflateEntries(zip)
    expect([...found.values()].map(String)).toEqual(files.map(({ bytes }) => bytes))
    const all = [...found.keys()]
    expect(new Set(all.map((name) => name.normalize('NFKC').toLowerCase())).size).toBe(names.length)
    expect(all[0]).toBe('合同.txt')
    expect(all[1]).toBe('合同 (2).txt')
    expect(all.some((name) => /[/\\]|^con\.|\.\./i.test(name))).toBe(false)
    const one = await received(client, address, rawMail({ files: files.slice(0, 1) }))
    expect(one.zipUrl).toBeNull()
  })
})

it('READ-02 T32 a zip of nine hundred small attachments has each with its own bytes', async () => {
  const { address, client } = await newMailbox(server)
  const files = Array.from({ length: 900 }, (_, index) => ({
    name: `${index}.txt`,
    type: 'text/plain',
    bytes: `file ${index}`,
  }))
  const detail = await received(client, address, rawMail({ files }))
  const zip = Buffer.from(await (await fetch(server.url + detail.zipUrl)).arrayBuffer())
  const found = [...inflateEntries(zip)].map(([name, bytes]) => `${name} ${bytes}`)
  expect(found).toEqual(files.map(({ name, bytes }) => `${name} ${bytes}`))
})

describe('one-click unsubscribe (RFC 8058)', () => {
  const covered = 'from:to:subject:date:list-unsubscribe:list-unsubscribe-post'
  const news = (path: string) =>
    rawMail({
      from: 'News <news@good.example>',
      headers: {
        'List-Unsubscribe': `<mailto:leave@good.example?subject=leave>, <https://lists.good.example:${secure.port}${path}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })

  it('READ-02 posts what the RFC says when a signature covers the fields', async () => {
    const { address, client } = await newMailbox(server)
    const detail = await received(client, address, await signed(news('/leave?u=1'), covered))
    expect(detail.unsubscribe).toEqual({ way: 'post', target: 'lists.good.example' })
    await client.get(reader.unsubscribe, { body: { mailId: detail.mailId } })
    expect(secure.seen).toMatchObject([
      {
        method: 'POST',
        url: '/leave?u=1',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ])
    expect(secure.seen[0]?.headers).not.toHaveProperty('cookie')
    const refused = await received(client, address, await signed(news('/refuse'), covered))
    expect(
      await client.call(reader.unsubscribe, { body: { mailId: refused.mailId } }),
    ).toMatchObject({ error: 'unsubscribe.failed' })
  })

  it('READ-02 T24 without a covering signature only the mail address is offered, and nothing is posted', async () => {
    const { address, client } = await newMailbox(server)
    const partly = await signed(news('/x'), 'from:to:subject:date:list-unsubscribe')
    const { mailId, unsubscribe } = await received(client, address, partly)
    expect(unsubscribe).toEqual({ way: 'mail', target: 'mailto:leave@good.example?subject=leave' })
    expect(await client.call(reader.unsubscribe, { body: { mailId } })).toMatchObject({
      error: 'unsubscribe.not-offered',
    })
    // Nobody vouches for the sender: an answer would only tell him that somebody reads.
    const forged = await received(client, address, news('/x'))
    expect(forged.unsubscribe).toBeNull()
    expect(secure.seen).toEqual([])
  })
})

describe('READ-06 read receipts (RFC 8098)', () => {
  const asking = (from: string) =>
    rawMail({ from, subject: '请确认 please', headers: { 'Disposition-Notification-To': from } })

  it('READ-06 are sent once, when the reader agrees, from nobody and with the report inside', async () => {
    const asker = await newMailbox(server)
    const { address, client } = await newMailbox(server, { name: '读者' })
    const detail = await received(client, address, asking(`Asker <${asker.address}>`))
    expect(detail.receipt).toEqual({ to: { name: 'Asker', address: asker.address }, auto: false })
    const body = { mailId: detail.mailId, answer: 'send' } as const
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.call(reader.receipt, { body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'receipt.not-asked')).toHaveLength(7)
    const again = await client.get(messages.detail, { query: { mailId: detail.mailId } })
    expect(again.receipt).toBeNull()
    const { list } = await eventually(
      () => listFolder(asker.client, 'inbox'),
      (page) => page.list.length > 0,
    )
    expect(list).toHaveLength(1)
    const got = await asker.client.get(messages.detail, { query: { mailId: list[0]?.mailId ?? 0 } })
    const source = await (await fetch(server.url + got.sourceUrl)).text()
    expect(source).toMatch(
      /^Content-Type: multipart\/report; report-type=disposition-notification/m,
    )
    expect(source).toContain('Disposition: manual-action/MDN-sent-manually; displayed')
    expect(source).toContain(`Final-Recipient: rfc822;${address}`)
    expect(source).toContain(`Original-Message-ID: <${detail.messageId}>`)
    expect(source).toContain('Auto-Submitted: auto-replied')
    expect(got.receipt).toBeNull()
  })

  it('READ-06 follow the setting: never is not asked, always only for who really sent the mail', async () => {
    const { address, client } = await newMailbox(server)
    const from = 'P <peer@other.test>'
    await client.get(settings.changeSetting, { body: { key: 'readReceipt', value: 'never' } })
    expect((await received(client, address, asking(from))).receipt).toBeNull()
    await client.get(settings.changeSetting, { body: { key: 'readReceipt', value: 'always' } })
    const same = await received(client, address, asking(from))
    expect(same.receipt).toEqual({ to: { name: 'P', address: 'peer@other.test' }, auto: true })
    const another = await received(
      client,
      address,
      rawMail({ from, headers: { 'Disposition-Notification-To': 'spy@elsewhere.test' } }),
    )
    expect(another.receipt?.auto).toBe(false)
    await client.get(reader.receipt, { body: { mailId: same.mailId, answer: 'ignore' } })
    const later = await client.get(messages.detail, { query: { mailId: same.mailId } })
    expect(later.receipt).toBeNull()
  })

  it('READ-06 robots, lists, several addresses and our own mail ask in vain', async () => {
    const { address, client } = await newMailbox(server)
    const to = { 'Disposition-Notification-To': 'peer@other.test' }
    for (const headers of [
      { ...to, 'Auto-Submitted': 'auto-generated' },
      { ...to, 'List-Id': '<x.other.test>' },
      { 'Disposition-Notification-To': 'a@other.test, b@other.test' },
      { 'Disposition-Notification-To': address },
    ]) {
      const detail = await received(client, address, rawMail({ headers }))
      expect(detail.receipt).toBeNull()
    }
  })
})

describe('READ-05 answers as general config says', () => {
  const start = async (client: HttpClient, type: 'reply' | 'forward', mailId: number) =>
    client.get(compose.start, { params: { type }, body: { mailId } })

  it('READ-05 prefix and words of the head in the chosen language', async () => {
    const { address, client } = await newMailbox(server)
    const { mailId } = await received(
      client,
      address,
      rawMail({ subject: 'plan', text: 'original words' }),
    )
    expect((await start(client, 'reply', mailId)).mailSubject).toBe('Re: plan')
    expect((await start(client, 'forward', mailId)).mailSubject).toBe('转发：plan')
    await client.get(settings.changeSetting, { body: { key: 'subjectPrefix', value: 'en' } })
    const english = await start(client, 'forward', mailId)
    expect(english.mailSubject).toBe('Fw: plan')
    expect(english.quotedHtml).toContain('<b>Sent: </b>')
    await client.get(settings.changeSetting, { body: { key: 'subjectPrefix', value: 'zh' } })
    const chinese = await start(client, 'reply', mailId)
    expect(chinese.mailSubject).toBe('回复：plan')
    expect(chinese.quotedHtml).toContain('<b>发送时间：</b>')
  })

  it('READ-05 with or without the original text', async () => {
    const { address, client } = await newMailbox(server)
    const files = [{ name: 'a.txt', type: 'text/plain', bytes: 'x' }]
    const { mailId } = await received(client, address, rawMail({ text: 'original words', files }))
    expect((await start(client, 'reply', mailId)).quotedHtml).toContain('original words')
    await client.get(settings.changeSetting, { body: { key: 'replyWithOriginal', value: 0 } })
    await client.get(settings.changeSetting, { body: { key: 'forwardWithOriginal', value: 0 } })
    expect(await start(client, 'reply', mailId)).toMatchObject({ quotedHtml: '', files: [] })
    const forwarded = await start(client, 'forward', mailId)
    expect(forwarded.quotedHtml).toBe('')
    expect(forwarded.files.map(({ fileName }) => fileName)).toEqual(['a.txt'])
  })
})

it('FOLDERS-16 a locked folder’s mail gives nothing through pictures, previews, zip, tickets, receipts or warnings', async () => {
  const { address, client } = await newMailbox(server)
  const raw = rawMail({
    from: 'Peer <secret@somewhere.test>',
    html: `<img src="http://127.0.0.1:${web.port}/logo"><p>canary`,
    headers: { 'Disposition-Notification-To': 'secret@somewhere.test' },
    files: [
      { name: 'canary.txt', type: 'text/plain', bytes: 'canary' },
      { name: 'b.txt', type: 'text/plain', bytes: 'canary' },
    ],
  })
  const { mailId } = await received(client, address, raw)
  const { folderId } = await client.get(folders.save, { body: { folderName: 'safe' } })
  await client.get(messages.move, { body: { mailIds: [mailId], targetMailboxId: folderId } })
  const body = { folderId, password: 'Folder-Pass-9' }
  await client.get(folders.setPassword, { body })
  await client.get(folders.unlock, { body })
  const open = await client.get(messages.detail, { query: { mailId } })
  const { list } = await client.get(reader.pictures, { body: { mailId } })
  const urls = [
    open.sourceUrl,
    open.zipUrl ?? '',
    list[0]?.src ?? '',
    ...open.attachments.map(({ url }) => url),
  ]
  const tries = async () => [
    ...(await Promise.all(urls.map(async (url) => (await fetch(server.url + url)).status))),
    ...(await Promise.all(
      open.attachments.map(
        async ({ previewId }) =>
          (
            await client.call(reader.preview, { params: { id: previewId ?? '' } })
          ).status,
      ),
    )),
    (await client.call(reader.pictures, { body: { mailId, allow: 'sender' } })).status,
    (await client.call(reader.unsubscribe, { body: { mailId } })).status,
    (await client.call(messages.detail, { query: { mailId } })).status,
  ]
  expect((await tries()).filter((status) => status === 200)).toHaveLength(9)
  await client.get(folders.lock, { body: { folderId } })
  expect(await tries()).toEqual(Array(10).fill(404))
  const receipt = { mailId, answer: 'send' } as const
  expect((await client.call(reader.receipt, { body: receipt })).status).toBe(404)
  // That its sender wrote before is a secret of the folder too.
  const next = await received(client, address, rawMail({ from: 'Peer <secret@somewhere.test>' }))
  expect(kinds(next)).toContain('first-contact')
})
