import { parseAddresses } from './addresses.ts'
import { parseMailDate, zoneOfMailDate } from './dates.ts'
import { first, messageIdIn, messageIds, subjectIn } from './head.ts'
import type { HeaderField } from './headers.ts'
import type { Address, Envelope, LimitHit, ParseLimits } from './types.ts'

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
    subject: subjectIn(fields),
    from: addressesOf(fields, 'from', budget),
    sender: addressesOf(fields, 'sender', budget),
    replyTo: addressesOf(fields, 'reply-to', budget),
    to: addressesOf(fields, 'to', budget),
    cc: addressesOf(fields, 'cc', budget),
    bcc: addressesOf(fields, 'bcc', budget),
    inReplyTo: messageIds(first(fields, 'in-reply-to'))[0] ?? null,
    messageId: messageIdIn(fields),
    references: references.slice(-budget.limits.references),
  }
}

function dateOf(written: string | null): Pick<Envelope, 'date' | 'zone'> {
  const date = written === null ? null : parseMailDate(written)
  const zone = written === null || date === null ? 0 : zoneOfMailDate(written)
  return zone === 0 ? { date } : { date, zone }
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
