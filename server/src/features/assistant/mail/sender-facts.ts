import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { Authentication } from '../../../mailstore/types.ts'
import { borrowedName } from './brands.ts'
import type { Fact } from './mail-facts.ts'
import { isBait, isCheap, isFreeMail } from './sites.ts'

/** SPF, DKIM, DMARC and ARC as they were found at delivery. */
export function authenticationFacts(results: Authentication | null): Fact[] {
  if (results === null) return []
  const { spf, dkim, dmarc, arc } = results
  const evidence = `SPF ${spf} · DKIM ${dkim} · DMARC ${dmarc} · ARC ${arc}`
  if (dmarc === 'pass') return [{ code: 'auth-pass', weight: 'good', evidence }]
  if (dmarc === 'fail') return [{ code: 'auth-failed', weight: 'suspicious', evidence }]
  const isProven = spf === 'pass' || dkim === 'pass'
  return [
    {
      code: isProven ? 'auth-partly' : 'auth-none',
      weight: isProven ? 'note' : 'caution',
      evidence,
    },
  ]
}

export const fromInside = (address: string): Fact => ({
  code: 'from-inside',
  weight: 'good',
  evidence: address,
})

const weights: Record<SenderWarning['kind'], Fact['weight']> = {
  'auth-failed': 'suspicious',
  'claims-inside': 'dangerous',
  'several-authors': 'suspicious',
  'first-contact': 'note',
  'colleague-name': 'suspicious',
  'lookalike-name': 'suspicious',
  'lookalike-domain': 'dangerous',
  'name-is-address': 'suspicious',
  'reply-elsewhere': 'caution',
  'link-differs': 'suspicious',
}

/** A warning of the reader as a fact. */
export function warningFact(warning: SenderWarning, address: string): Fact {
  const { kind, ...rest } = warning
  const shown = Object.values(rest).join(' · ')
  return {
    code: kind,
    weight: weights[kind],
    evidence: shown === '' ? address : `${address} · ${shown}`,
  }
}

/** Titles that only one's own house gives. */
const houseNames =
  /系统管理员|邮[箱件](?:系统)?(?:管理员|管理中心|服务中心|团队|客服|安全中心)|信息(?:技术)?(?:中心|部)|网络中心|人力资源部|人事部|财务部|行政部|综合办公室|\bit (?:support|help ?desk|service|department|admin)|help ?desk|mail(?:box)? (?:admin|support|team)|system admin|postmaster|\bhr (?:department|team)|human resources|payroll/i

/** What the name of an outside author claims to be. */
export function nameFacts(
  { name, address }: { name: string; address: string },
  subject: string,
): Fact[] {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const evidence = `${name} <${address}>`
  const borrowed = borrowedName(name, domain)
  const facts: Fact[] = []
  const add = (code: string, weight: Fact['weight'], what = evidence): void =>
    void facts.push({ code, weight, evidence: what })
  if (borrowed !== null) add('brand-elsewhere', 'suspicious', `${borrowed} · ${evidence}`)
  if (houseNames.test(name)) add('house-name', 'caution')
  if (isFreeMail(domain)) add('free-mail', 'note')
  if (isBait(domain)) add('sender-bait', 'caution')
  if (isCheap(domain)) add('sender-cheap', 'note')
  if (borrowed === null && borrowedName(subject, domain) !== null)
    add('brand-named', 'note', subject)
  return facts
}

/** Words that want something of the reader. */
const bait = [
  'words-credentials',
  'words-account',
  'words-payment',
  'words-authority',
  'words-prize',
  'words-delivery',
  'words-document',
  'words-urgent',
]
const grave = new Set(['words-credentials', 'words-account', 'words-prize', 'words-delivery'])
/** Ways on which a reader is led away that an honest sender seldom takes. */
const oddHooks = [
  'link-short',
  'link-hosted',
  'link-cheap',
  'link-bait',
  'link-brand',
  'link-address',
  'link-redirect',
  'link-port',
  'file-page',
  'archive-locked',
  'file-macros',
  'reply-elsewhere',
  'pictures-only',
]

/**
 * Weighs facts by each other. Honest banks write of accounts and payments too: where the sender is proven and leads only to
 * its own site, or is known, such words are a remark. A stranger who wants something and leads somewhere odd is suspicious.
 */
export function judgeTogether(all: readonly Fact[]): Fact[] {
  const facts = all.filter((one, at) => all.findIndex(({ code }) => code === one.code) === at)
  const has = (...codes: readonly string[]): boolean =>
    facts.some((one) => codes.includes(one.code))
  const isProven = has('auth-pass', 'from-inside')
  const isFamiliar = isProven && has('known-sender', 'from-inside')
  const staysHome = isProven && !has('link-elsewhere') && !has(...oddHooks)
  const calm =
    isFamiliar || (staysHome && !has('sender-bait', 'brand-elsewhere', 'house-name', 'free-mail'))
  const weighed = facts.map((one): Fact => {
    if (
      one.code.startsWith('words-') &&
      calm &&
      one.weight !== 'dangerous' &&
      one.code !== 'words-bank-change' &&
      one.code !== 'words-secret'
    )
      return { ...one, weight: 'note' }
    if (one.code === 'words-credentials' && isProven && !has('first-contact'))
      return { ...one, weight: 'note' }
    if (
      isFamiliar &&
      ['link-short', 'link-redirect', 'link-hosted', 'house-name', 'link-cheap'].includes(one.code)
    )
      return { ...one, weight: 'note' }
    if (one.code === 'archive-locked' && has('archive-password') && !isFamiliar)
      return { ...one, weight: 'suspicious' }
    return one
  })
  const extra = isFamiliar ? [] : strangers(facts, isProven)
  return [...weighed, ...extra]
}

/** What facts about somebody who was never heard of say together. */
function strangers(facts: readonly Fact[], isProven: boolean): Fact[] {
  const has = (...codes: readonly string[]): boolean =>
    facts.some((one) => codes.includes(one.code))
  const wanted = bait.filter((code) => has(code))
  const isGrave = wanted.some((code) => grave.has(code))
  const isOdd = has(...oddHooks) || has('sender-bait', 'sender-cheap')
  const leads = has(
    'link-elsewhere',
    'reply-elsewhere',
    'file-page',
    'archive-locked',
    'pictures-only',
    'qr-elsewhere',
  )
  const found = (code: string): Fact[] => [{ code, weight: 'suspicious', evidence: '' }]
  /** Some of what is wanted, by a way that an honest sender seldom takes. */
  const wants = (): boolean =>
    (has('brand-named') && (!isProven || isOdd)) ||
    (leads && !isProven && has('first-contact')) ||
    (isOdd && (isGrave || wanted.length > 1)) ||
    (has('free-mail') && isGrave && wanted.length > 1)
  if (has('thread-stranger') && has('words-payment', 'words-bank-change', 'words-credentials'))
    return found('thread-hijack')
  if (isLedByCode(has, isGrave, isOdd && wanted.length > 0)) return found('qr-wants')
  if (has('house-name') && wanted.length > 0) return found('house-stranger')
  return wanted.length > 0 && wants() ? found('stranger-wants') : []
}

/** A code to be scanned that leads to a site which is not the sender's, and words that want something grave or lead somewhere odd. */
const isLedByCode = (has: (code: string) => boolean, isGrave: boolean, isOdd: boolean): boolean =>
  has('qr-elsewhere') && (isGrave || isOdd)
