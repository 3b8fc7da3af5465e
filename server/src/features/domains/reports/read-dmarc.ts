import { isIP } from 'node:net'
import { readXml, type XmlElement } from '../../../documents/xml.ts'

/** What one report says of one network. */
export interface ReportedSource {
  source: string
  passed: number
  failed: number
}

/** An aggregate report (RFC 7489 §7.2, appendix C), as far as it is kept. */
export interface DmarcReport {
  domain: string
  reporter: string
  reportId: string
  /** Seconds since 1970. */
  begins: number
  ends: number
  sources: ReportedSource[]
}

const longest = 255
const mostSources = 2_000
/** So many mails in one row are believed; a larger number is one that somebody made up. */
const mostMails = 1_000_000_000

/**
 * The report in a text of XML; null for what is none. A text with a DTD is refused: no report has one, and all that
 * grows or is fetched in XML begins there.
 */
export function readReport(xml: string): DmarcReport | null {
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(xml)) return null
  const root = childrenOf(readXml(xml), 'feedback')[0]
  const meta = root && childrenOf(root, 'report_metadata')[0]
  const policy = root && childrenOf(root, 'policy_published')[0]
  const range = meta && childrenOf(meta, 'date_range')[0]
  if (!root || !meta || !policy || !range) return null
  const report = {
    domain: textOf(policy, 'domain').toLowerCase(),
    reporter: textOf(meta, 'org_name'),
    reportId: textOf(meta, 'report_id'),
    begins: Number(textOf(range, 'begin')),
    ends: Number(textOf(range, 'end')),
  }
  const isWhole = report.domain !== '' && report.reporter !== '' && report.reportId !== ''
  if (!isWhole || !isMoment(report.begins) || !isMoment(report.ends)) return null
  return { ...report, sources: sourcesOf(childrenOf(root, 'record')) }
}

/** From 2000 to 2100. */
const isMoment = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds > 946_684_800 && seconds < 4_102_444_800

/** One row for each network: a mail passes where SPF or DKIM is aligned. */
function sourcesOf(records: readonly XmlElement[]): ReportedSource[] {
  const sources = new Map<string, ReportedSource>()
  for (const record of records) {
    const row = childrenOf(record, 'row')[0]
    if (!row) continue
    const source = textOf(row, 'source_ip').toLowerCase()
    const count = Number(textOf(row, 'count'))
    // A zone (`fe80::1%eth0`) is an address for Node, and none for PostgreSQL.
    if (
      isIP(source) === 0 ||
      source.includes('%') ||
      !Number.isInteger(count) ||
      count < 1 ||
      count > mostMails
    )
      continue
    const judged = childrenOf(row, 'policy_evaluated')[0]
    const hasPassed =
      judged !== undefined && ['dkim', 'spf'].some((one) => textOf(judged, one) === 'pass')
    const known = sources.get(source) ?? { source, passed: 0, failed: 0 }
    if (hasPassed) known.passed = Math.min(known.passed + count, mostMails)
    else known.failed = Math.min(known.failed + count, mostMails)
    if (sources.size < mostSources || sources.has(source)) sources.set(source, known)
  }
  return [...sources.values()]
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((one): one is XmlElement => typeof one !== 'string' && one.name === name)

/** The text of the first element of that name, without what a database does not take. */
function textOf(element: XmlElement, name: string): string {
  const [found] = childrenOf(element, name)
  const text = found?.children.filter((one) => typeof one === 'string').join('') ?? ''
  return text.replaceAll('\u0000', '').trim().slice(0, longest).toWellFormed()
}
