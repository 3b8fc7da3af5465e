import { generateKeyPairSync } from 'node:crypto'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type InboundRig, startInboundRig } from '../../testing/inbound-rig.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`

const zones = {
  'good.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  's1._domainkey.good.example': { TXT: [keyRecord] },
  '_dmarc.good.example': { TXT: ['v=DMARC1; p=reject'] },
  'strict.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
  '_dmarc.wary.example': { TXT: ['v=DMARC1; p=quarantine'] },
  's1._domainkey.wary.example': { TXT: [keyRecord] },
  'loop.example': { TXT: ['v=spf1 include:loop.example -all'] },
  's1._domainkey.broken.example': { TXT: ['v=DKIM1; p=nonsense'] },
  'lists.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  's1._domainkey.lists.example': { TXT: [keyRecord] },
  'personal.example': { TXT: ['v=spf1 exists:%{l}.personal.example -all'] },
  'boss.personal.example': { A: ['127.0.0.2'] },
}

let rig: InboundRig

beforeAll(async () => {
  rig = await startInboundRig({ zones: { ...zones } })
})
afterAll(() => rig.stop())
beforeEach(() => {
  rig.stored.length = 0
})

const text = (from: string, body = 'Text\r\n'): string =>
  `From: ${from}\r\nTo: emma@example.test\r\nSubject: hello\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@x>\r\n\r\n${body}`

async function signed(message: string, domain: string): Promise<string> {
  const { signatures } = await dkimSign(Buffer.from(message), {
    canonicalization: 'relaxed/relaxed',
    signingDomain: domain,
    selector: 's1',
    privateKey: key,
    signatureData: [{ signingDomain: domain, selector: 's1', privateKey: key }],
  })
  return signatures + message
}

/** Delivers and gives back what was recorded. */
async function deliver(data: string, sender: string) {
  const client = await connectSmtp(rig.port)
  await client.hello('client.example')
  const answer = await client.send({ from: sender, to: 'emma@example.test', data })
  expect(answer.text).toMatch(/^250 /)
  await client.quit()
  const { raw = '', copy } = rig.stored.at(-1) ?? {}
  const header = /^Authentication-Results: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? ''
  return {
    raw,
    folder: copy?.folder,
    notify: copy?.notify,
    found: copy?.authentication,
    header: header.replace(/\r\n\s+/g, ' '),
  }
}

