import { buildEnvelope } from '@hongyan/mime/envelope'
import { scanHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import type { Address, Envelope } from '@hongyan/mime/types'

/** What SORT and THREAD ask of a header. */
export interface SortKeys {
  firstTo: string
  firstCc: string
  displayTo: string
  refs: string[]
}

/** Ids that a message names, the last of them, and how much of each is kept. */
export const mostReferences = 100
export const longestId = 300

/** The header alone: what is behind it is never looked at. */
export function headerOf(raw: Buffer): Buffer {
  const most = raw.subarray(0, DEFAULT_LIMITS.headerBlock)
  const ends = ['\r\n\r\n', '\n\n'].map((end) => most.indexOf(end)).filter((at) => at >= 0)
  return most.subarray(0, ends.length > 0 ? Math.min(...ends) + 2 : most.length)
}

/** Who wrote to whom, when and what about, by the header alone: all of it, whatever its size. */
export function headerEnvelope(header: Buffer): Envelope {
  const { addresses } = DEFAULT_LIMITS
  const budget = { addressesLeft: addresses, limits: DEFAULT_LIMITS, hits: new Set<never>() }
  const limits = { ...DEFAULT_LIMITS, headerBlock: header.length }
  return buildEnvelope(scanHeaders(header, { start: 0, end: header.length, limits }).fields, budget)
}

export function sortKeysOf(header: Buffer): SortKeys {
  const { to, cc, references, inReplyTo } = headerEnvelope(header)
  // RFC 5256 §3: the mail that is answered counts only where no other is named.
  const named = references.length > 0 ? references : inReplyTo ? [inReplyTo] : []
  return {
    firstTo: localPart(to[0]),
    firstCc: localPart(cc[0]),
    displayTo: clean(to[0]?.group || to[0]?.name || to[0]?.address || ''),
    refs: named.slice(-mostReferences).map(clean),
  }
}

const clean = (text: string): string => text.slice(0, longestId).toWellFormed().replaceAll('\0', '')

/** SORT orders people by their mailbox, not by its host (RFC 5256 §3); of a group that is its name, as ENVELOPE has it. */
function localPart(one: Address | undefined): string {
  if (one?.group) return clean(one.group)
  const address = one?.address ?? ''
  const at = address.lastIndexOf('@')
  return clean(at < 0 ? address : address.slice(0, at))
}
