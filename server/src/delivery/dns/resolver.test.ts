import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/dns-server.ts'
import { createResolver, type DnsResolver } from './resolver.ts'

let dns: TestDnsServer
let at = 0
const clock: Clock = { now: () => new Date(at), sleep: async () => undefined }

const zones = {
  'example.org': {
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:db8::1'],
    MX: [
      { exchange: 'mx2.example.org', priority: 20 },
      { exchange: 'mx1.example.org', priority: 10 },
    ],
    TXT: ['v=spf1 -all', 'x'.repeat(300)],
  },
  '1.2.0.192.in-addr.arpa': { PTR: ['host.example.org'] },
}

beforeAll(async () => {
  dns = await startDnsServer({ ...zones })
})
afterAll(() => dns.stop())
beforeEach(() => {
  at += 24 * 3600 * 1000
  dns.queries.length = 0
  dns.silent = false
})

const open = (servers = [dns.address]): DnsResolver =>
  createResolver({ servers, clock, log: createLog('silent'), lookupTimeout: 200, pause: 30_000 })

describe('the resolver', () => {
  it('§Delivery answers A, AAAA, MX, TXT and PTR', async () => {
    const resolver = open()
    expect(await resolver.query('example.org', 'A')).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await resolver.query('example.org', 'AAAA')).toEqual(['2001:db8::1'])
    expect(await resolver.query('example.org', 'MX')).toMatchObject(zones['example.org'].MX)
    expect((await resolver.query('example.org', 'TXT')).map((one) => one.join(''))).toEqual(
      zones['example.org'].TXT,
    )
    expect(await resolver.query('1.2.0.192.in-addr.arpa', 'PTR')).toEqual(['host.example.org'])
  })

  it('§Delivery asks once for the same thing, in any case, at the same time and for a while', async () => {
    const resolver = open()
    await Promise.all([resolver.query('example.org', 'TXT'), resolver.query('EXAMPLE.org', 'TXT')])
    await resolver.query('example.org', 'TXT')
    expect(dns.queries).toEqual(['TXT example.org'])
    at += 301_000
    await resolver.query('example.org', 'TXT')
    expect(dns.queries).toHaveLength(2)
  })

  it('§Delivery remembers for a minute that there is nothing', async () => {
    const resolver = open()
    await expect(resolver.query('nothing.org', 'MX')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolver.query('example.org', 'CNAME')).rejects.toMatchObject({ code: 'ENODATA' })
    await expect(resolver.query('nothing.org', 'MX')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(dns.queries).toHaveLength(2)
    at += 61_000
    await expect(resolver.query('nothing.org', 'MX')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(dns.queries).toHaveLength(3)
  })

  it('P5 stops asking for half a minute when the servers do not answer', async () => {
    const resolver = open()
    dns.silent = true
    const names = ['a.org', 'b.org', 'c.org', 'd.org', 'e.org']
    const asked = await Promise.allSettled(names.map((name) => resolver.query(name, 'TXT')))
    expect(asked.map((one) => one.status)).toEqual(names.map(() => 'rejected'))
    dns.silent = false
    dns.queries.length = 0
    await expect(resolver.query('example.org', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(dns.queries).toEqual([])
    at += 31_000
    expect(await resolver.query('example.org', 'TXT')).toHaveLength(2)
  })

  it('P5 keeps asking about others when only one domain does not answer', async () => {
    const resolver = open()
    dns.silent = true
    const names = Array.from({ length: 10 }, (_, index) => `n${index}.tarpit.org`)
    await Promise.allSettled(names.map((name) => resolver.query(name, 'TXT')))
    dns.silent = false
    expect(await resolver.query('example.org', 'TXT')).toHaveLength(2)
  })

  it('P5 ends all questions of one mail with its time', async () => {
    const resolver = open()
    dns.silent = true
    const limited = resolver.within(1)
    await expect(limited.query('slow.org', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
    await expect(limited.query('example.org', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  })

  it('§Delivery knows without asking that reserved names are not in the DNS of the world (RFC 6761)', async () => {
    const resolver = open([])
    for (const name of ['demo.hongyan.test', 'a.invalid', 'localhost']) {
      await expect(resolver.query(name, 'MX')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    }
  })
})
