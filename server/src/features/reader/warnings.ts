import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { Address, Envelope } from '@hongyan/mime/types'
import type { Authentication } from '../../mailstore/types.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { stepByStep } from '../../platform/in-turns.ts'
import { domainOf } from '../../platform/names/domain-of.ts'
import { misleadingLink } from './html-findings.ts'
import { isWithin, looksLikeDomain, siteOf } from './looks.ts'
import type { Namesake, PeopleBook } from './people-book.ts'

export interface Suspect {
  organisationId: OrganisationId
  envelope: Envelope
  html: string | null
  /** Null for mail that never left the house. */
  authentication: Authentication | null
  /** It came through a mailing list or is a newsletter: there answers often go elsewhere. */
  isList: boolean
}

/** Further authors that are named. */
const maxShown = 5

interface Options {
  book: PeopleBook
  /** Whether this mailbox and the address have exchanged mail before this one. */
  isKnown(address: string): Promise<boolean>
}

/** What a person should know before believing a mail; a bounded number of lookups, whatever the mailbox holds. */
export async function findWarnings(
  { book, isKnown }: Options,
  mail: Suspect,
): Promise<SenderWarning[]> {
  const [from] = mail.envelope.from
  if (!from) return []
  const domains = await book.domains(mail.organisationId)
  const domain = domainOf(from.address)
  const others = mail.envelope.from.slice(1)
  const isOurs = ({ address }: Address): boolean =>
    domains.some((own) => isWithin(domainOf(address), own))
  const isInside = isOurs(from)
  // Written by a colleague and never outside: nothing to warn of.
  if (isInside && mail.authentication === null) return await linkWarning(mail)
  const known = isInside || (await isKnown(from.address.toLowerCase()))
  const people = isInside
    ? insideWarnings(mail.authentication)
    : [
        ...nameWarnings(await namesakeOf(book, mail.organisationId, from), known),
        ...domainWarning(domain, domains),
        ...(known ? [] : [{ kind: 'first-contact' as const }]),
      ]
  return [
    ...(isFailed(mail.authentication) ? [{ kind: 'auth-failed' as const }] : []),
    ...(!isInside && others.some(isOurs) ? insideWarnings(mail.authentication) : []),
    ...authorsWarning(others),
    ...people,
    ...claimedAddress(from),
    ...replyWarning(mail, from),
    ...(await linkWarning(mail)),
  ]
}

/** RFC 7489: DMARC outweighs the others; without it one failure is enough. */
export const isFailed = (results: Authentication | null): boolean =>
  results !== null &&
  results.dmarc !== 'pass' &&
  [results.spf, results.dkim, results.dmarc].includes('fail')

/** True when the sender's own domain vouches for a mail, or it never left the house. */
export function isVerified(results: Authentication | null, address: string): boolean {
  if (results === null || results.dmarc === 'pass') return true
  if (isFailed(results) || results.domain === null) return false
  return isWithin(domainOf(address), results.domain.toLowerCase())
}

const insideWarnings = (results: Authentication | null): SenderWarning[] =>
  results === null || results.dmarc === 'pass' ? [] : [{ kind: 'claims-inside' }]

/** Two addresses or two From fields: one is proven, the other is shown (RFC 7489 §6.6.1, T28). */
function authorsWarning(others: readonly Address[]): SenderWarning[] {
  const addresses = [...new Set(others.slice(0, maxShown).map((one) => one.address || one.name))]
  return others.length === 0 ? [] : [{ kind: 'several-authors', addresses: addresses.join(', ') }]
}

const namesakeOf = async (
  book: PeopleBook,
  organisationId: OrganisationId,
  { name }: Address,
): Promise<Namesake | null> => (name === '' ? null : book.named(organisationId, name))

/** Many people share a name in pinyin: it only counts where the sender was never heard of. */
function nameWarnings(found: Namesake | null, isKnown: boolean): SenderWarning[] {
  if (!found || (found.reading && isKnown)) return []
  const kind = found.same ? 'colleague-name' : 'lookalike-name'
  return [{ kind, name: found.person.name, address: found.person.address }]
}

function domainWarning(domain: string, own: readonly string[]): SenderWarning[] {
  const like = own.find((one) => looksLikeDomain(domain, one))
  return like === undefined ? [] : [{ kind: 'lookalike-domain', domain: like }]
}

/** `ceo@bank.example` as the name before another address (T28). */
function claimedAddress({ name, address }: Address): SenderWarning[] {
  const claimed = /(?<![^\s<>"'()@])[^\s<>"'()@]+@[^\s<>"'()@.]+(?:\.[^\s<>"'()@.]+)+/.exec(
    name.slice(0, 1_000),
  )?.[0]
  return claimed === undefined || claimed.toLowerCase() === address.toLowerCase()
    ? []
    : [{ kind: 'name-is-address', address: claimed }]
}

function replyWarning({ envelope, isList }: Suspect, from: Address): SenderWarning[] {
  const site = siteOf(domainOf(from.address))
  const other = envelope.replyTo.find(
    ({ address }) => address !== '' && siteOf(domainOf(address)) !== site,
  )
  return isList || !other ? [] : [{ kind: 'reply-elsewhere', address: other.address }]
}

async function linkWarning({ html }: Suspect): Promise<SenderWarning[]> {
  const link = html === null ? null : await stepByStep(misleadingLink(html))
  return link === null ? [] : [{ kind: 'link-differs', ...link }]
}
