import { DnsError } from '../dns/dns-error.ts'
import type { DnsResolver, RecordType } from '../dns/resolver.ts'

const supported: Record<string, RecordType | undefined> = {
  A: 'A',
  AAAA: 'AAAA',
  MX: 'MX',
  TXT: 'TXT',
  PTR: 'PTR',
  CNAME: 'CNAME',
}

/** Our resolver in the shape that mailauth asks. Its types leave MX records out; at run time they are passed through. */
export const mailauthResolver =
  (resolver: DnsResolver) =>
  async (name: string, type: string): Promise<string[]> => {
    const known = supported[type.toUpperCase()]
    if (!known) throw new DnsError('ENODATA', name)
    return (await resolver.query(name, known)) as unknown as string[]
  }
