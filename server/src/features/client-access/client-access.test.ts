import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clientAccess } from '@hongyan/contract/client-access'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedData } from '../../platform/crypto/signed-data.ts'
import { httpClient } from '../../testing/http-client.ts'
import {
  connectImap,
  type ImapClient,
  newProgramMailbox,
  type ProgramMailbox,
} from '../../testing/imap-client.ts'
import { connectPop3, popIn } from '../../testing/pop3-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'
import { mobileconfig } from './set-up/mobileconfig.ts'

const run = promisify(execFile)

let server: TestServer
const tlsPort = () => server.app.imapPorts().tlsPort ?? 0

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hongyan-programs-'))
  for (const [name, ...kind] of [
    ['ec', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
    ['rsa', 'rsa:2048'],
  ] as const)
    await run('openssl', [
      ...['req', '-x509', '-nodes', '-subj', '/CN=programs.example.test', '-newkey', ...kind],
      ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)],
    ])
  server = await startTestServer({
    environment: {
      HONGYAN_TLS_KEY: join(folder, 'ec.key'),
      HONGYAN_TLS_CERT: join(folder, 'ec.pem'),
      HONGYAN_CAPTCHA: 'off',
      HONGYAN_PROGRAM_HOST: 'programs.example.test',
      HONGYAN_PROGRAM_PORTS: 'imaps=993, pop3s=995, submissions=465',
    },
  })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const turn = async (
  on: boolean,
  key: 'clientSwitch' | 'deviceEnable' = 'clientSwitch',
): Promise<void> => {
  const organisation = await server.app.directory.organisation()
  if (!organisation) throw new Error('there is no organisation')
  await server.app.settings.turn(organisation.id, key, on)
}

it('CLIENTACCESS-02 the state tells programs the name and the ports that they see from outside', async () => {
  const { client } = await newProgramMailbox(server)
  const { protocols } = await client.get(clientAccess.detail, {})
  expect(protocols.find(({ protocol }) => protocol === 'imap')).toMatchObject({
    host: 'programs.example.test',
    tlsPort: 993,
  })
})

it('CLIENTACCESS-08 CLIENTACCESS-09 while the client service of the organisation is off no program comes in or stays in, and no code is made', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  try {
    await turn(false)
    expect(await box.client.get(settings.index, { body: {} })).toMatchObject({ clientSwitch: 0 })
    const late = await connectImap(tlsPort())
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
    late.close()
    await server.app.clientAccess.setProtocol(box.accountId, { protocol: 'imap', state: true })
    expect(await program.closed()).toMatch(/\* BYE/)
    expect((await box.client.call(clientAccess.generatePassword, {})).error).toBe(
      'client-access.closed',
    )
    const on = { body: { state: 1, password: testPassword } } as const
    expect((await box.client.call(clientAccess.stateByUser, on)).error).toBe('client-access.closed')
  } finally {
    await turn(true)
  }
  const again = await box.program()
  expect(await again.ask('SELECT INBOX')).toMatch(/OK/)
  again.close()
})

const thunderbird = 'ID ("name" "Thunderbird" "version" "140.1" "os" "Linux")'
const phone = 'ID ("name" "iPhone Mail" "os" "iOS")'

/** A program that has said who it is, and opened the inbox. */
async function comeIn(box: ProgramMailbox, id: string, port = tlsPort()): Promise<ImapClient> {
  const program = await connectImap(port)
  await program.ask(`LOGIN ${box.address} ${box.code}`)
  await program.ask(id)
  expect(await program.ask('SELECT INBOX')).toMatch(/ OK /)
  return program
}

const programsOf = async ({ client }: ProgramMailbox) =>
  (await client.get(clientAccess.devices, {})).list.filter(({ kind }) => kind === 'program')

async function deviceOf(box: ProgramMailbox, name: string): Promise<string> {
  const found = (await programsOf(box)).find((one) => one.name.startsWith(name))
  if (!found) throw new Error(`${name} is not in the list`)
  return found.deviceId
}

it('CLIENTACCESS-10 CLIENTACCESS-13 the list has each program by what it says of itself and one that says nothing by its network, once, beside the browsers', async () => {
  const box = await newProgramMailbox(server)
  for (const id of [thunderbird, thunderbird.replace('140.1', '141.0'), phone, 'NOOP']) {
    const program = await comeIn(box, id)
    program.close()
  }
  const { list } = await box.client.get(clientAccess.devices, {})
  expect(list.map(({ kind, name, protocols }) => [kind, name, protocols])).toEqual([
    ['program', '', ['imap']],
    ['program', 'iPhone Mail · iOS', ['imap']],
    ['program', 'Thunderbird 141.0 · Linux', ['imap']],
    ['browser', expect.any(String), []],
  ])
  for (const one of list) {
    expect(one).toMatchObject({ ip: '127.0.0.1', status: 'registered' })
    expect(Date.parse(one.lastTime)).toBeGreaterThanOrEqual(Date.parse(one.registeredTime))
  }
  expect(list.at(-1)).toMatchObject({ current: 1, canWipe: 1 })
  expect(await box.client.get(clientAccess.detail, {})).toMatchObject({
    lastUse: { name: '', protocols: ['imap'], ip: '127.0.0.1' },
  })
})

