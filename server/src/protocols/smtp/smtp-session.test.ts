import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp, type SmtpClient } from '../../testing/smtp-client.ts'

let rig: InboundRig
let client: SmtpClient

const mail = 'From: a@sender.example\r\nTo: emma@example.test\r\nSubject: hello\r\n\r\nText\r\n'

beforeAll(async () => {
  const zones = { 'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } }
  rig = await startInboundRig({ zones })
})
afterAll(() => rig.stop())
beforeEach(() => {
  rig.stored.length = 0
  rig.acknowledged.length = 0
  rig.bounces.length = 0
  rig.trouble = {}
  rig.full.clear()
})

const rcpt = async (address: string): Promise<string> => {
  const one = await connectSmtp(rig.port)
  await one.hello()
  await one.command('MAIL FROM:<a@sender.example> SMTPUTF8')
  const { text } = await one.command(`RCPT TO:<${address}>`)
  await one.quit()
  return text
}

describe('hardening-mail 10: senders are taken as others take them', () => {
  it.each([
    'a..b@docomo.example',
    'a.@x.example',
    '.a@x.example',
    '"john doe"@x.example',
    '"a@b"@x.example',
    '"a\\"b"@x.example',
    'a@under_score.example',
    'a@-x.example',
    'plain@x.example',
    '',
  ])('§Delivery MAIL FROM:<%s> is accepted, with parameters', async (from) => {
    const one = await connectSmtp(rig.port)
    await one.hello()
    const data = `Subject: odd\r\n\r\n${from}\r\n`
    const { text } = await one.send({
      from,
      to: 'emma@example.test',
      data,
      parameters: 'SIZE=100 BODY=8BITMIME',
    })
    expect(text).toMatch(/^250 /)
    expect(rig.stored.at(-1)?.raw).toContain(`Return-Path: <${from}>`)
    await one.quit()
  })

  it.each([
    'no-at-sign',
    '@x.example',
    'a@',
    'a@x..example',
    'a@.x.example',
    'a b@x.example',
    '"a<b"@x.example',
    '"a>b"@x.example',
    'a@x.example>x',
    `${'a'.repeat(250)}@x.example`,
    'a\tb@x.example',
  ])('T26 MAIL FROM:<%s> is still refused', async (from) => {
    const one = await connectSmtp(rig.port)
    await one.hello()
    expect((await one.command(`MAIL FROM:<${from}>`)).code).toBe(501)
    expect((await one.command('MAIL FROM:<a..b@x.example> NOPE=1')).code).toBe(555)
    await one.quit()
  })
})

describe('the conversation', () => {
  beforeEach(async () => {
    client = await connectSmtp(rig.port)
  })

  it('§Delivery offers what mail servers need, and no AUTH', async () => {
    expect(client.greeting.text).toBe('220 mail.example.test ESMTP Hongyan')
    const { lines } = await client.hello()
    expect(lines.slice(1).sort()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      `SIZE ${72 * 1024 * 1024}`,
      'SMTPUTF8',
      'STARTTLS',
    ])
    expect((await client.command('AUTH PLAIN AGEAYg==')).code).toBe(500)
    await client.quit()
  })

  it('§Delivery accepts a mail only after it was stored, with our trace fields on top', async () => {
    await client.hello()
    const answer = await client.send({
      from: 'a@sender.example',
      to: 'emma@example.test',
      data: mail,
    })
    expect(answer.text).toMatch(/^250 2\.6\.0 Stored as \S+$/)
    expect(rig.stored).toHaveLength(1)
    const raw = rig.stored[0]?.raw ?? ''
    expect(raw).toMatch(
      /^Return-Path: <a@sender\.example>\r\nAuthentication-Results: mail\.example\.test;\r\n spf=pass/,
    )
    expect(raw).toMatch(
      /\r\nReceived: from client\.example \(\[127\.0\.0\.1\]\)\r\n by mail\.example\.test with ESMTP id \S+\r\n for <emma@example\.test>;\r\n \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r\nFrom: a@/,
    )
    expect(raw.endsWith(`\r\n${mail}`)).toBe(true)
    await client.quit()
  })

  it('§Delivery answers every command of a pipelined group in its order (RFC 2920)', async () => {
    client.write(
      'EHLO c.example\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<nobody@example.test>\r\nRCPT TO:<wei@example.test>\r\nDATA\r\n',
    )
    expect((await client.answer()).code).toBe(250)
    const codes = [
      await client.answer(),
      await client.answer(),
      await client.answer(),
      await client.answer(),
    ]
    expect(codes.map((one) => one.text.slice(0, 9).trim())).toEqual([
      '250 2.1.0',
      '550 5.1.1',
      '250 2.1.5',
      '354 End d',
    ])
    client.write('Subject: x\r\n\r\n.\r\nMAIL FROM:<c@d.example>\r\nQUIT\r\n')
    expect((await client.answer()).text).toMatch(/^250 2\.6\.0/)
    expect((await client.answer()).text).toMatch(/^250 2\.1\.0/)
    expect((await client.answer()).text).toMatch(/^221 2\.0\.0/)
    await client.closed()
    expect(rig.stored).toHaveLength(1)
  })

  it('§Delivery takes 8-bit text and SMTPUTF8 addresses, and says so in Received', async () => {
    await client.hello()
    const answer = await client.send({
      from: '发件人@sender.example',
      to: '张伟@example.test',
      parameters: 'BODY=8BITMIME SMTPUTF8',
      data: 'Subject: 你好\r\n\r\n正文\r\n',
    })
    expect(answer.code).toBe(250)
    expect(rig.stored[0]?.raw).toMatch(/Return-Path: <发件人@sender\.example>/)
    expect(rig.stored[0]?.raw).toMatch(/with UTF8SMTP id/)
    expect(rig.stored[0]?.raw).toContain('正文')
    await client.quit()
  })

  it('§Delivery refuses a non-ASCII address without SMTPUTF8', async () => {
    await client.hello()
    await client.command('MAIL FROM:<a@sender.example>')
    expect((await client.command('RCPT TO:<张伟@example.test>')).text).toMatch(/^553 5\.6\.7 /)
    await client.quit()
  })

  it('§Delivery gives an enhanced status code in every answer but greeting, EHLO and 354', async () => {
    await client.hello()
    const commands = [
      'RCPT TO:<emma@example.test>',
      'DATA',
      'MAIL FROM:nonsense',
      'MAIL FROM:<a@b.example> SIZE=x',
      'MAIL FROM:<a@b.example> BODY=BINARYMIME',
      'FOO',
      'NOOP',
      'RSET',
      'HELP',
      'VRFY emma',
      'MAIL FROM:<>',
      'MAIL FROM:<a@b.example>',
      'RCPT TO:<>',
      'RCPT TO:<emma@example.test>',
    ]
    for (const command of commands) {
      const { text, code } = await client.command(command)
      expect(text, command).toMatch(new RegExp(`^${code} ${Math.floor(code / 100)}\\.\\d\\.\\d+ `))
    }
    await client.quit()
  })

  it('§Delivery removes the extra dots of the sender and keeps the others', async () => {
    await client.hello()
    const data = 'Subject: dots\r\n\r\n.one\r\n..two\r\n...\r\nx.\r\n'
    await client.send({ from: '', to: 'emma@example.test', data })
    expect(rig.stored[0]?.raw.endsWith(data)).toBe(true)
    await client.quit()
  })

  it('§Delivery puts an empty line before a message that has no header', async () => {
    await client.hello()
    for (const data of ['just text\r\n', ' looks like a folded line\r\n']) {
      rig.stored.length = 0
      await client.send({ from: '', to: 'emma@example.test', data })
      expect(rig.stored[0]?.raw.endsWith(`+0000\r\n\r\n${data}`)).toBe(true)
    }
    await client.quit()
  })

  it('T30 cuts what does not belong into a Received field out of EHLO', async () => {
    await client.hello('evil(by;fake')
    await client.send({ from: '', to: 'emma@example.test', data: mail })
    expect(rig.stored[0]?.raw).toContain('Received: from evil?by?fake (')
    await client.quit()
  })
})

