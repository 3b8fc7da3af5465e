import { getHeaders, readHeaders } from '@hongyan/mime/headers'
import { AppError } from '../../../platform/errors.ts'
import type { ApprovalDeps } from '../approval-deps.ts'
import type { Handed } from '../handed.ts'
import type { Match } from '../matching/rule-walk.ts'
import { insertEvents } from '../policy.queries.ts'
import { eventOf } from '../policy-acts.ts'
import type { WriterRow } from '../rules.queries.ts'
import type { Reaching } from '../who-it-reaches.ts'
import type { MailMarker } from './mail-marker.ts'
import type { MarkedMail } from './mark-mail.ts'

/** A line of what rules did. */
export interface MarkEvent {
  match: Match
  outcome: 'watermarked' | 'unmarked'
  note: string
}

export interface Marked {
  /** As it leaves; null: as it was handed over. */
  raw: Buffer | null
  events: MarkEvent[]
}

interface Applying {
  mail: Handed
  writer: WriterRow
  reaching: Reaching
  matches: readonly Match[]
}

/**
 * Marks what leaves the house, for all who get the mail. What cannot be marked stays behind or leaves as it is, as the rule
 * wants it; of several rules the strictest counts. @throws policy.unmarked
 */
export async function applyMarks(
  deps: ApprovalDeps & { marker: MailMarker },
  applying: Applying,
): Promise<Marked> {
  const { mail, writer, matches, reaching } = applying
  const [first] = matches
  if (!first || reaching.envelope.people.outside === null) return { raw: null, events: [] }
  const day = mail.scheduledAt ?? deps.clock.now()
  const line = lineOf(writer.address, domainsToShow(mail, reaching), day)
  const found = await deps.marker.mark(mail.raw, line)
  await refuseUnmarked(deps, applying, found)
  const { marked, unmarked } = found
  const events: MarkEvent[] = []
  if (marked.length > 0) events.push({ match: first, outcome: 'watermarked', note: list(marked) })
  if (unmarked.length > 0) events.push({ match: first, outcome: 'unmarked', note: list(unmarked) })
  return { raw: found.raw && Buffer.from(found.raw), events }
}

async function refuseUnmarked(
  { database, clock }: ApprovalDeps,
  { mail, writer, matches, reaching }: Applying,
  { unmarked, others }: MarkedMail,
): Promise<void> {
  const only = matches.find(({ rule }) => rule.unmarked === 'only-pdf')
  const block = matches.find(({ rule }) => rule.unmarked === 'block')
  const files = only ? [...unmarked, ...others] : unmarked
  const match = only ?? block
  if (!match || files.length === 0) return
  const { rule } = match
  const about = { mail, writer, match, people: reaching.envelope.people.count, now: clock.now() }
  await insertEvents(database, [eventOf(about, 'blocked', list(files))])
  const details = { rule: rule.name, text: rule.text, files: list(files) }
  throw new AppError(only ? 'policy.only-pdf' : 'policy.unmarked', details)
}

const list = (names: readonly string[]): string =>
  names
    .slice(0, 20)
    .map((name) => name || '?')
    .join(', ')

const mostDomains = 3

/**
 * The domains that all who get the file may know of: where it goes by the letter, and where all of them are. Nobody reads of
 * blind copies (RFC 5322 §3.6.3), or of who is in a group.
 */
function domainsToShow({ raw, recipients }: Handed, { outside }: Reaching): string[] {
  const domains = [...new Set(outside.map(domainOf))]
  if (recipients.every(({ address }) => domainOf(address) === domains[0])) return domains
  const fields = readHeaders(raw)
  const said = ['to', 'cc'].flatMap((name) => getHeaders(fields, name)).join('\n')
  const named = new Set(said.toLowerCase().match(/(?<=@)[^\s<>@,;"()[\]]+/g))
  return domains.filter((one) => named.has(one))
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Who sent it, to where, and when: in ASCII, which every font has. */
function lineOf(address: string, domains: readonly string[], now: Date): string {
  const more = domains.length > mostDomains ? [`+${domains.length - mostDomains}`] : []
  const to = [...domains.slice(0, mostDomains), ...more].join(' ')
  const where = to === '' ? '' : `  ->  ${to}`
  const text = `${address}${where}  ${now.toISOString().slice(0, 10)}`
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 160)
}
