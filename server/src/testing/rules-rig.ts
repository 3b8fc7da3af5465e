import type { CallInput } from '@hongyan/contract/endpoint'
import type { rules } from '@hongyan/contract/rules'
import { settings } from '@hongyan/contract/settings'
import { signIn } from './compose-helpers.ts'
import { startDnsServer } from './dns-server.ts'
import type { HttpClient } from './http-client.ts'
import { type ShiftingClock, shiftingClock } from './shifting-clock.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

type RuleBody = CallInput<typeof rules.save>['body']

/** A server whose mail for outside goes to a sink, with 张伟 (wei@) and Emma (emma@) signed in. */
export interface RulesRig {
  server: TestServer
  sink: SmtpSink
  clock: ShiftingClock
  wei: HttpClient
  emma: HttpClient
  stop(): Promise<void>
}

export async function startRulesRig(environment: Record<string, string> = {}): Promise<RulesRig> {
  const clock = shiftingClock()
  const dns = await startDnsServer({
    // Vouches for what these tests send: a program answers nobody else.
    'other.test': {
      MX: [{ exchange: 'mx.other.test', priority: 10 }],
      TXT: ['v=spf1 ip4:127.0.0.1 -all'],
    },
    'mx.other.test': { A: ['127.0.0.1'] },
    // Disowns every mail that does not come from itself.
    'strict.test': { TXT: ['v=spf1 -all'] },
    '_dmarc.strict.test': { TXT: ['v=DMARC1; p=reject'] },
  })
  const sink = await startSmtpSink()
  const server = await startTestServer({
    clock,
    environment: {
      HONGYAN_DNS: dns.address,
      HONGYAN_OUTBOUND_PORT: String(sink.port),
      ...environment,
    },
  })
  await server.addPerson({
    address: 'wei@example.test',
    name: '张伟',
    aliases: ['zhangwei@example.test'],
  })
  await server.addPerson({ address: 'emma@example.test', name: 'Emma' })
  const wei = await signIn(server, 'wei@example.test')
  const emma = await signIn(server, 'emma@example.test', 'en')
  for (const client of [wei, emma])
    await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
  const stop = async () => {
    await server.stop()
    await sink.stop()
    await dns.stop()
  }
  return { server, sink, clock, wei, emma, stop }
}

/** A rule for mails whose subject contains a word; a test says what is different. */
export const ruleBody = (over: Partial<RuleBody> = {}): RuleBody => ({
  name: '发票 invoices',
  match: 'all',
  conditions: [{ field: 'subject', operator: 'contains', value: '发票' }],
  action: { star: true },
  ...over,
})
