import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { statfs } from 'node:fs/promises'
import { styleText } from 'node:util'
import type { App } from '../app.ts'
import { type Config, isLoopback } from '../config.ts'
import { programDoors, servicesOf } from '../features/client-access/client-access.public.ts'
import { messageOf } from '../platform/errors.ts'
import type { Command } from './command.ts'
import { databaseVersion, durableSettings } from './doctor.queries.ts'
import { withApp } from './organisation.ts'

type Verdict = 'ok' | 'warn' | 'bad'
type Say = (verdict: Verdict, text: string) => void

const marks: Record<Verdict, string> = {
  ok: styleText('green', 'ok  '),
  warn: styleText('yellow', 'note'),
  bad: styleText('red', 'BAD '),
}

/** Looks at everything that makes mail fail in practice and says what to do. Exit code 1 when something is bad. */
export const doctorCommand: Command = (input) =>
  withApp(input, async (app) => {
    let bad = 0
    const say: Say = (verdict, text) => {
      if (verdict === 'bad') bad++
      input.print(`${marks[verdict]} ${text}`)
    }
    checkConfig(input.config, say)
    await checkDisk(input.config, say)
    await checkDatabase(app, say)
    for (const domain of await app.directory.domains())
      await checkDomain(app, { domain, config: input.config, say })
    return bad > 0 ? 1 : 0
  })

function checkConfig(config: Config, say: Say): void {
  say('ok', `data folder ${config.dataFolder}, name in SMTP ${config.hostname}`)
  if (isLoopback(config.bind))
    say('warn', 'listeners are bound to this machine only; set HONGYAN_BIND to receive mail')
  else if (!config.origin.startsWith('https:'))
    say('bad', 'HONGYAN_ORIGIN must be https when others can reach this server')
  if (!config.tls)
    say('warn', 'STARTTLS uses a self-signed certificate; set HONGYAN_TLS_KEY and HONGYAN_TLS_CERT')
}

async function checkDisk(config: Config, say: Say): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataFolder)
  const free = (bavail * bsize) / 1024 ** 3
  say(free < 1 ? 'bad' : 'ok', `${free.toFixed(1)} GB free under ${config.dataFolder}`)
}

async function checkDatabase({ database }: App, say: Say): Promise<void> {
  for (const { name, setting, wanted } of await durableSettings(database)) {
    say(
      setting === wanted ? 'ok' : 'bad',
      `PostgreSQL ${name} = ${setting}${setting === wanted ? '' : `, must be ${wanted}`}`,
    )
  }
  say('ok', await databaseVersion(database))
}

interface DomainCheck {
  domain: string
  config: Config
  say: Say
}

/** The records a domain needs (RFC 7208, 6376, 7489, 6186), and whether they are published. */
async function checkDomain(
  { directory }: App,
  { domain, config, say }: DomainCheck,
): Promise<void> {
  const key = await directory.dkimKeyFor(domain)
  if (!key) return say('bad', `${domain} has no DKIM key`)
  const publicKey = createPublicKey(key.privateKey)
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
  const records = [
    { name: domain, type: 'MX', value: `10 ${config.hostname}` },
    { name: domain, type: 'TXT', value: 'v=spf1 mx -all' },
    {
      name: `${key.selector}._domainkey.${domain}`,
      type: 'TXT',
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
    },
    {
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
    },
  ]
  const all = [...records, ...serviceRecords(domain, config)]
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  if (config.dnsServers.length > 0) resolver.setServers(config.dnsServers)
  for (const record of all) {
    const found = await published(resolver, record)
    const state = found.includes(record.value) ? 'ok' : 'warn'
    say(
      state,
      `${state === 'ok' ? 'published' : 'publish  '} ${record.name} ${record.type} "${record.value}"`,
    )
  }
}

/** Where mail programs find their doors (RFC 6186, RFC 8314), and Outlook its set-up. */
function serviceRecords(domain: string, config: Config) {
  const services: { service: string; at: number | null; host: string }[] = programDoors(
    config,
  ).flatMap(({ protocol, host, port, tlsPort }) => {
    const { plain, tls } = servicesOf[protocol]
    return [
      { service: tls, at: tlsPort, host },
      { service: plain, at: port, host },
    ]
  })
  const web = new URL(config.origin)
  if (web.protocol === 'https:')
    services.push({ service: 'autodiscover', at: Number(web.port || 443), host: web.hostname })
  return services.flatMap(({ service, at, host }) =>
    at === null
      ? []
      : [{ name: `_${service}._tcp.${domain}`, type: 'SRV', value: `0 1 ${at} ${host}` }],
  )
}

async function published(
  resolver: Resolver,
  { name, type }: { name: string; type: string },
): Promise<string[]> {
  try {
    if (type === 'MX')
      return (await resolver.resolveMx(name)).map((one) => `${one.priority} ${one.exchange}`)
    if (type === 'SRV')
      return (await resolver.resolveSrv(name)).map(
        (one) => `${one.priority} ${one.weight} ${one.port} ${one.name}`,
      )
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (thrown) {
    return [messageOf(thrown)]
  }
}