it('CLIENTACCESS-11 CLIENTACCESS-13 an unbound program is cut off at once in every process and refused, before its ID and behind it, until it is let in again; others stay', async () => {
  const box = await newProgramMailbox(server)
  const other = await startTestServer({ beside: server })
  try {
    const there = await comeIn(box, thunderbird, other.app.imapPorts().tlsPort ?? 0)
    const here = await comeIn(box, thunderbird)
    const stays = await comeIn(box, phone)
    for (const one of [there, here, stays]) {
      one.write('i IDLE\r\n')
      await one.until(/^\+ /)
    }
    const deviceId = await deviceOf(box, 'Thunderbird')
    const set = (status: 'registered' | 'unbound' | 'offline' | 'wipe') =>
      box.client.call(clientAccess.updateStatus, { body: { deviceId, status } })
    expect((await set('wipe')).error).toBe('client-access.no-wipe')
    await set('unbound')
    for (const one of [there, here]) expect(await one.closed()).toMatch(/\* BYE/)
    expect((await programsOf(box)).map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ['Thunderbird 140.1 · Linux', 'unbound'],
        ['iPhone Mail · iOS', 'registered'],
      ]),
    )
    // Behind the login, and whatever comes then.
    const late = await connectImap(tlsPort())
    await late.ask(`LOGIN ${box.address} ${box.code}`)
    expect(await late.ask(thunderbird)).toMatch(/NO \[AUTHORIZATIONFAILED\]/)
    // Another name on the same line changes nothing.
    expect(await late.ask(phone)).toMatch(/NO \[AUTHORIZATIONFAILED\]/)
    late.write('x SELECT INBOX\r\n')
    expect(await late.until(/^x NO|^\* BYE/)).toMatch(/x NO|BYE/)
    late.close()
    // Before it.
    const early = await connectImap(tlsPort())
    await early.ask(thunderbird)
    expect(await early.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHORIZATIONFAILED/)
    early.close()
    stays.write('DONE\r\n')
    await stays.until(/^i OK/)
    expect(await stays.ask('NOOP')).toMatch(/OK/)

    await set('registered')
    const again = await comeIn(box, thunderbird)
    await set('offline')
    expect(await again.closed()).toMatch(/\* BYE/)
    expect((await programsOf(box)).map(({ status }) => status).sort()).toEqual([
      'offline',
      'registered',
    ])
    const back = await comeIn(box, thunderbird)
    expect((await programsOf(box)).map(({ status }) => status)).toEqual([
      'registered',
      'registered',
    ])
    back.close()
    stays.close()
  } finally {
    await other.stop()
  }
})

it('CLIENTACCESS-12 CLIENTACCESS-13 a deleted device is cut off and gone, a browser is signed out; where the organisation has no device page nobody is answered', async () => {
  const box = await newProgramMailbox(server)
  const program = await comeIn(box, phone)
  const deviceId = await deviceOf(box, 'iPhone')
  await box.client.get(clientAccess.removeDevice, { query: { deviceId } })
  expect(await program.closed()).toMatch(/\* BYE/)
  expect(await programsOf(box)).toEqual([])
  const gone = { query: { deviceId } }
  expect((await box.client.call(clientAccess.removeDevice, gone)).error).toBe('item.not-found')

  const second = httpClient(server.url)
  await second.logIn(box.address, testPassword)
  const browsers = (await second.get(clientAccess.devices, {})).list
  const first = browsers.find(({ current }) => current === 0)
  if (!first) throw new Error('the first login is not in the list')
  const body = { deviceId: first.deviceId, status: 'wipe' } as const
  await second.get(clientAccess.updateStatus, { body })
  expect((await box.client.call(clientAccess.detail, {})).error).toBe('session.expired')
  try {
    await turn(false, 'deviceEnable')
    expect((await second.call(clientAccess.devices, {})).error).toBe('client-access.devices-closed')
  } finally {
    await turn(true, 'deviceEnable')
  }
})

