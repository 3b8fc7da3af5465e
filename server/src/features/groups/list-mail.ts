import { formatAddress } from '@hongyan/mime/addresses'
import { cleanName, cut } from '@hongyan/mime/clean'
import { encodeWord } from '@hongyan/mime/encoded-words'
import { type HeaderField, readHeaders } from '@hongyan/mime/headers'
import type { Address } from '@hongyan/mime/types'
import { withoutFields } from '../../delivery/inbound/forged-results.ts'
import type { Authentication } from '../../mailstore/types.ts'
import { joinInTurns } from '../../platform/in-turns.ts'
import { domainOf } from '../../platform/names/domain-of.ts'
import type { GroupRow } from './groups.queries.ts'

/** Names each group that passed a mail on. */
const mark = 'x-hongyan-group'
/** Groups that may pass a mail on after each other: of ours, and of others that send each other theirs. */
const maxHops = 5

/** What RFC 2919 calls a group. */
export const listId = (address: string): string => address.replace('@', '.')

/** A mail that this group passed on before, or that went through too many. */
export function isLoop(fields: readonly HeaderField[], { address }: GroupRow): boolean {
  const passed = fields.filter(({ name }) => name === mark)
  if (passed.length >= maxHops) return true
  const own = `<${listId(address)}>`
  return fields.some(
    (field) => field.name === 'list-id' && field.value().toLowerCase().endsWith(own),
  )
}

type Look = Pick<GroupRow, 'name' | 'address' | 'subjectPrefix' | 'replyTo'>

export interface ListMail {
  raw: Buffer
  group: Look
  /** The mail's author and subject, as they were read. */
  from: readonly Address[]
  subject: string
  /** From names the group: only where the author's domain would else disown the mail. */
  rewriteFrom: boolean
}

/**
 * The mail that members get: the same bytes but for the fields of a list (RFC 2369, RFC 2919) in front of it. What the
 * sender asked of one reader (receipts) is not asked of all.
 */
export function listMail({ raw, group, from, subject, rewriteFrom }: ListMail): Promise<Buffer> {
  const { address, subjectPrefix, replyTo } = group
  const fields: [string, string][] = [
    ['X-Hongyan-Group', address],
    ['List-Id', `${phrase(group.name)} <${listId(address)}>`],
    ['List-Post', `<mailto:${address}>`],
    ['List-Unsubscribe', `<mailto:${address}?subject=unsubscribe>`],
    ['Precedence', 'list'],
  ]
  const replaced = new Set(asked)
  const retitled = prefixed(subject, subjectPrefix)
  if (retitled !== null) {
    replaced.add('subject')
    fields.push(['Subject', encodeWord(retitled)])
  }
  if (rewriteFrom) {
    replaced.add('from').add('sender')
    fields.push(['From', `${phrase(via(from, group.name))} <${address}>`])
    fields.push(['X-Original-From', from.map(formatAddress).join(', ')])
  }
  const answers =
    replyTo === 'group' ? address : rewriteFrom ? from.map(formatAddress).join(', ') : ''
  if (answers !== '') {
    replaced.add('reply-to')
    fields.push(['Reply-To', answers])
  }
  const gone = readHeaders(raw).filter(({ name }) => replaced.has(name))
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return joinInTurns([Buffer.from(head), ...withoutFields(raw, gone)])
}

/** Fields that a list writes itself, and what is asked of one reader alone. */
const asked = [
  'bcc',
  'return-path',
  'delivered-to',
  'precedence',
  'list-id',
  'list-post',
  'list-help',
  'list-owner',
  'list-archive',
  'list-subscribe',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'disposition-notification-to',
  'return-receipt-to',
  'x-confirm-reading-to',
]

/** The subject with the group's words in front; null where they stand there already, or there are none. */
function prefixed(subject: string, prefix: string): string | null {
  const words = cleanName(prefix)
  if (words === '' || subject.includes(words)) return null
  return `${words} ${cut(cleanName(subject.toWellFormed()), 500)}`
}

const via = ([author]: readonly Address[], group: string): string =>
  `${cut(cleanName((author?.name || author?.address) ?? ''), 60)} via ${group}`

const phrase = (name: string): string => {
  const clean = cut(cleanName(name.toWellFormed()), 150)
  return /^[\x20-\x7e]*$/.test(clean) && !clean.includes('=?')
    ? `"${clean.replace(/["\\]/g, '\\$&')}"`
    : encodeWord(clean)
}

export interface Written {
  group: Look
  foreign: boolean
  authentication: Authentication | null
  from: readonly Address[]
  fields: readonly HeaderField[]
}

/**
 * Whether From must name the group for readers outside. A mail of our own domains is signed by us. Of another's it stays
 * where that domain asks nothing (no DMARC), or where its own signature stays good: the group changes no field that it covers.
 */
export function mustRewriteFrom({
  group,
  foreign,
  authentication,
  from,
  fields,
}: Written): boolean {
  if (!foreign || authentication === null || authentication.dmarc === 'none') return false
  const isTouched = group.subjectPrefix !== '' || group.replyTo === 'group'
  if (isTouched || authentication.dmarc !== 'pass' || authentication.dkim !== 'pass') return true
  const domain = domainOf(from[0]?.address ?? '')
  return !fields.some(
    (field) => field.name === 'dkim-signature' && signs(field.value().slice(0, 2_000), domain),
  )
}

/** Whether a signature speaks for a domain (d=), or for one that it lies in. */
function signs(signature: string, domain: string): boolean {
  const tag = signature
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith('d='))
  const signer = tag?.slice(2).trim().toLowerCase() ?? ''
  return signer !== '' && (domain === signer || domain.endsWith(`.${signer}`))
}
