import { isIP } from 'node:net'

/**
 * The key under which connections and requests of one client are counted. One customer of a provider has a whole /64
 * of IPv6 addresses to come from, so that is one key however its addresses are written; an IPv4 address stands for
 * itself, whether it comes bare or mapped into IPv6 (RFC 4291 §2.5.5.2).
 * @param address text of an IP address; any other text is its own key; undefined: the line is gone already, and all such are one
 */
export function networkKey(address: string | undefined): string {
  const [bare = ''] = (address ?? '').split('%', 1)
  if (isIP(bare) !== 6) return bare
  const groups = expanded(bare)
  return (
    mappedIpv4(groups) ??
    `${groups
      .slice(0, 4)
      .map((one) => one.toString(16))
      .join(':')}::/64`
  )
}

/** The key under which guesses are counted: also the /24 of an IPv4 address, cheap to have many of (P7). */
export function guessNetwork(address: string | undefined): string {
  const key = networkKey(address)
  return isIP(key) === 4 ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : key
}

/** The eight groups of an IPv6 address, with `::` and a dotted end written out (RFC 4291 §2.2). */
function expanded(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const left = groupsOf(head)
  if (tail === undefined) return left
  const right = groupsOf(tail)
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right]
}

const groupsOf = (text: string): number[] =>
  text
    .split(':')
    .filter((one) => one !== '')
    .flatMap((one) => (one.includes('.') ? pairsOf(one) : [Number.parseInt(one, 16)]))

function pairsOf(dotted: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function mappedIpv4(groups: readonly number[]): string | null {
  const isMapped = groups.slice(0, 5).every((one) => one === 0) && groups[5] === 0xffff
  if (!isMapped) return null
  return groups
    .slice(6)
    .flatMap((one) => [one >> 8, one & 255])
    .join('.')
}