it('CLIENTACCESS-11 CLIENTACCESS-13 a program of POP3 is known by its network: unbound, its session ends and it is refused, while one that tells its name comes in', async () => {
  const box = await newProgramMailbox(server)
  const program = await popIn(server, box)
  const [device] = await programsOf(box)
  expect(device).toMatchObject({ name: '', protocols: ['pop3'] })
  const body = { deviceId: device?.deviceId ?? '', status: 'unbound' } as const
  await box.client.get(clientAccess.updateStatus, { body })
  await program.closed()
  const late = await connectPop3(server.app.pop3Ports().tlsPort ?? 0)
  await late.ask(`USER ${box.address}`)
  expect(await late.ask(`PASS ${box.code}`)).toMatch(/^-ERR \[AUTH\] This device was blocked/)
  late.close()
  const other = await comeIn(box, thunderbird)
  other.close()
})

describe('set-up without a manual', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
  const post = (body: string) =>
    fetch(`${server.url}/autodiscover/autodiscover.xml`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8' },
      body,
    })
  const question = (address: string, wants = 'outlook/responseschema/2006a') =>
    `<?xml version="1.0"?><Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006"><Request><EMailAddress>${address}</EMailAddress><AcceptableResponseSchema>http://schemas.microsoft.com/exchange/autodiscover/${wants}</AcceptableResponseSchema></Request></Autodiscover>`

  it('CLIENTACCESS-01 Thunderbird is told the doors by both paths, with the ports that are seen from outside', async () => {
    for (const path of [
      '/.well-known/autoconfig/mail/config-v1.1.xml',
      '/mail/config-v1.1.xml?emailaddress=who%40example.test',
    ]) {
      const answer = await get(path)
      expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      const text = await answer.text()
      expect(text).toContain('<domain>example.test</domain>')
      expect(text.replaceAll(/\s*\n\s*/g, '')).toContain(
        '<incomingServer type="imap"><hostname>programs.example.test</hostname><port>993</port><socketType>SSL</socketType><authentication>password-cleartext</authentication><username>%EMAILADDRESS%</username></incomingServer>',
      )
    }
    expect((await get('/mail/config-v1.1.xml?emailaddress=who%40other.test')).status).toBe(404)
    const list = '/mail/config-v1.1.xml?emailaddress=a%40other.test&emailaddress=b'
    expect((await get(list)).status).toBe(200)
  })

  it('CLIENTACCESS-01 Outlook is told the doors by XML, and where they are by JSON', async () => {
    const text = await (await post(question('who@example.test'))).text()
    expect(text.replaceAll(/\s*\n\s*/g, '')).toContain(
      '<Protocol><Type>IMAP</Type><Server>programs.example.test</Server><Port>993</Port><DomainRequired>off</DomainRequired><LoginName>who@example.test</LoginName>',
    )
    const sync = await post(question('who@example.test', 'mobilesync/responseschema/2006'))
    expect(await sync.text()).toContain('<ErrorCode>601</ErrorCode>')
    const other = await post(question('who@other.test'))
    expect(await other.text()).toContain('<ErrorCode>600</ErrorCode>')
    const json = '/autodiscover/autodiscover.json/v1.0/who%40example.test'
    expect(await (await get(`${json}?Protocol=AutodiscoverV1`)).json()).toEqual({
      Protocol: 'AutodiscoverV1',
      Url: expect.stringMatching(/\/autodiscover\/autodiscover\.xml$/),
    })
    expect((await get(`${json}?Protocol=ActiveSync`)).status).toBe(400)
  })

  it('CLIENTACCESS-01 Outlook finds its set-up in any case of letters, and asks for it without a question too', async () => {
    for (const path of [
      '/Autodiscover/Autodiscover.xml',
      '/AutoDiscover/AutoDiscover.xml',
      '/AUTODISCOVER/AUTODISCOVER.XML',
      '/autodiscover/autodiscover.xml',
    ]) {
      const headers = { 'Content-Type': 'text/xml; charset=utf-8' }
      const body = question('who@example.test')
      const asked = await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
      expect(await asked.text(), path).toContain('<Server>programs.example.test</Server>')
      const empty = await get(path)
      expect([empty.status, empty.headers.get('content-type')], path).toEqual([
        200,
        'application/xml; charset=utf-8',
      ])
      expect(await empty.text()).toContain('<ErrorCode>600</ErrorCode>')
    }
    for (const path of [
      '/Autodiscover/Autodiscover.json?Protocol=AutodiscoverV1',
      '/AutoDiscover/AutoDiscover.json/V1.0/who%40example.test?Protocol=AutodiscoverV1',
    ])
      expect(await (await get(path)).json(), path).toMatchObject({ Protocol: 'AutodiscoverV1' })
    expect(
      (await get('/autodiscover/autodiscover.xml2')).headers.get('content-type'),
    ).not.toContain('application/xml')
  })

  it('T24 hostile questions of Outlook are harmless: entities, depth, size, markup in an address, no XML at all', async () => {
    const secret = `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${folder}/ec.key"><!ENTITY y "yyyyyyyyyy">]>`
    const laughs = await post(`${secret}${question('&x;&y;@example.test')}`)
    expect(await laughs.text()).not.toMatch(/PRIVATE KEY|yyyyyyyyyy/)
    const deep = await post(`${'<a>'.repeat(2_000)}${'</a>'.repeat(200)}`)
    expect(await deep.text()).toContain('<ErrorCode>600</ErrorCode>')
    expect((await post(question(`${'a'.repeat(9_000)}@example.test`))).status).toBe(413)
    const markup = await (await post(question('&#60;Server&#62;@example.test'))).text()
    expect(markup).not.toContain('<Server>@')
    const quoted = await (await post(question('a&#38;b&#39;@example.test'))).text()
    expect(quoted).toContain('<LoginName>a&#38;b&#39;@example.test</LoginName>')
    expect(await (await post('{"no":"xml"}')).text()).toContain('<ErrorCode>600</ErrorCode>')
    expect(await (await post('<EMailAddress')).text()).toContain('<ErrorCode>600</ErrorCode>')
  })

  it('P7 no answer tells whether an account exists', async () => {
    const box = await newProgramMailbox(server)
    const nobody = 'nobody-at-all@example.test'
    const answersOf = (address: string) =>
      Promise.all(
        [
          get(`/mail/config-v1.1.xml?emailaddress=${encodeURIComponent(address)}`),
          get(`/autodiscover/autodiscover.json/v1.0/${encodeURIComponent(address)}`),
          get(`/mail/setup?emailaddress=${encodeURIComponent(address)}`),
          post(question(address)),
        ].map(async (asked) => {
          const answer = await asked
          const text = `${answer.status} ${answer.headers.get('location')} ${await answer.text()}`
          return text.replaceAll(address, 'ADDRESS')
        }),
      )
    expect(await answersOf(box.address)).toEqual(await answersOf(nobody))
  })

  it('CLIENTACCESS-01 a profile for Apple is signed by the certificate, by RSA and by ECDSA, as OpenSSL sees it', async () => {
    const doors = { type: 'imap', host: 'programs.example.test', port: 993, isTls: true } as const
    const address = 'who&co@example.test'
    const about = { address, organisation: '鸿雁 & Co', host: 'mail.example.test' }
    const outgoing = { ...doors, type: 'smtp', port: 465 } as const
    expect(mobileconfig({ ...about, incoming: [doors], outgoing: null })).toBeNull()
    const profile = mobileconfig({ ...about, incoming: [doors], outgoing }) ?? ''
    expect(profile).toContain('<string>who&#38;co@example.test</string>')
    expect(profile).toBe(mobileconfig({ ...about, incoming: [doors], outgoing }))
    for (const name of ['ec', 'rsa']) {
      const pair = {
        key: await readFile(join(folder, `${name}.key`), 'utf8'),
        cert: await readFile(join(folder, `${name}.pem`), 'utf8'),
      }
      const signed = signedData(Buffer.from(profile), pair, new Date())
      expect(await verified(signed, name)).toBe(profile)
    }
    const answer = await get('/mail/hongyan.mobileconfig?emailaddress=who%40example.test')
    expect(answer.headers.get('content-type')).toBe('application/x-apple-aspen-config')
    const served = await verified(Buffer.from(await answer.arrayBuffer()), 'ec')
    expect(served).toMatch(/OutgoingMailServerPortNumber<\/key>\s*<integer>465</)
    const other = await get('/mail/hongyan.mobileconfig?emailaddress=who%40other.test')
    expect(other.status).toBe(404)
    const setUp = '/mail/setup?emailaddress=who%40example.test'
    const iphone = await get(setUp, { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' })
    expect(iphone.headers.get('location')).toBe(
      '/mail/hongyan.mobileconfig?emailaddress=who%40example.test',
    )
    const android = await get(setUp, { 'User-Agent': 'Mozilla/5.0 (Linux; Android 17)' })
    expect(android.headers.get('location')).toMatch(/\/#\/set\/client$/)
  })

  /** What OpenSSL finds signed by a certificate. */
  async function verified(signed: Buffer, name: string): Promise<string> {
    const file = join(folder, 'signed')
    await writeFile(file, signed)
    const verify = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', file]
    const trust = ['-CAfile', join(folder, `${name}.pem`), '-purpose', 'any']
    return (await run('openssl', [...verify, ...trust])).stdout
  }
})
