import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { compose } from '@hongyan/contract/compose'
import { settings } from '@hongyan/contract/settings'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { eventually, mailBody, recipientsIn, signIn } from '../../testing/compose-helpers.ts'
import { startDnsServer, type TestDnsServer, type ZoneRecords } from '../../testing/dns-server.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { createOwnAuthority, type OwnAuthority } from '../../testing/own-authority.ts'
import { type ShiftingClock, shiftingClock } from '../../testing/shifting-clock.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/smtp-sink.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

/** Each stands on a loopback address of its own and shows what its name says. */
const places = {
  trusted: '127.0.0.1',
  selfSigned: '127.0.0.2',
  plain: '127.0.0.3',
  ended: '127.0.0.4',
}
type Place = keyof typeof places

const folder = mkdtempSync(join(tmpdir(), 'tls-policy-'))
let authority: OwnAuthority
let clock: ShiftingClock
let dns: TestDnsServer
let web: Server
let server: TestServer
let client: HttpClient
const sinks: Partial<Record<Place, SmtpSink>> = {}
/** What domains publish at their `mta-sts.` name. */
const policies: Record<string, string> = {}
const fetches: string[] = []
let tlsaOfTrusted: Buffer
let tlsaOfSelfSigned: Buffer

const record = (usage: number, selector: number, der: Buffer): Buffer => {
  const key = new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' })
  const of = selector === 0 ? der : key
  return Buffer.concat([
    Buffer.from([usage, selector, 1]),
    createHash('sha256').update(of).digest(),
  ])
}

beforeAll(async () => {
  authority = await createOwnAuthority()
  clock = shiftingClock()
  dns = await startDnsServer()
  const trusted = await authority.certify('mx.trusted.test')
  const other = await createOwnAuthority()
  const strange = await other.certify('mx.strange.test')
  tlsaOfTrusted = record(2, 0, authority.der)
  tlsaOfSelfSigned = record(3, 1, strange.der)
  sinks.trusted = await startSmtpSink({ identity: trusted })
  const { port } = sinks.trusted
  sinks.selfSigned = await startSmtpSink({ host: places.selfSigned, port, identity: strange })
  sinks.plain = await startSmtpSink({ host: places.plain, port, without: ['STARTTLS'] })
  const ended = await authority.certify('mx.late.test', { ended: true })
  sinks.ended = await startSmtpSink({ host: places.ended, port, identity: ended })
  web = await policyServer()
  const webPort = (web.address() as AddressInfo).port
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.cert)
  server = await startTestServer({
    clock,
    environment: {
      HONGYAN_DNS: dns.address,
      HONGYAN_OUTBOUND_PORT: String(port),
      HONGYAN_OUTBOUND_CA: caFile,
      HONGYAN_STS_PORT: String(webPort),
      HONGYAN_PRIVATE_WEB_HOSTS: names.map((one) => `mta-sts.${one}:${webPort}`).join(','),
      HONGYAN_DANE: 'on',
      HONGYAN_MTA_STS: 'testing',
      HONGYAN_HOSTNAME: 'mx.example.test',
    },
  })
  await server.addPerson({ address: 'wei@example.test', name: '张伟' })
  client = await signIn(server, 'wei@example.test')
  await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
}, 60_000)

afterAll(async () => {
  await server.stop()
  for (const sink of Object.values(sinks)) await sink.stop()
  await new Promise((resolve) => web.close(resolve))
  await dns.stop()
  rmSync(folder, { recursive: true })
})

/** Domains whose policy can be fetched. */
const names = [
  'good',
  'name',
  'nostls',
  'late',
  'servers',
  'trying',
  'kept',
  'broken',
  'loose',
  'both',
].map((one) => `sts-${one}.test`)

/** Each domain's own web server, by the name that it is asked under. */
async function policyServer(): Promise<Server> {
  const first = await authority.certify('mta-sts.sts-good.test')
  const made = createServer(
    {
      ...first,
      SNICallback: (name, done) => {
        authority.certify(name).then((one) => done(null, createSecureContext(one)), done)
      },
    },
    ({ headers, url }, response) => {
      const domain = (headers.host ?? '').replace(/^mta-sts\./, '').replace(/:\d+$/, '')
      fetches.push(`${domain} ${url}`)
      const policy = policies[domain]
      if (policy === undefined) return response.writeHead(404).end()
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(policy)
    },
  )
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return made
}

const policyOf = (mode: string, mx = 'mx.trusted.test') =>
  `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 86400\r\n`

