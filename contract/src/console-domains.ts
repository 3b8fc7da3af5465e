import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { flag, nothing, text } from './fields.ts'

const heads = ['owner', 'admin'] as const
const name = text(253).trim().min(1)
const selector = text(63).min(1)
const missing = ['console.not-allowed', 'item.not-found'] as const
const dangerous = ['console.not-allowed', 'item.not-found', 'console.confirm'] as const

const dkimKey = z.object({
  selector: z.string(),
  /** `new`: to be published; `signing`; `old`: its signatures stay valid while its record stands. */
  state: z.enum(['new', 'signing', 'old']),
  createdAt: z.string(),
})

const domain = z.object({
  name: z.string(),
  /** Mail to x@name arrives at x@aliasOf; null: it has mailboxes of its own. */
  aliasOf: z.string().nullable(),
  /** Addresses of mailboxes in it. */
  addresses: z.number(),
  /** The mailbox for mail that reaches nobody; '' for none. */
  catchAll: z.string(),
  keys: z.array(dkimKey),
})
export type ConsoleDomain = z.output<typeof domain>

/** What a record is for, in the order in which they are shown. */
export const recordPurposes = [
  'mx',
  'spf',
  'dkim',
  'dmarc',
  'mta-sts',
  'tls-rpt',
  'client',
] as const

const record = z.object({
  purpose: z.enum(recordPurposes),
  type: z.enum(['MX', 'TXT', 'SRV']),
  name: z.string(),
  value: z.string(),
})
export type DnsRecord = z.output<typeof record>

const checked = record.extend({
  /** `different`: something else stands there; `unknown`: the name servers did not answer in time. */
  state: z.enum(['published', 'different', 'missing', 'unknown']),
  /** What was found instead. */
  found: z.array(z.string()),
})
export type CheckedRecord = z.output<typeof checked>

const count = { passed: z.number(), failed: z.number() }
const summed = {
  reports: z.number(),
  reporters: z.array(z.string()),
  ...count,
  /** By the day on which a report ends, oldest first; days without mail are there as well. */
  days: z.array(z.object({ day: z.string(), ...count })),
}
const reports = z.object({
  ...summed,
  /** Those whose mail failed most, then those that sent most. */
  sources: z.array(z.object({ source: z.string(), ...count })),
})
export type DmarcReports = z.output<typeof reports>

const tlsReports = z.object({
  /** Sessions that were secured are `passed`. */
  ...summed,
  /** Why most sessions failed (RFC 8460 §4.3), and at which server, where that is known; most first. */
  failures: z.array(z.object({ kind: z.string(), host: z.string(), sessions: z.number() })),
})
export type TlsReports = z.output<typeof tlsReports>

/** Domains of the organisation. */
export const domainsEndpoints = {
  domains: consoleEndpoint({
    id: 'X438',
    method: 'GET',
    path: 'console/domains/list',
    summary: 'Domains with their aliases, catch-all mailbox and DKIM keys',
    guard: 'session',
    may: heads,
    reply: z.object({ list: z.array(domain) }),
    errors: ['console.not-allowed'],
  }),
  addDomain: consoleEndpoint({
    id: 'X439',
    method: 'POST',
    path: 'console/domains/add',
    summary: 'A mail domain with a DKIM key of its own, or another name of a domain',
    guard: 'session',
    may: heads,
    body: z.object({ name, aliasOf: name.nullable().default(null) }),
    reply: nothing,
    errors: ['console.not-allowed', 'domain.bad-name', 'domain.taken', 'domain.alias'],
  }),
  removeDomain: consoleEndpoint({
    id: 'X440',
    method: 'POST',
    path: 'console/domains/remove',
    summary: 'Removes a domain in which nobody has an address',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ name }),
    reply: nothing,
    errors: [...dangerous, 'domain.in-use', 'domain.last'],
  }),
  changeDomain: consoleEndpoint({
    id: 'X441',
    method: 'POST',
    path: 'console/domains/change',
    summary: 'Who gets mail that reaches nobody: the mailbox of an address, or none',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ name, catchAll: text(320).trim() }),
    reply: nothing,
    errors: [...dangerous, 'domain.catch-all'],
  }),
  domainRecords: consoleEndpoint({
    id: 'X442',
    method: 'GET',
    path: 'console/domains/records',
    summary: 'The DNS records that a domain needs',
    guard: 'session',
    may: heads,
    query: z.object({ name }),
    reply: z.object({ list: z.array(record) }),
    errors: missing,
  }),
  checkDomain: consoleEndpoint({
    id: 'X443',
    method: 'POST',
    path: 'console/domains/check',
    summary: 'Asks the DNS for each record that a domain needs, within some seconds',
    guard: 'session',
    may: heads,
    body: z.object({ name }),
    reply: z.object({ list: z.array(checked) }),
    errors: missing,
    rate: { max: 20, perSeconds: 60 },
  }),
  addDkimKey: consoleEndpoint({
    id: 'X444',
    method: 'POST',
    path: 'console/domains/keys/add',
    summary: 'A new DKIM key with a selector of its own; nothing is signed by it yet',
    guard: 'session',
    may: heads,
    body: z.object({ name }),
    reply: z.object({ selector: z.string() }),
    errors: [...missing, 'domain.key-waits'],
  }),
  signWithKey: consoleEndpoint({
    id: 'X445',
    method: 'POST',
    path: 'console/domains/keys/sign',
    summary:
      'Signs by a key from now on, once the DNS shows it, or without that where `anyway` says so; the one before stays',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ name, selector, anyway: flag.default(false) }),
    reply: nothing,
    errors: [...dangerous, 'domain.key-unpublished'],
  }),
  removeDkimKey: consoleEndpoint({
    id: 'X446',
    method: 'POST',
    path: 'console/domains/keys/remove',
    summary: 'Deletes a DKIM key that does not sign',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ name, selector }),
    reply: nothing,
    errors: [...dangerous, 'domain.key-signs'],
  }),
  dmarcReports: consoleEndpoint({
    id: 'X447',
    method: 'GET',
    path: 'console/domains/reports',
    summary:
      'What other servers reported of mail under a name of ours in the last 30 days, by day and by source',
    guard: 'session',
    may: heads,
    query: z.object({ name }),
    reply: reports,
    errors: missing,
  }),
  tlsReports: consoleEndpoint({
    id: 'X447a',
    method: 'GET',
    path: 'console/domains/reports/tls',
    summary:
      'What other servers reported of how their connections to us for a domain were secured in the last 30 days, by day and by failure',
    guard: 'session',
    may: heads,
    query: z.object({ name }),
    reply: tlsReports,
    errors: missing,
  }),
} as const
