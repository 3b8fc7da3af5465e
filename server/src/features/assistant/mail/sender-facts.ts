import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { Authentication } from '../../../mailstore/types.ts'
import type { Fact } from './mail-facts.ts'

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

/** Facts that only count for something where others stand beside them. */
const wordings = new Set([
  'words-urgent',
  'words-account',
  'words-payment',
  'words-authority',
  'words-prize',
])
const wantsSomething = new Set(['words-credentials', 'words-account', 'words-payment'])

/**
 * Weighs facts by each other. Honest banks write of accounts and payments too: where the sender is proven, is known or leads only to
 * its own site, and nothing else is odd, such words are a remark.
 */
export function judgeTogether(all: readonly Fact[]): Fact[] {
  const facts = all.filter((one, at) => all.findIndex(({ code }) => code === one.code) === at)
  const has = (code: string): boolean => facts.some((one) => one.code === code)
  const isProven = has('auth-pass') || has('from-inside')
  const staysHome = isProven && !has('link-elsewhere')
  const isFamiliar = isProven && has('known-sender')
  const raised = facts.map((one): Fact => {
    if (wordings.has(one.code) && (staysHome || isFamiliar)) return { ...one, weight: 'note' }
    if (one.code === 'words-credentials' && staysHome) return { ...one, weight: 'note' }
    if (one.code === 'archive-locked' && has('archive-password'))
      return { ...one, weight: 'suspicious' }
    return one
  })
  const wants = raised.some((one) => wantsSomething.has(one.code) && one.weight !== 'note')
  const isStranger = has('first-contact') && !has('auth-pass')
  return wants && isStranger && has('link-elsewhere')
    ? [...raised, { code: 'stranger-wants', weight: 'suspicious', evidence: '' }]
    : raised
}
