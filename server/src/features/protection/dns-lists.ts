import { isIP } from 'node:net'
import type { DnsResolver } from '../../delivery/dns/resolver.ts'

/** All questions about one mail together, in ms. */
const budget = 1_500

/**
 * DNS lists (RFC 5782) on which an address stands. What cannot be asked in time counts as not listed.
 * @param lists zones, e.g. `zen.spamhaus.org`
 */
export async function listedOn(
  dns: DnsResolver,
  lists: readonly string[],
  ip: string,
): Promise<string[]> {
  const name = reversed(ip)
  if (lists.length === 0 || name === null) return []
  const limited = dns.within(budget)
  const found = await Promise.all(
    lists.map(async (zone) => {
      const answers = await limited.query(`${name}.${zone}`, 'A').catch(() => [])
      // RFC 5782 §2.1 and the lists' own codes: 127.255.255.0/24 says that we are not answered.
      return answers.some((one) => one.startsWith('127.') && !one.startsWith('127.255.255.'))
    }),
  )
  return lists.filter((_, index) => found[index])
}

/** RFC 5782 §2.1 and §2.4; null for what is no address of the internet. */
export function reversed(ip: string): string | null {
  const bare = (ip.split('%', 1)[0] ?? ip).replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(bare) === 4) return isPrivate(bare) ? null : bare.split('.').reverse().join('.')
  if (isIP(bare) !== 6) return null
  const [head = '', tail] = bare.split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ]
  const missing = Math.max(0, 8 - left.length - right.length)
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(missing).fill('0'), ...right]
  return groups
    .map((one) => one.padStart(4, '0'))
    .join('')
    .split('')
    .reverse()
    .join('.')
}

const isPrivate = (ip: string): boolean => /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(ip)