describe('recipients at RCPT', () => {
  it.each([
    ['emma@example.test', '250 2.1.5'],
    ['EMMA@Example.TEST', '250 2.1.5'],
    ['emma+lists@example.test', '250 2.1.5'],
    ['alias@example.test', '250 2.1.5'],
    ['张伟@example.test', '250 2.1.5'],
    ['postmaster', '250 2.1.5'],
    ['postmaster@example.test', '250 2.1.5'],
    ['nobody@example.test', '550 5.1.1'],
    ['gone@example.test', '550 5.2.1'],
    ['full@example.test', '452 4.2.2'],
    ['emma@elsewhere.example', '550 5.7.1'],
  ])('§Delivery %s → %s', async (address, expected) => {
    expect((await rcpt(address)).slice(0, 9)).toBe(expected)
  })

  it.each([
    'victim@elsewhere.example',
    'victim%elsewhere.example@example.test',
    'elsewhere.example!victim@example.test',
    '@example.test:victim@elsewhere.example',
    '"victim@elsewhere.example"@example.test',
    '"victim@elsewhere.example"',
    'victim@elsewhere.example@example.test',
    'victim@[127.0.0.1]',
    'victim@[IPv6:::1]',
    'victim@elsewhere.example%example.test',
    'victim',
    'victim@',
    'victim@example.test.',
    'victim@mail.example.test',
    'emma@example.test,victim@elsewhere.example',
    'emma@example.test> <victim@elsewhere.example',
    '"emma"@elsewhere.example',
    'emma@EXAMPLE.TEST.elsewhere.example',
    'emma@example。test.elsewhere.example',
    '<victim@elsewhere.example>',
  ])('P10 relays nothing: %s', async (address) => {
    expect((await rcpt(address)).slice(0, 1)).toBe('5')
  })

  it('P3 says "try later" when the directory cannot be reached', async () => {
    rig.trouble.directory = () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    expect(await rcpt('emma@example.test')).toMatch(/^451 4\.3\.0 /)
  })
})

