import type {
  HeldClass,
  JudgementReason,
  ProtectionSettings,
} from '@hongyan/contract/protection-fields'
import type { Verdict } from './protection.queries.ts'

/** What is known of a mail, whoever gets it. */
export interface Judgement {
  score: number
  reasons: JudgementReason[]
  /** Its name, where one was found. */
  virus: string | null
  /** It comes under the name of the organisation, its people or domains. */
  isImpersonating: boolean
  /** A program that is configured did not answer: it was judged without. */
  unchecked: readonly string[]
}

/** Where a copy goes. */
export type Outcome =
  | { kind: 'deliver' }
  | { kind: 'junk' }
  | { kind: 'hold'; class: HeldClass }
  | { kind: 'refuse'; class: HeldClass }

/** What the lists say of the sender. An allowed one counts only where it is proven. */
export interface Listed {
  own: Verdict | null
  organisation: Verdict | null
  isProven: boolean
}

/**
 * Precedence (ADR 46): a virus; what the organisation blocks; what the person blocks; what the person or the organisation
 * allows, where the sender is proven; then the score.
 */
export function outcomeOf(
  { score, virus, isImpersonating }: Judgement,
  settings: ProtectionSettings,
  { own, organisation, isProven }: Listed,
): Outcome {
  if (virus !== null)
    return { kind: settings.virus === 'refuse' ? 'refuse' : 'hold', class: 'virus' }
  if (organisation === 'block') return blocked(settings)
  if (own === 'block') return { kind: 'junk' }
  if (isProven && (own === 'allow' || organisation === 'allow')) return { kind: 'deliver' }
  const kind = isImpersonating ? 'phishing' : 'spam'
  if (settings.refuseAt !== null && score >= settings.refuseAt)
    return { kind: 'refuse', class: kind }
  if (score >= settings.quarantineAt) return { kind: 'hold', class: kind }
  if (score < settings.junkAt) return { kind: 'deliver' }
  const isHeld = kind === 'phishing' && settings.phishing === 'quarantine'
  return isHeld ? { kind: 'hold', class: kind } : { kind: 'junk' }
}

function blocked({ blocked: what }: ProtectionSettings): Outcome {
  if (what === 'refuse') return { kind: 'refuse', class: 'blocked' }
  return what === 'quarantine' ? { kind: 'hold', class: 'blocked' } : { kind: 'junk' }
}

/** Our trace of the judgement, in the form that mail programs and filters know (SpamAssassin's). */
export const traceField = 'X-Spam-Status'
/** Fields by which others would pass for it. */
export const claimedFields = ['x-spam-status', 'x-spam-flag']

export function traceOf(
  judgement: Judgement,
  { junkAt }: ProtectionSettings,
  hostname: string,
): string {
  const { score, reasons, virus, unchecked } = judgement
  const isSpam = virus !== null || score >= junkAt
  const tests = [
    ...reasons.map(({ code }) => code),
    ...unchecked.map((name) => `UNCHECKED_${name.toUpperCase()}`),
  ]
  const lines = [
    `${traceField}: ${isSpam ? 'Yes' : 'No'}, score=${score.toFixed(1)} required=${junkAt.toFixed(1)}`,
    ...folded(tests.length > 0 ? tests : ['NONE']),
    `by=${hostname}`,
  ]
  return `${lines.join('\r\n\t')}\r\n`
}

/** `tests=A,B,` on lines of 70 characters. */
function folded(tests: readonly string[]): string[] {
  const lines: string[] = []
  let line = 'tests='
  for (const [index, test] of tests.entries()) {
    const name = test.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 60)
    if (line.length + name.length > 70) {
      lines.push(line)
      line = ''
    }
    line += index + 1 < tests.length ? `${name},` : name
  }
  return [...lines, line]
}
