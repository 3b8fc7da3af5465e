import type { ErrorCode } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'

export type TermTrouble = Extract<
  ErrorCode,
  'authorised.count' | 'authorised.days' | 'authorised.password-long'
>

/** What is wrong with the typed terms of a read-limited mail; the server asks the same. */
export function termTroubles(typed: {
  reads: string
  days: string
  password: string
}): TermTrouble[] {
  const troubles: TermTrouble[] = []
  if (!isWholeUpTo(typed.reads, limits.authorisedReads)) troubles.push('authorised.count')
  if (!isWholeUpTo(typed.days, limits.authorisedDays)) troubles.push('authorised.days')
  if ([...typed.password.normalize('NFC')].length > limits.authorisedPassword)
    troubles.push('authorised.password-long')
  return troubles
}

const isWholeUpTo = (text: string, max: number): boolean =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max
