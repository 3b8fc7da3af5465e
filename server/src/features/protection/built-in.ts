import type { JudgementReason } from '@hongyan/contract/protection-fields'
import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { AuthenticationReport } from '../../delivery/inbound/authenticate.ts'

const because = (code: string, points: number, detail = ''): JudgementReason => ({
  code,
  points,
  detail: detail.slice(0, 200),
})

/**
 * What SPF, DKIM, DMARC and ARC say. Who has a policy and disowns a mail is believed; a forwarder that vouches for what it
 * saw (ARC) takes a part of that back.
 */
export function authenticationReasons({
  summary,
  policy,
}: AuthenticationReport): JudgementReason[] {
  const { spf, dkim, dmarc, arc } = summary
  if (dmarc === 'pass') return [because('DMARC_PASS', -0.5)]
  const reasons: JudgementReason[] = []
  if (policy !== 'none') reasons.push(because('DMARC_REJECTED', 6, `p=${policy}`))
  else if (dmarc === 'fail') reasons.push(because('DMARC_FAIL', 2))
  if (spf === 'fail') reasons.push(because('SPF_FAIL', 2))
  else if (spf === 'softfail') reasons.push(because('SPF_SOFTFAIL', 0.5))
  if (dkim === 'fail') reasons.push(because('DKIM_FAIL', 1))
  if (reasons.length > 0 && arc === 'pass') reasons.push(because('ARC_PASS', -2))
  const isSilent = spf !== 'pass' && dkim !== 'pass'
  if (reasons.length === 0 && isSilent) reasons.push(because('AUTH_NONE', 0.5))
  return reasons
}

/** Points of what the reader would warn of (`reader/warnings.ts`); `auth-failed` is judged above. */
const warned: Partial<Record<SenderWarning['kind'], { code: string; points: number }>> = {
  'claims-inside': { code: 'CLAIMS_INSIDE', points: 2 },
  'several-authors': { code: 'SEVERAL_AUTHORS', points: 1.5 },
  'first-contact': { code: 'FIRST_CONTACT', points: 0.3 },
  'colleague-name': { code: 'COLLEAGUE_NAME', points: 1.5 },
  'lookalike-name': { code: 'LOOKALIKE_NAME', points: 1.5 },
  'lookalike-domain': { code: 'LOOKALIKE_DOMAIN', points: 3 },
  'name-is-address': { code: 'NAME_IS_ADDRESS', points: 1.5 },
  'reply-elsewhere': { code: 'REPLY_ELSEWHERE', points: 0.5 },
}

export const warningReasons = (warnings: readonly SenderWarning[]): JudgementReason[] =>
  warnings.flatMap((one) => {
    const known = warned[one.kind]
    if (!known) return []
    const { kind: _, ...rest } = one
    return [because(known.code, known.points, Object.values(rest).join(' '))]
  })

const names: readonly string[] = [
  'CLAIMS_INSIDE',
  'COLLEAGUE_NAME',
  'LOOKALIKE_NAME',
  'LOOKALIKE_DOMAIN',
]
/** It borrows the name of the organisation or of somebody in it. */
export const isImpersonating = (reasons: readonly JudgementReason[]): boolean =>
  reasons.some(({ code }) => names.includes(code))

/** One list may be wrong; two are enough for junk. */
export const dnsListReasons = (lists: readonly string[]): JudgementReason[] =>
  lists.slice(0, 5).map((zone, index) => because('DNS_LIST', index === 0 ? 4 : 3, zone))

/** What people taught. @param chance 0 to 1 */
export function bayesReasons(chance: number | null): JudgementReason[] {
  if (chance === null) return []
  const detail = chance.toFixed(3)
  const step = bayesSteps.find(({ from }) => chance >= from)
  return step && step.points !== 0 ? [because(step.code, step.points, detail)] : []
}

const bayesSteps = [
  { from: 0.99, code: 'BAYES_99', points: 6 },
  { from: 0.95, code: 'BAYES_95', points: 4 },
  { from: 0.8, code: 'BAYES_80', points: 2 },
  { from: 0.3, code: 'BAYES_50', points: 0 },
  { from: 0.05, code: 'BAYES_20', points: -1 },
  { from: -1, code: 'BAYES_00', points: -3 },
]

export const rspamdReasons = (
  symbols: readonly { name: string; score: number }[],
): JudgementReason[] => symbols.map(({ name, score }) => because(name, score))

export const virusReason = (name: string): JudgementReason => because('VIRUS', 100, name)
