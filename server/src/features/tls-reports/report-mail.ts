import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'
import type { DayOfDomain } from '../../delivery/tls-policy/tls-policy.queries.ts'

const packed = promisify(gzip)

export interface ReportParts {
  /** The domain that mail went to. */
  about: string
  /** Our own. */
  domain: string
  hostname: string
  organisation: string
  /** UTC, YYYY-MM-DD. */
  day: string
  rows: readonly DayOfDomain[]
  to: string
  now: Date
}

/** What a day's conversations with the servers of a domain came to (RFC 8460 §4.4). */
export function reportOf({ about, organisation, domain, day, rows }: Omit<ReportParts, 'to'>) {
  return {
    'organization-name': organisation,
    'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` },
    'contact-info': `postmaster@${domain}`,
    'report-id': `${day}.${about}.${randomUUID()}@${domain}`,
    policies: [...new Set(rows.map((row) => row.policy))].map((type) => {
      const own = rows.filter((row) => row.policy === type)
      const failed = own.filter((row) => row.result !== 'success')
      return {
        policy: { 'policy-type': type, 'policy-domain': about },
        summary: {
          'total-successful-session-count': sumOf(own) - sumOf(failed),
          'total-failure-session-count': sumOf(failed),
        },
        'failure-details': failed.map((row) => ({
          'result-type': row.result,
          ...(row.host === '' ? {} : { 'receiving-mx-hostname': row.host }),
          'failed-session-count': row.sessions,
        })),
      }
    }),
  }
}

const sumOf = (rows: readonly DayOfDomain[]): number =>
  rows.reduce((sum, row) => sum + row.sessions, 0)

/** The report as a mail (RFC 8460 §5.3). It is to arrive also where securing it fails (§3): `TLS-Required: No` (RFC 8689). */
export async function reportMail(parts: ReportParts): Promise<Buffer> {
  const { about, domain, day, to, now } = parts
  const report = reportOf(parts)
  const [from, until] = [`${day}T00:00:00Z`, `${day}T23:59:59Z`].map((at) => Date.parse(at) / 1000)
  const node = new MimeNode('multipart/report; report-type=tlsrpt', { newline: 'win' })
  node.setHeader({
    From: { name: 'TLS Reports', address: `postmaster@${domain}` },
    To: to,
    Subject: `Report Domain: ${about} Submitter: ${domain} Report-ID: <${report['report-id']}>`,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'TLS-Report-Domain': about,
    'TLS-Report-Submitter': domain,
    'TLS-Required': 'No',
    'Auto-Submitted': 'auto-generated',
  })
  node
    .createChild('text/plain; charset=utf-8')
    .setContent(`This is an aggregate TLS report from ${domain} about ${about} for ${day} (UTC).\n`)
  node
    .createChild('application/tlsrpt+gzip', {
      filename: `${domain}!${about}!${from}!${until}.json.gz`,
    })
    .setContent(await packed(JSON.stringify(report)))
  return withCrlf(await node.build())
}
