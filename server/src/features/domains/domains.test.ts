import { gzipSync } from 'node:zlib'
import { compose } from '@hongyan/contract/compose'
import { consoleContract } from '@hongyan/contract/console'
import { domainsEndpoints as api } from '@hongyan/contract/console-domains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { mail as mailOf } from '../../testing/builders.ts'
import { mailBody } from '../../testing/compose-helpers.ts'
import { consoleOwner } from '../../testing/console-client.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { connectSmtp, stuffed } from '../../testing/smtp-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { readReport } from './reports/read-dmarc.ts'
import { reportsIn } from './reports/unpack-report.ts'

let server: TestServer
let dns: TestDnsServer
let desk: HttpClient
let person: TestMailbox
let catcher: TestMailbox

beforeAll(async () => {
  dns = await startDnsServer()
  server = await startTestServer({
    environment: { HONGYAN_DNS: dns.address, HONGYAN_MTA_STS: 'testing' },
  })
  ;({ desk } = await consoleOwner(server))
  person = await newMailbox(server, { name: '李婷' })
  catcher = await newMailbox(server)
  await desk.get(api.addDomain, { body: { name: 'alias.test', aliasOf: 'example.test' } })
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

const localOf = ({ address }: TestMailbox) => address.slice(0, address.indexOf('@'))

/** What RCPT says to each address, and the mail for those it took. */
async function send(to: readonly string[], subject: string): Promise<number[]> {
  const client = await connectSmtp(server.smtpPort)
  await client.command('EHLO sender.test')
  await client.command('MAIL FROM:<a@sender.test>')
  const codes: number[] = []
  for (const one of to) codes.push((await client.command(`RCPT TO:<${one}>`)).code)
  if (codes.includes(250)) {
    await client.command('DATA')
    const raw = mailOf({ from: 'A <a@sender.test>', to: to[0] ?? '', subject })
    client.write(stuffed(raw))
    expect((await client.answer()).code).toBe(250)
  }
  await client.quit()
  return codes
}

it('issue 17: mail to a name in an alias domain arrives in the mailbox of that name, tags and all, and nobody else’s', async () => {
  const local = localOf(person)
  const codes = await send(
    [`${local}@alias.test`, `${local}+tag@ALIAS.test`, 'nobody@alias.test', `${local}@gone.test`],
    'by alias',
  )
  expect(codes).toEqual([250, 250, 550, 550])
  await expect.poll(() => person.subjects(person.inbox)).toEqual(['by alias'])
  // An address that somebody has in the alias domain itself stays theirs.
  await server.addPerson({ address: 'own@example.test' })
  const own = await server.addPerson({ address: 'own@alias.test' })
  const found = await server.app.directory.findRecipient('own@alias.test')
  expect(found?.accountId).toBe(own.accountId)
})

it('issue 17: people may write from their name in an alias domain, signed by its own key', async () => {
  const alias = `${localOf(person)}@alias.test`
  expect(await server.app.directory.addressesOf(person.accountId)).toEqual([person.address, alias])
  await person.client.get(compose.send, {
    body: mailBody({ mailFrom: alias, mailTo: [catcher.address], mailSubject: 'from alias' }),
  })
  await expect.poll(() => catcher.subjects(catcher.inbox)).toEqual(['from alias'])
  const [got] = await catcher.items(catcher.inbox)
  expect(got?.mailFrom.address).toBe(alias)
  const foreign = await person.client.call(compose.send, {
    body: mailBody({ mailFrom: 'own@alias.test', mailTo: [catcher.address] }),
  })
  expect(foreign.error).toBe('address.not-yours')
  const [first, second] = await Promise.all(
    ['example.test', 'alias.test'].map((name) => server.app.directory.dkimKeyFor(name)),
  )
  expect(first?.privateKey).not.toBe(second?.privateKey)
})

it('issue 17: what reaches nobody goes to the catch-all mailbox, but never what was somebody’s, nor postmaster', async () => {
  const before = await catcher.counts(catcher.inbox)
  const change = (catchAll: string) =>
    desk.call(api.changeDomain, { body: { name: 'example.test', catchAll } })
  expect(await send(['typo@example.test'], 'refused')).toEqual([550])
  expect((await change('stranger@other.test')).error).toBe('domain.catch-all')
  expect((await change(catcher.address)).code).toBe(200)
  expect(await send(['typo@example.test', 'typo@alias.test'], 'caught')).toEqual([250, 250])
  await expect.poll(async () => (await catcher.counts(catcher.inbox)).total).toBe(before.total + 1)
  expect(await catcher.subjects(catcher.inbox)).toContain('caught')
  // Nobody has that address: somebody new may still get it.
  expect(await server.app.directory.isTaken('typo@example.test')).toBe(false)
  expect(await send(['postmaster@example.test'], 'to the administrator')).toEqual([250])
  expect(await catcher.subjects(catcher.inbox)).not.toContain('to the administrator')
  await desk.get(api.changeDomain, {
    body: { name: 'example.test', catchAll: '' },
  })
  expect(await send(['typo@example.test'], 'refused again')).toEqual([550])
})

it('issue 17: domains are added once, by names that mail can have, and removed when nobody is in them', async () => {
  const add = (name: string, aliasOf: string | null = null) =>
    desk.call(api.addDomain, { body: { name, aliasOf } })
  expect((await add('Second.Test')).code).toBe(200)
  for (const name of ['second.test', 'example.test'])
    expect((await add(name)).error).toBe('domain.taken')
  for (const name of [
    'localhost',
    '127.0.0.1',
    'a b.test',
    '-x.test',
    'x@y.test',
    `${'a'.repeat(64)}.test`,
  ])
    expect((await add(name)).error, name).toBe('domain.bad-name')
  expect((await add('third.test', 'alias.test')).error).toBe('domain.alias')
  expect((await add('third.test', 'other.test')).error).toBe('domain.alias')
  expect((await add('例子.test')).code).toBe(200)
  const { list } = await desk.get(api.domains, {})
  expect(list.map(({ name }) => name)).toEqual([
    ...['example.test', 'alias.test', 'second.test', 'xn--fsqu00a.test'],
  ])
  const remove = (name: string) => desk.call(api.removeDomain, { body: { name } })
  expect((await remove('example.test')).error).toBe('domain.in-use')
  expect((await remove('second.test')).code).toBe(200)
  expect((await remove('second.test')).error).toBe('item.not-found')
})

it('issue 17: the records to publish are told, and each is looked up when asked', async () => {
  const name = 'example.test'
  const { list } = await desk.get(api.domainRecords, { query: { name } })
  const of = (purpose: string) => list.find((one) => one.purpose === purpose)
  expect(of('mx')?.value).toBe('10 mail.example.test')
  expect(of('mta-sts')?.value).toMatch(/^v=STSv1; id=[0-9a-f]{16}$/)
  const key = of('dkim')
  dns.zones[name] = {
    MX: [{ priority: 5, exchange: 'MAIL.example.test' }],
    TXT: ['some other text', 'v=spf1 include:other.test -all'],
  }
  dns.zones[`_dmarc.${name}`] = { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] }
  dns.zones[key?.name ?? ''] = { TXT: [key?.value ?? ''] }
  const checked = await desk.get(api.checkDomain, { body: { name } })
  const states = Object.fromEntries(checked.list.map((one) => [one.purpose, one.state]))
  expect(states).toMatchObject({
    ...{ mx: 'published', spf: 'different', dkim: 'published' },
    // Two of them are none.
    ...{ dmarc: 'different', 'mta-sts': 'missing', 'tls-rpt': 'missing' },
  })
  expect(checked.list.find((one) => one.purpose === 'spf')?.found).toEqual([
    'v=spf1 include:other.test -all',
  ])
})

it('issue 17: name servers that say nothing hold nobody up', async () => {
  dns.silent = true
  const { list } = await desk.get(api.checkDomain, { body: { name: 'example.test' } })
  dns.silent = false
  expect(new Set(list.map((one) => one.state))).toEqual(new Set(['unknown']))
})

it('issue 17: a DKIM key is changed without a mail that fails: published, used, and the old one kept until it is removed', async () => {
  const name = 'example.test'
  const keys = async () =>
    (await desk.get(api.domains, {})).list
      .find((one) => one.name === name)
      ?.keys.map(({ selector, state }) => ({ selector, state }))
  const { selector } = await desk.get(api.addDkimKey, { body: { name } })
  expect((await desk.call(api.addDkimKey, { body: { name } })).error).toBe('domain.key-waits')
  const signing = async () => (await server.app.directory.dkimKeyFor(name))?.selector
  expect(await signing()).toBe('hongyan')
  const sign = (anyway: boolean) => desk.call(api.signWithKey, { body: { name, selector, anyway } })
  expect((await sign(false)).error).toBe('domain.key-unpublished')
  const { list } = await desk.get(api.domainRecords, { query: { name } })
  const record = list.find((one) => one.name.startsWith(`${selector}.`))
  dns.zones[record?.name ?? ''] = { TXT: [record?.value ?? ''] }
  expect((await sign(false)).code).toBe(200)
  expect(await signing()).toBe(selector)
  expect(await keys()).toEqual([
    { selector, state: 'signing' },
    { selector: 'hongyan', state: 'old' },
  ])
  const remove = (which: string) =>
    desk.call(api.removeDkimKey, { body: { name, selector: which } })
  expect((await remove(selector)).error).toBe('domain.key-signs')
  expect((await remove('hongyan')).code).toBe(200)
  expect(await keys()).toEqual([{ selector, state: 'signing' }])
  const second = await desk.get(api.addDkimKey, { body: { name } })
  const forced = { name, selector: second.selector, anyway: true }
  expect((await desk.call(api.signWithKey, { body: forced })).code).toBe(200)
  const { list: acts } = await desk.get(consoleContract.acts, { query: { keyword: 'dkim-key' } })
  expect(acts.some((one) => one.act === 'dkim-key-signs' && one.details.anyway === true)).toBe(true)
})

const recordXml = (ip: string, count: number, [dkim, spf]: readonly [string, string]) =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>none</disposition>` +
  `<dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row></record>`
const now = Math.floor(Date.now() / 1_000)
const reportXml = (id: string, records: string, domain = 'example.test') =>
  `<?xml version="1.0"?><feedback><report_metadata><org_name>Receiver &amp; Co</org_name><email>r@receiver.test</email>` +
  `<report_id>${id}</report_id><date_range><begin>${now - 86_400}</begin><end>${now - 60}</end></date_range></report_metadata>` +
  `<policy_published><domain>${domain}</domain><p>quarantine</p></policy_published>${records}</feedback>`
const records = [
  recordXml('192.0.2.7', 40, ['pass', 'fail']),
  recordXml('192.0.2.7', 2, ['fail', 'fail']),
  recordXml('2001:db8::1', 5, ['fail', 'pass']),
  recordXml('203.0.113.9', 3, ['fail', 'fail']),
  recordXml('not an address', 9, ['pass', 'pass']),
  recordXml('192.0.2.8', -4, ['pass', 'pass']),
].join('')

async function zipOf(name: string, content: string): Promise<Buffer> {
  const all = new ZipFile()
  all.addBuffer(Buffer.from(content), name)
  all.end()
  const parts: Buffer[] = []
  for await (const part of all.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const reportMail = (subject: string, file: { name: string; type: string; bytes: Buffer }) =>
  Buffer.from(
    [
      'From: Reports <r@receiver.test>',
      'To: postmaster@example.test',
      `Subject: ${subject}`,
      `Message-ID: <${subject.length}.${file.bytes.length}@receiver.test>`,
      'MIME-Version: 1.0',
      `Content-Type: ${file.type}; name="${file.name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${file.name}"`,
      '',
      ...(file.bytes.toString('base64').match(/.{1,76}/g) ?? []),
      '',
    ].join('\r\n'),
  )

/** From a server that vouches for it. */
async function deliverReport(raw: Buffer): Promise<void> {
  dns.zones['receiver.test'] = { TXT: ['v=spf1 ip4:127.0.0.1 -all'] }
  const client = await connectSmtp(server.smtpPort)
  await client.command('EHLO receiver.test')
  await client.command('MAIL FROM:<r@receiver.test>')
  await client.command('RCPT TO:<postmaster@example.test>')
  await client.command('DATA')
  client.write(stuffed(raw))
  expect((await client.answer()).code).toBe(250)
  await client.quit()
}

it('issue 17: DMARC reports that come in by gzip and zip are read once and shown by day and by source', async () => {
  const subject = 'Report Domain: example.test Submitter: receiver.test Report-ID: 1'
  const gz = gzipSync(reportXml('one', records))
  await deliverReport(
    reportMail(subject, { name: 'r.xml.gz', type: 'application/gzip', bytes: gz }),
  )
  await deliverReport(
    reportMail(subject, { name: 'r.xml.gz', type: 'application/gzip', bytes: gz }),
  )
  const zip = await zipOf('r.xml', reportXml('two', recordXml('203.0.113.9', 7, ['fail', 'fail'])))
  await deliverReport(reportMail(subject, { name: 'r.zip', type: 'application/zip', bytes: zip }))
  const foreign = gzipSync(reportXml('three', records, 'other.test'))
  await deliverReport(
    reportMail(subject, { name: 'r.gz', type: 'application/gzip', bytes: foreign }),
  )
  const read = () => desk.get(api.dmarcReports, { query: { name: 'example.test' } })
  await expect.poll(async () => (await read()).reports, { timeout: 20_000 }).toBe(2)
  const { reporters, passed, failed, sources, days } = await read()
  expect({ reporters, passed, failed }).toEqual({
    reporters: ['Receiver & Co'],
    passed: 45,
    failed: 12,
  })
  expect(sources).toEqual([
    { source: '203.0.113.9', passed: 0, failed: 10 },
    { source: '192.0.2.7', passed: 40, failed: 2 },
    { source: '2001:db8::1', passed: 5, failed: 0 },
  ])
  expect(days).toHaveLength(30)
  expect(days.reduce((all, one) => all + one.passed + one.failed, 0)).toBe(57)
  // Many own servers do not hide who sends in the name of the domain.
  const own = Array.from({ length: 20 }, (_, at) =>
    recordXml(`198.51.100.${at + 1}`, 900, ['pass', 'pass']),
  )
  const many = gzipSync(reportXml('four', own.join('')))
  await deliverReport(
    reportMail(subject, { name: 'r.xml.gz', type: 'application/gzip', bytes: many }),
  )
  await expect.poll(async () => (await read()).reports, { timeout: 20_000 }).toBe(3)
  const shown = (await read()).sources
  expect(shown.map(({ source }) => source).slice(0, 3)).toEqual([
    '203.0.113.9',
    '192.0.2.7',
    '198.51.100.1',
  ])
  expect(shown).toHaveLength(15)
})

it('issue 17: TLS reports that come in (RFC 8460) are read once and shown by day and by failure', async () => {
  const now = new Date()
  const report = (id: string, domain: string, failed: number) => ({
    'organization-name': 'Receiver & Co',
    'date-range': {
      'start-datetime': new Date(now.getTime() - 86_400_000).toISOString(),
      'end-datetime': now.toISOString(),
    },
    'contact-info': 'tls@receiver.test',
    'report-id': id,
    policies: [
      {
        policy: { 'policy-type': 'sts', 'policy-domain': domain },
        summary: {
          'total-successful-session-count': 40,
          'total-failure-session-count': failed,
        },
        'failure-details': [
          {
            'result-type': 'certificate-expired',
            'receiving-mx-hostname': 'MX.example.test',
            'failed-session-count': failed,
          },
          { 'result-type': '<script>', 'failed-session-count': 9 },
          { 'result-type': 'validation-failure', 'failed-session-count': -1 },
        ],
      },
      null,
    ],
  })
  const bytesOf = (...of: Parameters<typeof report>) => Buffer.from(JSON.stringify(report(...of)))
  const subject =
    'Report Domain: example.test Submitter: receiver.test Report-ID: <1@receiver.test>'
  const packed = gzipSync(bytesOf('t1', 'Example.test', 3))
  const gz = { name: 'r.json.gz', type: 'application/tlsrpt+gzip', bytes: packed }
  await deliverReport(reportMail(subject, gz))
  await deliverReport(reportMail(subject, gz))
  const plain = {
    name: 'r.json',
    type: 'application/tlsrpt+json',
    bytes: bytesOf('t2', 'example.test', 2),
  }
  await deliverReport(reportMail(subject, plain))
  const foreign = { ...plain, bytes: bytesOf('t3', 'other.test', 2) }
  await deliverReport(reportMail(subject, foreign))
  const read = () => desk.get(api.tlsReports, { query: { name: 'example.test' } })
  await expect.poll(async () => (await read()).reports, { timeout: 20_000 }).toBe(2)
  const { days, ...summed } = await read()
  expect(summed).toEqual({
    reports: 2,
    reporters: ['Receiver & Co'],
    passed: 80,
    failed: 5,
    failures: [{ kind: 'certificate-expired', host: 'mx.example.test', sessions: 5 }],
  })
  expect(days).toHaveLength(30)
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, '['))
  expect(reportsIn(reportMail(subject, { ...gz, bytes: bomb })).tls).toEqual([])
  for (const text of ['{', '{}', 'null', '{"policies":[{}]}', '{"report-id":"x","policies":{}}'])
    expect(reportsIn(reportMail(subject, { ...plain, bytes: Buffer.from(text) })).tls).toEqual([])
})

it('issue 17: hostile reports are refused: entities, depth, bombs, and what is no report', () => {
  const good = reportXml('x', records)
  expect(readReport(good)?.sources).toHaveLength(3)
  const bomb = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY a "&lol;&lol;">]>'
  expect(readReport(good.replace('<feedback>', `${bomb}<feedback>`))).toBeNull()
  const outer = '<!DOCTYPE f SYSTEM "file:///etc/passwd">'
  expect(readReport(good.replace('<feedback>', `${outer}<feedback>`))).toBeNull()
  expect(readReport('<a>'.repeat(500_000))).toBeNull()
  expect(readReport('')).toBeNull()
  expect(readReport(good.replace('<begin>', '<begin>9e99'))).toBeNull()
  // What PostgreSQL takes for no address is left out: the whole report would be lost, and tried for ever.
  const zoned = good.replaceAll(/<source_ip>[^<]*/g, '<source_ip>fe80::1%eth0')
  expect(readReport(zoned)?.sources).toEqual([])
  const zeros = Buffer.alloc(200 * 1024 * 1024, 0x20)
  const packed = gzipSync(zeros)
  expect(packed.length).toBeLessThan(1024 * 1024)
  expect(
    reportsIn(reportMail('x', { name: 'r.gz', type: 'application/gzip', bytes: packed })).dmarc,
  ).toEqual([])
  const cut = gzipSync(good).subarray(0, 100)
  expect(
    reportsIn(reportMail('x', { name: 'r.gz', type: 'application/gzip', bytes: cut })).dmarc,
  ).toEqual([])
})