/** A domain with its one mail server. */
function domain(
  name: string,
  place: Place,
  over: { mx?: string; zone?: ZoneRecords; sts?: string } = {},
) {
  const { mx = 'mx.trusted.test', zone = {}, sts } = over
  const host = mx
  dns.zones[name] = { MX: [{ exchange: host, priority: 10 }], ...zone }
  dns.zones[host] = { A: [places[place]] }
  if (sts !== undefined) {
    dns.zones[`_mta-sts.${name}`] = { TXT: ['v=STSv1; id=1;'] }
    dns.zones[`mta-sts.${name}`] = { A: ['127.0.0.1'] }
    policies[name] = sts
  }
}

const send = (name: string, over: Parameters<typeof mailBody>[0] = {}) =>
  client.get(compose.send, { body: mailBody({ mailTo: [`peer@${name}`], ...over }) })

async function arrives(name: string, place: Place) {
  const before = sinks[place]?.mails.length ?? 0
  const { submissionId } = await send(name)
  const found = await recipientsIn(client, submissionId, 'relayed')
  expect(found.recipients[0]?.state, name).toBe('relayed')
  const mails = (await sinks[place]?.received(before + 1)) ?? []
  return mails.at(-1)
}

async function waits(name: string, why: RegExp) {
  const { submissionId } = await send(name)
  const found = await recipientsIn(client, submissionId, 'deferred')
  expect(found.recipients[0]?.reason, name).toMatch(why)
}

const resultsOf = async (name: string): Promise<string[]> => {
  await server.app.tlsResults.flush()
  const rows = await server.app.database.query(sql<{ policy: string; result: string }>`
    SELECT policy, result FROM tls_results WHERE domain = ${name} ORDER BY 1, 2`)
  return rows.map((row) => `${row.policy} ${row.result}`)
}

describe('MTA-STS (RFC 8461)', () => {
  it('a server with the right certificate gets the mail, encrypted', async () => {
    domain('sts-good.test', 'trusted', { sts: policyOf('enforce') })
    expect((await arrives('sts-good.test', 'trusted'))?.secured).toBe(true)
    expect(await resultsOf('sts-good.test')).toEqual(['sts success'])
    expect(fetches).toContain('sts-good.test /.well-known/mta-sts.txt')
  })

  it('one that is not named, not trusted, out of date or without TLS gets nothing, and says why', async () => {
    domain('sts-servers.test', 'trusted', { sts: policyOf('enforce', 'mx.elsewhere.test') })
    await waits('sts-servers.test', /^tls-policy/)
    domain('sts-name.test', 'selfSigned', {
      mx: 'mx.strange.test',
      sts: policyOf('enforce', '*.strange.test'),
    })
    await waits('sts-name.test', /certificate-not-trusted/)
    domain('sts-late.test', 'ended', {
      mx: 'mx.late.test',
      sts: policyOf('enforce', 'mx.late.test'),
    })
    await waits('sts-late.test', /certificate-expired/)
    domain('sts-nostls.test', 'plain', {
      mx: 'mx.plain.test',
      sts: policyOf('enforce', 'mx.plain.test'),
    })
    await waits('sts-nostls.test', /^tls /)
    expect(sinks.plain?.mails).toEqual([])
    expect(sinks.selfSigned?.mails).toEqual([])
    expect(sinks.ended?.mails).toEqual([])
    expect(await resultsOf('sts-nostls.test')).toEqual(['sts starttls-not-supported'])
  })

  it('a policy that is only tried lets mail through and is counted', async () => {
    domain('sts-trying.test', 'selfSigned', {
      mx: 'mx.strange.test',
      sts: policyOf('testing', 'mx.strange.test'),
    })
    expect((await arrives('sts-trying.test', 'selfSigned'))?.secured).toBe(true)
    expect(await resultsOf('sts-trying.test')).toEqual(['sts certificate-not-trusted'])
  })

  it('a policy that is known holds although DNS and the web server no longer tell it', async () => {
    domain('sts-kept.test', 'trusted', { sts: policyOf('enforce') })
    await arrives('sts-kept.test', 'trusted')
    delete policies['sts-kept.test']
    delete dns.zones['_mta-sts.sts-kept.test']
    dns.zones['sts-kept.test'] = { MX: [{ exchange: 'mx.strange.test', priority: 1 }] }
    dns.zones['mx.strange.test'] = { A: [places.selfSigned] }
    clock.advance(400_000)
    await waits('sts-kept.test', /^tls-policy/)
  })

  it('a policy that cannot be had or read keeps no mail back, and is counted', async () => {
    domain('sts-broken.test', 'trusted', { sts: 'version: STSv1\nmode: enforce\n' })
    await arrives('sts-broken.test', 'trusted')
    expect(await resultsOf('sts-broken.test')).toContain('sts sts-policy-invalid')
  })
})

