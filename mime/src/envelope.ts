import { parseAddresses } from './addresses.ts'
import { cut } from './clean.ts'
import { parseMailDate, zoneOfMailDate } from './dates.ts'
import { decodeWords } from './encoded-words.ts'
import type { HeaderField } from './headers.ts'
import type { Address, Envelope, LimitHit, ParseLimits } from './types.ts'

const MAX_SUBJECT = 16_000
const MAX_ID = 1000

/** What is left of the message's allowance; shared by the message and all messages inside it. */
export type EnvelopeBudget = { addressesLeft: number; limits: ParseLimits; hits: Set<LimitHit> }

/**
 * The envelope of a header block. Fields that may stand once count by their first occurrence, but the
 * addresses of repeated fields are all shown: two From fields must not hide one sender (T28).
 */
export function buildEnvelope(fields: HeaderField[], budget: EnvelopeBudget): Envelope {
  const date = first(fields, 'date')
  const references = messageIds(first(fields, 'references'))
  if (references.length > budget.limits.references) budget.hits.add('references')
  return {
    ...dateOf(date),
    subject: cut(decodeWords(first(fields, 'subject') ?? ''), MAX_SUBJECT).trim(),
    from: addressesOf(fields, 'from', budget),
    sender: addressesOf(fields, 'sender', budget),
    replyTo: addressesOf(fields, 'reply-to', budget),
    to: addressesOf(fields, 'to', budget),
    cc: addressesOf(fields, 'cc', budget),
    bcc: addressesOf(fields, 'bcc', budget),
    inReplyTo: messageIds(first(fields, 'in-reply-to'))[0] ?? null,
    messageId: messageIds(first(fields, 'message-id'))[0] ?? null,
    references: references.slice(-budget.limits.references),
  }
}

function dateOf(written: string | null): Pick<Envelope, 'date' | 'zone'> {
  const date = written === null ? null : parseMailDate(written)
  const zone = written === null || date === null ? 0 : zoneOfMailDate(written)
  return zone === 0 ? { date } : { date, zone }
}

/** The ids of a Message-ID, In-Reply-To or References value, without angle brackets. Linear. */
export function messageIds(text: string | null): string[] {
  if (text === null) return []
  const ids: string[] = []
  let open = text.indexOf('<')
  while (open !== -1) {
    const close = text.indexOf('>', open)
    if (close === -1) break
    const id = cleanId(text.slice(text.lastIndexOf('<', close) + 1, close))
    if (id !== '') ids.push(id)
    open = text.indexOf('<', close)
  }
  if (ids.length > 0) return ids
  // Some senders forget the brackets.
  return text
    .split(/\s+/)
    .map(cleanId)
    .filter((id) => id.includes('@'))
}

function cleanId(text: string): string {
  return cut(text.toWellFormed().replace(/[\s\p{Cc}<>]+/gu, ''), MAX_ID)
}

function first(fields: HeaderField[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value() ?? null
}

function addressesOf(fields: HeaderField[], name: string, budget: EnvelopeBudget): Address[] {
  const all: Address[] = []
  for (const field of fields) {
    if (field.name !== name) continue
    if (budget.addressesLeft <= 0) {
      budget.hits.add('addresses')
      break
    }
    // One more than allowed tells a full list from a cut one.
    const read = parseAddresses(field.value(), budget.addressesLeft + 1)
    if (read.length > budget.addressesLeft) budget.hits.add('addresses')
    const kept = read.slice(0, budget.addressesLeft)
    budget.addressesLeft -= kept.length
    all.push(...kept)
  }
  return all
}
