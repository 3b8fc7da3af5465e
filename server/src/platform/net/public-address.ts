import { BlockList, isIP } from 'node:net'

/** Networks that are not the public internet (IANA special-purpose registries, RFC 6890 and its updates). */
const closed4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Inside 2000::/3, the only part of IPv6 that is given out: Teredo, benchmarks, documentation, 6to4. */
const closed6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [net, bits] of closed4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of closed6) closed.addSubnet(net, bits, 'ipv6')
const given6 = new BlockList()
given6.addSubnet('2000::', 3, 'ipv6')

/** Addresses and networks (`10.0.0.0/8`) as a test of an address; none of them holds an address of neither family. */
export function inNetworks(list: readonly string[]): (address: string) => boolean {
  const known = new BlockList()
  for (const one of list) {
    const [net = '', bits] = one.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    known.addSubnet(net, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) =>
    isIP(address) > 0 && known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * True for an address that anybody on the internet may reach. Loopback, private, link-local, carrier, multicast and
 * documentation networks are not, nor are the IPv6 forms that hide an IPv4 address (mapped, NAT64, 6to4, Teredo) (T24).
 * @param address canonical text of an IP address; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && given6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
