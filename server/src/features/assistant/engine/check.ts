import type { CheckLevel, CheckSignal } from '@hongyan/contract/assistant-wire'
import type { Language } from '@hongyan/contract/errors'
import type { Fact, MailFacts } from '../mail/mail-facts.ts'
import { adviceTexts, raisedText, signalTexts } from './check-texts.ts'

export interface Verdict {
  level: CheckLevel
  signals: CheckSignal[]
  conclusion: string
  reasons: string
}

const gravest = ['dangerous', 'suspicious', 'caution', 'note', 'good']

/** The level that facts lead to, with each of them in words. */
export function checkMail(
  { signals: facts }: Pick<MailFacts, 'signals'>,
  language: Language,
): Verdict {
  const level = levelOf(facts)
  const signals = facts
    .map((one) => ({ ...one, text: signalTexts[one.code]?.[language] ?? one.code }))
    .toSorted((a, b) => gravest.indexOf(a.weight) - gravest.indexOf(b.weight))
  const reasons = signals
    .map(
      ({ text, evidence }) =>
        `• ${text}${evidence === '' ? '' : language === 'zh' ? `：${evidence}` : `: ${evidence}`}`,
    )
    .join('\n')
  return { level, signals, conclusion: adviceTexts[level][language], reasons }
}

/** What to do where a model raised the level of the facts. */
export const adviceAfter = (raised: CheckLevel, language: Language): string =>
  raisedText[language] + adviceTexts[raised][language]

/** One grave fact is enough; several light ones weigh as much. */
export function levelOf(facts: readonly Pick<Fact, 'weight'>[]): CheckLevel {
  const count = (weight: Fact['weight']): number =>
    facts.filter((one) => one.weight === weight).length
  if (count('dangerous') > 0 || count('suspicious') > 2) return 'dangerous'
  if (count('suspicious') > 0 || count('caution') > 2) return 'suspicious'
  return count('caution') > 0 ? 'caution' : 'unremarkable'
}
