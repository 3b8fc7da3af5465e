import { createHash, createPublicKey } from 'node:crypto'
import type { DnsRecord } from '@hongyan/contract/console-domains'
import { programDoors, servicesOf } from '../client-access/client-access.public.ts'

/** Where the doors are, as the records tell. */
export type Places = Parameters<typeof programDoors>[0] & {
  hostname: string
  origin: string
  transport: { mtaSts: 'off' | 'testing' | 'enforce' }
}

interface Domain {
  name: string
  keys: readonly { selector: string; privateKey: string }[]
}

/** The address that reports are sent to. */
export const reportsTo = (domain: string): string => `postmaster@${domain}`

/** The records that a domain needs (RFC 7208, 6376, 7489, 8461, 8460, 6186). */
export const recordsOf = (domain: Domain, places: Places): DnsRecord[] => [
  { purpose: 'mx', name: domain.name, type: 'MX', value: `10 ${places.hostname}` },
  { purpose: 'spf', name: domain.name, type: 'TXT', value: 'v=spf1 mx -all' },
  ...domain.keys.map(({ selector, privateKey }) => ({
    purpose: 'dkim' as const,
    name: `${selector}._domainkey.${domain.name}`,
    type: 'TXT' as const,
    value: `v=DKIM1; k=rsa; p=${publicKeyOf(privateKey)}`,
  })),
  {
    purpose: 'dmarc',
    name: `_dmarc.${domain.name}`,
    type: 'TXT',
    value: `v=DMARC1; p=quarantine; rua=mailto:${reportsTo(domain.name)}`,
  },
  ...policyRecords(domain, places),
  {
    purpose: 'tls-rpt',
    name: `_smtp._tls.${domain.name}`,
    type: 'TXT',
    value: `v=TLSRPTv1; rua=mailto:${reportsTo(domain.name)}`,
  },
  ...serviceRecords(domain.name, places),
]

const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

/** That there is a policy (RFC 8461 §3.1), as the webmail publishes it; another id for each that says something else. */
function policyRecords({ name }: Domain, { hostname, transport }: Places): DnsRecord[] {
  if (transport.mtaSts === 'off') return []
  const said = `${transport.mtaSts} ${hostname}`
  const id = createHash('sha256').update(said).digest('hex').slice(0, 16)
  return [{ purpose: 'mta-sts', name: `_mta-sts.${name}`, type: 'TXT', value: `v=STSv1; id=${id}` }]
}

/** Where mail programs find their doors (RFC 6186, RFC 8314), and Outlook its set-up. */
function serviceRecords(domain: string, places: Places): DnsRecord[] {
  const services: { service: string; at: number | null; host: string }[] = programDoors(
    places,
  ).flatMap(({ protocol, host, port, tlsPort }) => {
    const { plain, tls } = servicesOf[protocol]
    return [
      { service: tls, at: tlsPort, host },
      { service: plain, at: port, host },
    ]
  })
  const web = new URL(places.origin)
  if (web.protocol === 'https:')
    services.push({ service: 'autodiscover', at: Number(web.port || 443), host: web.hostname })
  return services.flatMap(({ service, at, host }) =>
    at === null
      ? []
      : [
          {
            purpose: 'client',
            name: `_${service}._tcp.${domain}`,
            type: 'SRV',
            value: `0 1 ${at} ${host}`,
          },
        ],
  )
}
