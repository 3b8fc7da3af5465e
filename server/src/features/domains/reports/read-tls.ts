/** Sessions that failed for one reason at one server. */
export interface TlsFailure {
  /** As RFC 8460 §4.3 calls it: `certificate-expired`, `starttls-not-supported` … */
  kind: string
  /** The receiving server, where the report names it. */
  host: string
  sessions: number
}

/** A report of RFC 8460 §4.4 about one domain, as far as it is kept. */
export interface TlsReport {
  domain: string
  reporter: string
  reportId: string
  /** Seconds since 1970. */
  begins: number
  ends: number
  /** Sessions. */
  secured: number
  failed: number
  failures: TlsFailure[]
}

const longest = 255
const mostPolicies = 100
const mostFailures = 200
/** So many sessions are believed. */
const mostSessions = 1_000_000_000

type Json = Record<string, unknown>

/** The reports in a text of JSON, one for each domain that it speaks of; none where it is no report. */
export function readTlsReports(text: string): TlsReport[] {
  const root = parsed(text)
  const range = childOf(root, 'date-range')
  const head = {
    reporter: textOf(root, 'organization-name') || textOf(root, 'contact-info'),
    reportId: textOf(root, 'report-id'),
    begins: secondsOf(textOf(range, 'start-datetime')),
    ends: secondsOf(textOf(range, 'end-datetime')),
  }
  if (head.reporter === '' || head.reportId === '' || head.begins === 0 || head.ends === 0)
    return []
  const byDomain = new Map<string, TlsReport>()
  for (const one of listOf(root, 'policies').slice(0, mostPolicies)) {
    const domain = textOf(childOf(one, 'policy'), 'policy-domain').toLowerCase()
    if (domain === '') continue
    const report = byDomain.get(domain) ?? { ...head, domain, secured: 0, failed: 0, failures: [] }
    addPolicy(report, one)
    byDomain.set(domain, report)
  }
  return [...byDomain.values()]
}

/** A domain may be there once for each kind of policy. */
function addPolicy(report: TlsReport, policy: Json): void {
  const sum = childOf(policy, 'summary')
  report.secured = plus(report.secured, countOf(sum, 'total-successful-session-count'))
  report.failed = plus(report.failed, countOf(sum, 'total-failure-session-count'))
  for (const one of listOf(policy, 'failure-details').slice(0, mostFailures)) {
    const kind = textOf(one, 'result-type').toLowerCase()
    const host = textOf(one, 'receiving-mx-hostname').toLowerCase()
    const sessions = countOf(one, 'failed-session-count')
    if (!/^[a-z0-9-]{1,60}$/.test(kind) || sessions === 0) continue
    const known = report.failures.find((other) => other.kind === kind && other.host === host)
    if (known) known.sessions = plus(known.sessions, sessions)
    else if (report.failures.length < mostFailures) report.failures.push({ kind, host, sessions })
  }
}

const plus = (a: number, b: number): number => Math.min(a + b, mostSessions)

function parsed(text: string): Json {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return {}
  }
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const childOf = (of: Json, name: string): Json => asObject(of[name])

function listOf(of: Json, name: string): Json[] {
  const list = of[name]
  return Array.isArray(list) ? list.map(asObject) : []
}

function countOf(of: Json, name: string): number {
  const count = of[name]
  return typeof count === 'number' && Number.isInteger(count) && count > 0
    ? Math.min(count, mostSessions)
    : 0
}

/** Without what a database does not take. */
function textOf(of: Json, name: string): string {
  const text = of[name]
  if (typeof text !== 'string') return ''
  return text.slice(0, longest).replaceAll('\u0000', '').trim().toWellFormed()
}

/** From 2000 to 2100; 0 for any other. */
function secondsOf(written: string): number {
  const seconds = Math.floor(Date.parse(written) / 1000)
  return seconds > 946_684_800 && seconds < 4_102_444_800 ? seconds : 0
}
