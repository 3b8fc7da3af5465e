import { isIP } from 'node:net'

/** An address, or a network as a.b.c.d/n. */
export function isNetwork(one: string): boolean {
  const [address = '', bits = '0', more] = one.split('/')
  const version = isIP(address)
  return (
    version > 0 &&
    more === undefined &&
    /^\d+$/.test(bits) &&
    Number(bits) <= (version === 4 ? 32 : 128)
  )
}
