import { startDnsServer } from './dns-server.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'

/** The mail server of `other.test`, with the DNS that leads to it; `old.test` has one that knows no wishes for reports. */
export interface OutsideWorld {
  sink: SmtpSink
  old: SmtpSink
  /** What makes a test server send there. */
  environment: { HONGYAN_DNS: string; HONGYAN_OUTBOUND_PORT: string }
  stop(): Promise<void>
}

export async function startOutsideWorld(): Promise<OutsideWorld> {
  const sink = await startSmtpSink()
  const old = await startSmtpSink({ host: '127.0.0.2', port: sink.port, without: ['DSN'] })
  const dns = await startDnsServer({
    'other.test': { MX: [{ exchange: 'mx.other.test', priority: 10 }] },
    'mx.other.test': { A: ['127.0.0.1'] },
    'old.test': { MX: [{ exchange: 'mx.old.test', priority: 10 }] },
    'mx.old.test': { A: ['127.0.0.2'] },
  })
  return {
    sink,
    old,
    environment: { HONGYAN_DNS: dns.address, HONGYAN_OUTBOUND_PORT: String(sink.port) },
    stop: async () => {
      await sink.stop()
      await old.stop()
      await dns.stop()
    },
  }
}

/** A relay that takes all mail for outside, without TLS. */
export async function startRelay(): Promise<{
  sink: SmtpSink
  environment: Record<string, string>
}> {
  const sink = await startSmtpSink()
  return {
    sink,
    environment: {
      HONGYAN_RELAY_HOST: '127.0.0.1',
      HONGYAN_RELAY_PORT: String(sink.port),
      HONGYAN_RELAY_TLS: 'none',
    },
  }
}