describe('storing', () => {
  const send = async (to: string | string[], from = 'a@sender.example'): Promise<string> => {
    const one = await connectSmtp(rig.port)
    await one.hello()
    const { text } = await one.send({ from, to, data: mail })
    await one.quit()
    return text
  }

  it('P3 says "try later" when the database is away', async () => {
    rig.trouble.deliver = async () => {
      throw Object.assign(new Error('Connection terminated'), { code: '57P01' })
    }
    expect(await send('emma@example.test')).toMatch(/^451 4\.3\.0 /)
  })

  it('P4 says "storage full" when the blob store has no room', async () => {
    rig.trouble.deliver = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    expect(await send('emma@example.test')).toMatch(/^452 4\.3\.1 /)
  })

  it('§Delivery refuses with 452 4.2.2 when nobody has room', async () => {
    rig.full.add(1 as never).add(2 as never)
    expect(await send(['emma@example.test', 'wei@example.test'])).toMatch(/^452 4\.2\.2 /)
    expect(rig.bounces).toEqual([])
  })

  it('§Delivery takes a mail that some can get and bounces for the others', async () => {
    rig.full.add(2 as never)
    expect(await send(['emma@example.test', 'wei@example.test'])).toMatch(/^250 /)
    expect(rig.stored).toHaveLength(1)
    expect(rig.bounces).toMatchObject([
      {
        envelopeFrom: 'a@sender.example',
        recipient: 'wei@example.test',
        reason: { status: '4.2.2' },
      },
    ])
  })

  it('§Delivery never bounces a bounce', async () => {
    rig.full.add(2 as never)
    await send(['emma@example.test', 'wei@example.test'], '')
    expect(rig.bounces).toEqual([])
  })

  it('hardening-mail 5 P1 asks a sender that nobody vouches for to come again instead of reporting to it', async () => {
    rig.full.add(2 as never)
    const both = ['emma@example.test', 'wei@example.test']
    expect(await send(both, 'x@forged.example')).toMatch(/^452 4\.2\.2 /)
    expect(rig.bounces).toEqual([])
    rig.full.clear()
    expect(await send(both, 'x@forged.example')).toMatch(/^250 /)
    expect(rig.stored.map((one) => one.copy.accountId)).toEqual([1, 2])
  })

  it('P1 asks the sender to come again when a bounce could not be queued; the stored copy is not doubled', async () => {
    rig.full.add(2 as never)
    rig.trouble.bounce = () => {
      throw new Error('database away')
    }
    expect(await send(['emma@example.test', 'wei@example.test'])).toMatch(/^451 4\.3\.0 /)
    rig.trouble = {}
    rig.full.clear()
    expect(await send(['emma@example.test', 'wei@example.test'])).toMatch(/^250 /)
    expect(rig.stored.map((one) => one.copy.accountId)).toEqual([1, 2])
  })

  it('§Delivery stores one copy for two addresses of one mailbox', async () => {
    expect(await send(['emma@example.test', 'alias@example.test', 'emma+x@example.test'])).toMatch(
      /^250 /,
    )
    expect(rig.stored).toHaveLength(1)
    expect(rig.stored[0]?.raw).not.toMatch(/\r\n for </)
  })

  it('P1 recognises a retry of a mail whose answer was lost', async () => {
    const first = await connectSmtp(rig.port)
    await first.hello()
    void first
      .send({ from: 'a@sender.example', to: 'emma@example.test', data: mail })
      .catch(() => null)
    await vi.waitFor(() => expect(rig.stored).toHaveLength(1), { timeout: 60_000 })
    // As a line breaks that is closed with something unread.
    first.reset()
    expect(await send('emma@example.test')).toMatch(/^250 /)
    expect(rig.stored).toHaveLength(1)
  })

  it('P1 stores the same mail twice when the sender saw the first answer', async () => {
    expect(await send('emma@example.test')).toMatch(/^250 /)
    expect(rig.acknowledged).toHaveLength(1)
    expect(await send('emma@example.test')).toMatch(/^250 /)
    expect(rig.stored).toHaveLength(2)
  })

  it('hardening-mail 9 P1 stores the same mail again when its sender read the answer and hung up without QUIT', async () => {
    for (let n = 1; n <= 3; n++) {
      const one = await connectSmtp(rig.port)
      await one.hello()
      const given = { from: 'a@sender.example', to: 'emma@example.test', data: mail }
      expect((await one.send(given)).code).toBe(250)
      // As long as any program needs to look at an answer.
      await new Promise((resolve) => setTimeout(resolve, 50))
      one.end()
      await vi.waitFor(() => expect(rig.acknowledged).toHaveLength(n), { timeout: 60_000 })
      expect(rig.stored).toHaveLength(n)
    }
  })

  it('hardening-mail 9 P1 recognises the retry of a sender that hung up before it was answered', async () => {
    const held = Promise.withResolvers<void>()
    rig.trouble.deliver = () => held.promise
    const first = await connectSmtp(rig.port)
    await first.hello()
    const given = { from: 'a@sender.example', to: 'emma@example.test', data: mail }
    void first.send(given).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 200))
    first.end()
    await new Promise((resolve) => setTimeout(resolve, 50))
    held.resolve()
    await vi.waitFor(() => expect(rig.stored).toHaveLength(1), { timeout: 60_000 })
    delete rig.trouble.deliver
    expect(await send('emma@example.test')).toMatch(/^250 /)
    expect(rig.stored).toHaveLength(1)
  })

  it('P1 does not take a pipelined QUIT for a sign that the answer was seen', async () => {
    const one = await connectSmtp(rig.port)
    await one.hello()
    await one.command('MAIL FROM:<a@sender.example>')
    await one.command('RCPT TO:<emma@example.test>')
    await one.command('DATA')
    one.write(`${mail}.\r\nQUIT\r\n`)
    expect((await one.answer()).code).toBe(250)
    await one.closed()
    expect(rig.acknowledged).toEqual([])
    expect(await send('emma@example.test')).toMatch(/^250 /)
    expect(rig.stored).toHaveLength(1)
  })
})
