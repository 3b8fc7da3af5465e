import { consoleContract as api, console as fromMail } from '@hongyan/contract/console'
import { protectionSettings } from '@hongyan/contract/protection-fields'
import { signIn } from './compose-helpers.ts'
import { startDnsServer, type TestDnsServer } from './dns-server.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { type ShiftingClock, shiftingClock } from './shifting-clock.ts'
import { connectSmtp } from './smtp-client.ts'
import { startTestServer, type TestServer, testPassword } from './start-test-server.ts'

/** A mail of a test; what is left out is that of an honest sender, whose domain vouches for it. */
export interface Sent {
  from?: string
  envelope?: string
  to?: string | string[]
  subject?: string
  text?: string
  headers?: string[]
  by?: TestServer
}

/** A server that judges, with 张伟 (wei@), Emma (emma@), an owner and an auditor in the console. */
export interface ProtectionRig {
  server: TestServer
  environment: Record<string, string>
  clock: ShiftingClock
  wei: HttpClient
  emma: HttpClient
  owner: HttpClient
  auditor: HttpClient
  /** Somebody at work in the console, whose password is not given yet. */
  enter(name: string): Promise<HttpClient>
  settings(over: object): Promise<unknown>
  /** The address that all mail of the tests comes from stands on a DNS list, or not; what was heard before is old. */
  standsOnList(is: boolean): void
  stop(): Promise<void>
}

export async function startProtectionRig(): Promise<ProtectionRig> {
  const clock = shiftingClock()
  const dns = await startDnsServer({
    'friend.test': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    '_dmarc.friend.test': { TXT: ['v=DMARC1; p=reject'] },
    'strict.test': { TXT: ['v=spf1 -all'] },
    '_dmarc.strict.test': { TXT: ['v=DMARC1; p=reject'] },
    [onList]: {},
  })
  const environment = { HONGYAN_DNS: dns.address, HONGYAN_DNSBL: 'list.test' }
  const server = await startTestServer({ environment, clock })
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
  await server.addPerson({ address: 'wei@example.test', name: '张伟' })
  await server.addPerson({ address: 'emma@example.test', name: 'Emma Stone' })
  const { accountId } = await server.addPerson({ address: 'auditor@example.test' })
  const enter = enterBy(server)
  const owner = await enter('owner')
  await owner.get(api.confirm, { body: { password: testPassword } })
  await owner.get(api.role, { body: { accountId, role: 'auditor' } })
  return {
    ...{ server, environment, clock, owner, enter },
    wei: await signIn(server, 'wei@example.test'),
    emma: await signIn(server, 'emma@example.test', 'en'),
    auditor: await enter('auditor'),
    settings: (over) => owner.get(api.saveProtection, { body: protectionSettings.parse(over) }),
    standsOnList: listing(dns, clock),
    stop: async () => {
      await server.stop()
      await dns.stop()
    },
  }
}

const onList = '1.0.0.127.list.test'

const listing = (dns: TestDnsServer, clock: ShiftingClock) => (is: boolean) => {
  dns.zones[onList] = is ? { A: ['127.0.0.2'] } : {}
  clock.advance(301_000)
}

const enterBy =
  (server: TestServer) =>
  async (name: string): Promise<HttpClient> => {
    const mail = await signIn(server, `${name}@example.test`)
    const { url } = await mail.get(fromMail.token, {})
    const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
    const client = httpClient(`http://127.0.0.1:${server.app.consolePort()}`)
    const { token } = await client.get(api.open, { body: { ticket } })
    client.tokens = { accessToken: token } as never
    return client
  }

let sent = 0

/** Mails by SMTP on one line; answers the code and the subject of each, which no other has. */
export async function sendAll(mails: readonly Sent[], port: number) {
  const client = await connectSmtp(port)
  await client.hello()
  const answers: { code: number; text: string; subject: string; data: string }[] = []
  for (const mail of mails) {
    const { from = 'ann@friend.test', to = 'wei@example.test', subject = 'hello' } = mail
    const { text = 'How are you?', headers = [] } = mail
    const { envelope = /<?([^<>\s]+@[^<>\s]+)>?$/.exec(from)?.[1] ?? from } = mail
    const unique = `${subject} ${++sent}`
    const data = [
      `From: ${from}`,
      'To: somebody <x@example.test>',
      `Subject: ${unique}`,
      `Message-ID: <${sent}@friend.test>`,
      ...headers,
      '',
      text,
      '',
    ].join('\r\n')
    const answer = await client.send({ from: envelope, to, data })
    answers.push({ code: answer.code, text: answer.text, subject: unique, data })
    if (answer.code !== 250) await client.command('RSET')
  }
  await client.quit()
  return answers
}