describe('SPF, DKIM, DMARC and ARC', () => {
  it('§Delivery records an honest signed mail as passed, in the header and with the copy', async () => {
    const { found, header, folder, notify } = await deliver(
      await signed(text('Ann <ann@good.example>'), 'good.example'),
      'ann@good.example',
    )
    expect(found).toEqual({
      spf: 'pass',
      dkim: 'pass',
      dmarc: 'pass',
      arc: 'none',
      domain: 'good.example',
    })
    expect(header).toMatch(
      /^mail\.example\.test; spf=pass smtp\.mailfrom=good\.example; dkim=pass header\.d=good\.example header\.s=s1 header\.b=\S{8}; dmarc=pass header\.from=good\.example; arc=none$/,
    )
    expect([folder, notify]).toEqual(['inbox', true])
  })

  it('§Delivery names the domain of the author where DMARC passes, else of who signed, else of who sent', async () => {
    const bySender = 'ann@good.example'
    const byList = await deliver(await signed(text(bySender), 'lists.example'), bySender)
    expect(byList.found).toMatchObject({ dkim: 'pass', dmarc: 'pass', domain: 'good.example' })
    const stranger = 'ann@unknown.example'
    const two = await deliver(await signed(text(stranger), 'lists.example'), bySender)
    expect(two.found).toMatchObject({ spf: 'pass', dmarc: 'none', domain: 'lists.example' })
    const sent = await deliver(text(stranger), bySender)
    expect(sent.found).toMatchObject({ spf: 'pass', dkim: 'none', domain: 'good.example' })
  })

  it('§Delivery gives a changed mail dkim=fail', async () => {
    const message = await signed(text('Ann <ann@wary.example>'), 'wary.example')
    const { found, folder } = await deliver(message.replace('Text', 'Txet'), 'ann@wary.example')
    expect(found).toMatchObject({ spf: 'none', dkim: 'fail', dmarc: 'fail', domain: null })
    expect(folder).toBe('junk')
  })

  it('§Delivery puts a mail whose domain disowns it (p=reject) into junk, without a notification', async () => {
    const { found, folder, notify, header } = await deliver(
      text('ceo@strict.example'),
      'ceo@strict.example',
    )
    expect(found).toMatchObject({ spf: 'fail', dkim: 'none', dmarc: 'fail', domain: null })
    expect(header).toContain('dmarc=fail (p=reject) header.from=strict.example')
    expect([folder, notify]).toEqual(['junk', false])
  })

  it.each([
    ['two addresses', 'CEO <ceo@strict.example>, x@good.example'],
    ['two addresses, the other way round', 'x@good.example, CEO <ceo@strict.example>'],
    ['a group', 'Board: CEO <ceo@strict.example>, x@good.example;'],
    ['two From fields', 'CEO <ceo@strict.example>\r\nFrom: x@good.example'],
    ['two From fields, the other way round', 'x@good.example\r\nFrom: CEO <ceo@strict.example>'],
    ['an author of a milder domain beside', 'a@wary.example, ceo@strict.example, x@good.example'],
    ['an author without address beside', 'CEO <ceo@strict.example>, nobody'],
  ])(
    'hardening-mail 2 §Delivery judges every domain in From, the strictest counts: %s',
    async (_, from) => {
      const mail = await signed(text(from), 'good.example')
      const { found, folder, notify, header } = await deliver(mail, 'x@good.example')
      expect(found).toMatchObject({ spf: 'pass', dmarc: 'fail' })
      expect(header).toContain('dmarc=fail (p=reject) header.from=strict.example')
      expect([folder, notify]).toEqual(['junk', false])
    },
  )

  it('hardening-mail 2 T28 no author domain passes beside another, and a protected one cannot hide behind many', async () => {
    const two = 'a@good.example, b@lists.example'
    const { found, folder } = await deliver(
      await signed(text(two), 'good.example'),
      'a@good.example',
    )
    expect(found).toMatchObject({ dmarc: 'permerror' })
    expect(folder).toBe('inbox')
    const one = await deliver(
      await signed(text('a@good.example, b@good.example'), 'good.example'),
      'a@good.example',
    )
    expect(one).toMatchObject({ found: { dmarc: 'pass' }, folder: 'inbox' })
    const many = Array.from({ length: 40 }, (_, at) => `a@d${at}.example`).join(', ')
    for (const from of [`${many}, ceo@strict.example`, `${many}\r\nFrom: ceo@strict.example`]) {
      expect((await deliver(text(from), 'x@good.example')).folder).toBe('junk')
    }
    const fields = Array.from({ length: 12 }, (_, at) => `a@d${at % 2}.example`).join('\r\nFrom: ')
    expect((await deliver(text(fields), 'x@good.example')).folder).toBe('junk')
  })

  it('§Delivery does not let SPF of one domain speak for another in From', async () => {
    const { found, folder } = await deliver(text('ceo@strict.example'), 'spammer@good.example')
    expect(found).toMatchObject({ spf: 'pass', dmarc: 'fail', domain: 'good.example' })
    expect(folder).toBe('junk')
  })

  it('§Delivery records "none" for a domain that publishes nothing', async () => {
    const { found, folder } = await deliver(text('a@silent.example'), 'a@silent.example')
    expect(found).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none', arc: 'none', domain: null })
    expect(folder).toBe('inbox')
  })

  it('§Delivery checks the HELO name of a bounce', async () => {
    const { header } = await deliver(text('mailer@silent.example'), '')
    expect(header).toContain('spf=none smtp.helo=client.example')
  })

  it('§Delivery evaluates policies that look at the local part for each sender', async () => {
    const first = await deliver(text('boss@personal.example'), 'boss@personal.example')
    const second = await deliver(text('clerk@personal.example'), 'clerk@personal.example')
    expect([first.found?.spf, second.found?.spf]).toEqual(['pass', 'fail'])
  })

  it('§Delivery verifies an ARC chain', async () => {
    const message = text('Ann <ann@good.example>')
    const seal = await sealMessage(Buffer.from(message), {
      signingDomain: 'lists.example',
      selector: 's1',
      privateKey: key,
      authResults: 'lists.example; dmarc=pass header.from=good.example',
      cv: 'none',
    })
    const good = await deliver(seal.toString() + message, 'bounce@lists.example')
    expect(good.found).toMatchObject({ arc: 'pass' })
    const bad = await deliver(
      seal.toString() + message.replace('Text', 'Txet'),
      'bounce@lists.example',
    )
    expect(bad.found).toMatchObject({ arc: 'fail' })
  })

  it('T31 answers broken policies and records with an error word, never with a throw', async () => {
    const looped = await deliver(text('a@loop.example'), 'a@loop.example')
    expect(looped.found?.spf).toBe('permerror')
    const broken = await deliver(
      await signed(text('a@broken.example'), 'broken.example'),
      'a@silent.example',
    )
    expect(broken.found?.dkim).toMatch(/^(neutral|permerror|policy)$/)
  })

  it.each([
    'DKIM-Signature: \r\n',
    'DKIM-Signature: v=1\r\n',
    'DKIM-Signature: v=1; a=rsa-sha256; d=good.example; s=s1; h=from; bh=x; b=!!!\r\n',
    'DKIM-Signature: v=1; a=rsa-sha256; d=good.example; s=s1; h=from; l=99999999999999999999; bh=; b=\r\n',
    'DKIM-Signature: v=1; a=x; c=; d=\u0001; s=..; h=; bh=; b=\r\n',
    `DKIM-Signature: ${';'.repeat(50_000)}\r\n`,
    'ARC-Seal: i=1\r\nARC-Seal: i=99999999999; cv=pass\r\n',
    'From: second@good.example\r\n',
    'From: "a@good.example" <b@strict.example>, <c@wary.example>\r\n',
  ])('T31 takes hostile authentication fields: %.60s', async (field) => {
    const { found } = await deliver(field + text('a@strict.example'), 'a@strict.example')
    expect(found?.dkim).not.toBe('pass')
    expect(found?.arc).not.toBe('pass')
    expect(found?.dmarc).not.toBe('pass')
  })

  it('T31 looks at ten of many signatures', async () => {
    rig.dns.queries.length = 0
    const one = (index: number): string =>
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=d${index}.example; s=s1; h=from; bh=3wfMbCUwO9Y/SYmLVQ1obhYQjUiCsyrhBfX0Nz0xfnA=; b=AAAA\r\n`
    const many = Array.from({ length: 1_000 }, (_, index) => one(index)).join('')
    const { found, header } = await deliver(many + text('a@silent.example'), 'a@silent.example')
    expect(found?.dkim).not.toBe('pass')
    expect(header.match(/dkim=/g)?.length).toBeLessThanOrEqual(10)
    expect(rig.dns.queries.filter((one) => one.includes('_domainkey')).length).toBeLessThanOrEqual(
      10,
    )
  })

  it.each([
    [
      'a signature of a hundred thousand lines',
      `DKIM-Signature: v=1;${'\r\n '.repeat(100_000)}x\r\n`,
    ],
    ['a header of 400 kB', `X: ${'y'.repeat(200)}\r\n`.repeat(2_000)],
    ['a From field of 20 kB', `From: ${'a@b.example,'.repeat(1_700)}\r\n`],
  ])('T35 does not check the signatures of a mail with %s', async (_, field) => {
    const stub = 'DKIM-Signature: v=1; a=rsa-sha256; d=wary.example; s=s1; h=from; bh=x; b=AAAA\r\n'
    const message = field + text('a@wary.example')
    const { found, header } = await deliver(stub + message, 'a@silent.example')
    expect(found?.dkim).toBe('neutral')
    expect(header).toContain('too long')
  })

  it('T31 does not trust a signature that leaves a part of the body out', async () => {
    const message = text('Ann <ann@wary.example>')
    const { signatures } = await dkimSign(Buffer.from(message), {
      canonicalization: 'relaxed/relaxed',
      signingDomain: 'wary.example',
      selector: 's1',
      privateKey: key,
      signatureData: [
        { signingDomain: 'wary.example', selector: 's1', privateKey: key, maxBodyLength: 6 },
      ],
    })
    const { found } = await deliver(
      `${signatures}${message}Added by somebody else\r\n`,
      'x@silent.example',
    )
    expect(found).toMatchObject({ dkim: 'policy', dmarc: 'fail' })
  })
})

describe('a forged Authentication-Results', () => {
  it.each([
    'Authentication-Results: mail.example.test; dmarc=pass\r\n',
    'authentication-results : MAIL.example.test 1; dmarc=pass\r\n',
    'Authentication-Results:\r\n mail.example.test;\r\n dmarc=pass\r\n',
    'Authentication-Results: (a (nested) comment) mail.example.test (x); dmarc=pass\r\n',
    'Authentication-Results: "mail.example.test"; dmarc=pass\r\n',
    'Authentication-Results: mail.example.test.; dmarc=pass\r\n',
  ])('§Delivery removes one that claims to be ours (RFC 8601 §5): %j', async (field) => {
    const { raw } = await deliver(
      `X-Before: 1\r\n${field}X-After: 2\r\n${text('a@silent.example')}`,
      '',
    )
    expect(raw.match(/authentication-results/gi)).toHaveLength(1)
    expect(raw).toContain('X-Before: 1\r\nX-After: 2\r\nFrom: a@silent.example')
  })

  it('§Delivery leaves that of another server alone, and one inside the text', async () => {
    const field = 'Authentication-Results: mx.other.example; spf=pass\r\n'
    const body = 'Authentication-Results: mail.example.test; dmarc=pass\r\n'
    const { raw } = await deliver(field + text('a@silent.example', body), '')
    expect(raw).toContain(field)
    expect(raw.endsWith(body)).toBe(true)
  })
})

describe('loops', () => {
  const send = async (data: string, to = ['emma@example.test'], from = 'a@silent.example') => {
    const client = await connectSmtp(rig.port)
    await client.hello()
    const { text: said } = await client.send({ from, to, data })
    await client.quit()
    return said
  }

  it('§Delivery stops a mail with more than a hundred Received fields', async () => {
    const hop = 'Received: from a by b; Fri, 20 Nov 2026 10:00:00 +0000\r\n'
    expect(await send(hop.repeat(101) + text('a@x.example'))).toMatch(/^554 5\.4\.6 /)
    expect(await send(hop.repeat(100) + text('a@x.example'))).toMatch(/^250 /)
  })

  it('§Delivery stops a mail that keeps coming back to us', async () => {
    const hop =
      'Received: from a\r\n by mail.example.test with ESMTP id x; Fri, 20 Nov 2026 10:00:00 +0000\r\n'
    expect(await send(hop.repeat(6) + text('a@y.example'))).toMatch(/^554 5\.4\.6 /)
    expect(await send(hop.repeat(2) + text('a@y.example'))).toMatch(/^250 /)
    expect(await send(`Delivered-To: emma@example.test\r\n${hop}${text('a@y.example')}`)).toMatch(
      /^554 5\.4\.6 /,
    )
    // A server in front of us may have written it.
    expect(await send(`Delivered-To: emma@example.test\r\n${text('a@y.example')}`)).toMatch(/^250 /)
  })

  it('hardening-mail 5 a loop of one of several recipients is reported only to a proven sender', async () => {
    const hop =
      'Received: from a\r\n by mail.example.test with ESMTP id x; Fri, 20 Nov 2026 10:00:00 +0000\r\n'
    const looped = `Delivered-To: wei@example.test\r\n${hop}${text('a@y.example')}`
    const both = ['emma@example.test', 'wei@example.test']
    rig.bounces.length = 0
    expect(await send(looped, both)).toMatch(/^250 /)
    expect(rig.bounces).toEqual([])
    expect(await send(looped, both, 'a@good.example')).toMatch(/^250 /)
    expect(rig.bounces).toMatchObject([{ recipient: 'wei@example.test' }])
    const signedMail = await signed(looped, 'wary.example')
    expect(await send(signedMail, both, 'b@news.wary.example')).toMatch(/^250 /)
    expect(rig.bounces).toHaveLength(2)
  })

  it('T31 refuses a header section of more than 512 kB', async () => {
    expect(await send(`X: ${'x'.repeat(1000)}\r\n`.repeat(600))).toMatch(/^554 5\.6\.0 /)
  })

  it('T31 refuses a header of more than 4,000 fields', async () => {
    expect(await send('X: y\r\n'.repeat(3_900))).toMatch(/^250 /)
    expect(await send('X: y\r\n'.repeat(4_100))).toMatch(/^554 5\.6\.0 /)
  })
})
