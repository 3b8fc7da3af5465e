import { Resolver } from 'node:dns/promises'
import type { CheckedRecord, DnsRecord } from '@hongyan/contract/console-domains'

/** One question, and all of them together (ms). */
const askedMs = 2_000
const togetherMs = 8_000
/** So much of what stands there is told. */
const mostFound = 5
const longestFound = 500

/** Asks the DNS for each record, all at once and within some seconds. Nothing is kept: whoever looks wants what is there now. */
export async function checkRecords(
  records: readonly DnsRecord[],
  servers: readonly string[],
): Promise<CheckedRecord[]> {
  const resolver = new Resolver({ timeout: askedMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const over = setTimeout(() => resolver.cancel(), togetherMs)
  try {
    return await Promise.all(
      records.map(async (record) => {
        const found = await answersFor(resolver, record)
        if (found === null) return { ...record, state: 'unknown' as const, found: [] }
        return { ...record, ...judged(record, found) }
      }),
    )
  } finally {
    clearTimeout(over)
  }
}

/** Null where nobody answered. */
async function answersFor(resolver: Resolver, { name, type }: DnsRecord): Promise<string[] | null> {
  try {
    if (type === 'MX')
      return (await resolver.resolveMx(name)).map((one) => `${one.priority} ${one.exchange}`)
    if (type === 'SRV')
      return (await resolver.resolveSrv(name)).map(
        (one) => `${one.priority} ${one.weight} ${one.port} ${one.name}`,
      )
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (thrown) {
    const { code } = thrown as { code?: string }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}

/** Which of the answers are of this kind: many other texts stand beside a domain's name. */
const kinds: Record<DnsRecord['purpose'], RegExp> = {
  mx: /^/,
  client: /^/,
  spf: /^v=spf1\b/i,
  dkim: /\bp=/i,
  dmarc: /^v=DMARC1\b/i,
  'mta-sts': /^v=STSv1\b/i,
  'tls-rpt': /^v=TLSRPTv1\b/i,
}

function judged(
  record: DnsRecord,
  answers: readonly string[],
): Pick<CheckedRecord, 'state' | 'found'> {
  const all = answers.filter((one) => kinds[record.purpose].test(one))
  const found = all.slice(0, mostFound).map((one) => one.slice(0, longestFound))
  if (all.length === 0) return { state: 'missing', found }
  return { state: isGood(record, all) ? 'published' : 'different', found }
}

const compact = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase()

/** Whether what stands there does what the record does: a stricter policy, or one more server, is as good. */
function isGood({ purpose, value }: DnsRecord, all: readonly string[]): boolean {
  // Two of them are none (RFC 7208 §4.5, RFC 7489 §6.6.3).
  if ((purpose === 'spf' || purpose === 'dmarc') && all.length > 1) return false
  const host = value.slice(value.lastIndexOf(' ') + 1)
  if (purpose === 'mx') return all.some((one) => compact(one).endsWith(compact(host)))
  if (purpose === 'spf') return all.some((one) => /\s\+?mx(?:[\s:/]|$)/i.test(one))
  if (purpose === 'dkim') return all.some((one) => keyIn(one) === keyIn(value))
  if (purpose === 'dmarc') return all.some((one) => /[;\s]p=(?:none|quarantine|reject)/i.test(one))
  if (purpose === 'tls-rpt') return all.some((one) => /[;\s]rua=\S/i.test(one))
  return all.some((one) => compact(one) === compact(value))
}

/** Base64 tells upper from lower case. */
const keyIn = (text: string): string => /\bp=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? ''
