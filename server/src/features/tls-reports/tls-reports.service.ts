import type { DnsResolver } from '../../delivery/dns/resolver.ts'
import type { Outbox } from '../../delivery/outbound/outbox.ts'
import { notByPeople } from '../../delivery/outbound/types.ts'
import {
  type DayOfDomain,
  domainsToTell,
  forgetPolicies,
  forgetTlsResults,
  markTold,
  resultsOf,
} from '../../delivery/tls-policy/tls-policy.queries.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { reportMail } from './report-mail.ts'
import { reportAddresses } from './report-wish.ts'

interface Options {
  database: Database
  blobs: BlobStore
  outbox: Pick<Outbox, 'submit' | 'wake'>
  dns: DnsResolver
  clock: Clock
  hostname: string
  domains(): Promise<string[]>
}

const atOnce = 100
const lookupMs = 5_000
const day = 24 * 3_600_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export type TlsReports = ReturnType<typeof createTlsReports>

/** Tells other domains how mail to them was secured, a day at a time, where they ask for it (RFC 8460). */
export function createTlsReports(parts: Options) {
  const { database, blobs, outbox, dns, clock, hostname } = parts

  /** One domain: marked as told in the transaction that hands the mail over, so that no process tells it twice. */
  const tell = async (about: string, yesterday: string): Promise<void> => {
    const [own = 'localhost'] = await parts.domains()
    const wish = await dns
      .within(lookupMs)
      .query(`_smtp._tls.${about}`, 'TXT')
      .catch(() => [])
    const addresses = reportAddresses(wish)
    const rows: DayOfDomain[] =
      addresses.length > 0 ? await resultsOf(database, yesterday, about) : []
    const reports = await Promise.all(
      addresses.map(async (to) => {
        const raw = await reportMail({
          ...{ about, domain: own, organisation: own, day: yesterday, rows, to },
          hostname,
          now: clock.now(),
        })
        return { to, blob: await blobs.put(raw) }
      }),
    )
    await database.transaction(async (tx) => {
      if ((await markTold(tx, yesterday, about)) === 0) return
      for (const { to, blob } of reports)
        await outbox.submit(tx, {
          accountId: null,
          judged: notByPeople,
          kind: 'bounce',
          sendKey: null,
          envelopeFrom: '',
          blob,
          smtputf8: false,
          holdUntil: null,
          recipients: [{ address: to, name: '', kind: 'to' }],
        })
    })
    if (reports.length > 0) outbox.wake()
  }

  return {
    /** Once a day, about the day before; what a killed process left is told the next time it is asked for. */
    run: async (): Promise<void> => {
      const now = clock.now().getTime()
      const yesterday = dayOf(now - day)
      let after = ''
      for (;;) {
        const found = await domainsToTell(database, { day: yesterday, after, limit: atOnce })
        for (const about of found) await tell(about, yesterday)
        after = found.at(-1) ?? ''
        if (found.length < atOnce) break
      }
      await forgetTlsResults(database, dayOf(now - 3 * day))
      await forgetPolicies(database, new Date(now))
    },
  }
}