describe('DANE (RFC 7672)', () => {
  const signed = { signed: true }
  const named = (name: string, [place, tlsa]: [Place, Buffer[]], zone: ZoneRecords = signed) => {
    const mx = `mx.${name}`
    domain(name, place, { mx, zone })
    dns.zones[mx] = { A: [places[place]], ...zone }
    dns.zones[`_${sinks.trusted?.port}._tcp.${mx}`] = { TLSA: tlsa, ...zone }
  }

  it('a certificate that nobody else trusts is right where its domain says so, whatever its name', async () => {
    named('dane-own.test', ['selfSigned', [tlsaOfSelfSigned]])
    expect((await arrives('dane-own.test', 'selfSigned'))?.secured).toBe(true)
    expect(await resultsOf('dane-own.test')).toEqual(['tlsa success'])
  })

  it('an authority that its domain names is right, for the server’s name alone', async () => {
    named('dane-above.test', ['trusted', [tlsaOfTrusted]])
    // The certificate is of mx.trusted.test.
    await waits('dane-above.test', /tlsa-invalid/)
    domain('dane-named.test', 'trusted', { zone: signed })
    dns.zones['mx.trusted.test'] = { A: [places.trusted], signed: true }
    dns.zones[`_${sinks.trusted?.port}._tcp.mx.trusted.test`] = {
      TLSA: [tlsaOfTrusted],
      signed: true,
    }
    expect((await arrives('dane-named.test', 'trusted'))?.secured).toBe(true)
    dns.zones['mx.trusted.test'] = { A: [places.trusted] }
  })

  it('another certificate, no TLS, and wrong signatures keep the mail back', async () => {
    named('dane-wrong.test', ['trusted', [tlsaOfSelfSigned]])
    await waits('dane-wrong.test', /tlsa-invalid/)
    named('dane-plain.test', ['plain', [tlsaOfSelfSigned]])
    await waits('dane-plain.test', /^tls /)
    named('dane-bogus.test', ['trusted', [tlsaOfTrusted]])
    dns.zones[`_${sinks.trusted?.port}._tcp.mx.dane-bogus.test`] = { bogus: true }
    await waits('dane-bogus.test', /^tls-policy/)
    expect(await resultsOf('dane-bogus.test')).toEqual(['tlsa dnssec-invalid'])
  })

  it('records that are not signed say nothing, and those of the web’s authorities ask for TLS alone', async () => {
    named('dane-loose.test', ['trusted', [tlsaOfSelfSigned]], {})
    await arrives('dane-loose.test', 'trusted')
    const web = Buffer.concat([Buffer.from([1, 1, 1]), Buffer.alloc(32)])
    named('dane-web.test', ['selfSigned', [web]])
    expect((await arrives('dane-web.test', 'selfSigned'))?.secured).toBe(true)
  })
})

describe('TLS reports (RFC 8460)', () => {
  it('a domain that asks for them is told of its day, once', async () => {
    dns.zones['_smtp._tls.sts-good.test'] = {
      TXT: ['v=TLSRPTv1; rua=https://reports.test/x,mailto:tls@sts-good.test'],
    }
    await resultsOf('sts-good.test')
    clock.advance(24 * 3_600_000)
    const { run } = server.app.tlsReports
    await run()
    await run()
    const isReport = (raw: Buffer) => raw.includes('application/tlsrpt+gzip')
    const mails = await eventually(
      async () => (sinks.trusted?.mails ?? []).filter((one) => isReport(one.raw)),
      (found) => found.length > 0,
    )
    expect(mails.map((one) => one.recipients)).toEqual([['tls@sts-good.test']])
    const parsed = await PostalMime.parse(mails[0]?.raw ?? '')
    expect(parsed.headers.find((one) => one.key === 'tls-report-domain')?.value).toBe(
      'sts-good.test',
    )
    expect(parsed.headers.some((one) => one.key === 'dkim-signature')).toBe(true)
    const [file] = parsed.attachments
    const report = JSON.parse(gunzipSync(Buffer.from(file?.content as ArrayBuffer)).toString())
    expect(report.policies).toMatchObject([
      {
        policy: { 'policy-type': 'sts', 'policy-domain': 'sts-good.test' },
        summary: { 'total-successful-session-count': 1, 'total-failure-session-count': 0 },
      },
    ])
  })

  it('our own policy is told under the name of each of our domains, and of no other', async () => {
    const told = (host: string) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const url = new URL('/.well-known/mta-sts.txt', server.url)
        request(url, { headers: { Host: host } }, (answer) => {
          let text = ''
          answer.on('data', (chunk) => {
            text += chunk
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        })
          .on('error', reject)
          .end()
      })
    expect(await told('mta-sts.example.test')).toEqual({
      status: 200,
      text: 'version: STSv1\r\nmode: testing\r\nmx: mx.example.test\r\nmax_age: 604800\r\n',
    })
    expect((await told('mta-sts.other.test')).status).toBe(404)
    expect((await told('example.test')).status).toBe(404)
  })
})
