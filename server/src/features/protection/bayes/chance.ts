/** How often a word was seen in mails of each kind. */
export interface WordCounts {
  spam: number
  ham: number
}

/** Mails that were learnt. */
export type Totals = WordCounts

/** Words that say the most; more only dilute. */
const telling = 100
/** A word that nobody knows says nothing; what few mails show says little (Robinson's s and x). */
const strength = 0.45
const unknown = 0.5
/** Closer to one half than this a word is noise. */
const least = 0.1

/**
 * The chance that a mail is spam, by its words (Robinson's method with Fisher's test, as in SpamBayes).
 * @returns 0 to 1; 0.5 where nothing is known
 */
export function chanceOfSpam(words: readonly WordCounts[], totals: Totals): number {
  if (totals.spam === 0 || totals.ham === 0) return unknown
  const chances = words
    .map((one) => wordChance(one, totals))
    .filter((one) => Math.abs(one - 0.5) >= least)
    .sort((one, other) => Math.abs(other - 0.5) - Math.abs(one - 0.5))
    .slice(0, telling)
  if (chances.length === 0) return unknown
  const bySpam = -2 * chances.reduce((sum, one) => sum + Math.log(1 - one), 0)
  const byHam = -2 * chances.reduce((sum, one) => sum + Math.log(one), 0)
  const spamminess = 1 - chiSquareTail(bySpam, 2 * chances.length)
  const hamminess = 1 - chiSquareTail(byHam, 2 * chances.length)
  return (1 + spamminess - hamminess) / 2
}

function wordChance({ spam, ham }: WordCounts, totals: Totals): number {
  const inSpam = Math.min(1, spam / totals.spam)
  const inHam = Math.min(1, ham / totals.ham)
  const seen = spam + ham
  if (seen === 0) return unknown
  const bare = inSpam / (inSpam + inHam)
  const chance = (strength * unknown + seen * bare) / (strength + seen)
  return Math.min(0.999, Math.max(0.001, chance))
}

/** Chance that a chi-square of so many (even) degrees of freedom is at least this large. */
function chiSquareTail(value: number, degrees: number): number {
  const half = value / 2
  let term = Math.exp(-half)
  let sum = term
  for (let at = 1; at < degrees / 2; at++) {
    term *= half / at
    sum += term
  }
  return Math.min(1, sum)
}
