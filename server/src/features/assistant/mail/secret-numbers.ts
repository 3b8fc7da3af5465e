import { normalForm } from '@hongyan/contract/normal-form'
/** A secret in a text: where it stands, and what it is. */
export interface SecretSpan {
  from: number
  to: number
  name: string
}

/** Digits of ASCII, full width and the mathematical ones; the last of an identity card may be an X. */
const group = /[\d０-９𝟎-𝟿]+[XxＸｘ]?/gu
/** What may stand between groups of one number: white space, line ends with marks of quoting, hyphens, what no reader sees. */
const between = /^[\s\p{Pd}>|\p{Default_Ignorable_Code_Point}]{1,5}$/u
const narrow = /^[ -]$/

interface Group {
  from: number
  to: number
  digits: string
  /** What stands before it belongs to the same number, perhaps; '' at the beginning of a run. */
  gap: string
}

/** Numbers of identity cards and bank cards in a text, however their digits are written and grouped, with others beside them. */
export const numberSecrets = (text: string): SecretSpan[] => runsIn(text).flatMap(secretsIn)

/** Groups of digits that stand so near to each other that they may be one number. */
function runsIn(text: string): Group[][] {
  const runs: Group[][] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(group)) {
    const gap = text.slice(end, index)
    const isNear = end > 0 && gap.length <= 10 && between.test(gap)
    const digits = normalForm(found, 'NFKC').toUpperCase()
    const one = { from: index, to: index + found.length, digits, gap }
    if (isNear) runs.at(-1)?.push(one)
    else runs.push([{ ...one, gap: '' }])
    end = one.to
  }
  return runs
}

function secretsIn(run: readonly Group[]): SecretSpan[] {
  const found: SecretSpan[] = []
  for (let at = 0; at < run.length; at++) {
    const longest = numberAt(run, at)
    if (longest === null) continue
    found.push({ from: run[at]?.from ?? 0, to: run[longest.end]?.to ?? 0, name: longest.name })
    at = longest.end
  }
  return found
}

/** The longest number that begins at a group. */
function numberAt(run: readonly Group[], at: number): { end: number; name: string } | null {
  let digits = ''
  let longest: { end: number; name: string } | null = null
  for (let end = at; end < run.length && digits.length < 19 && !digits.endsWith('X'); end++) {
    digits += run[end]?.digits ?? ''
    const name = digits.length < 13 ? null : nameOf(digits, run, [at, end])
    if (name !== null) longest = { end, name }
  }
  return longest
}

function nameOf(digits: string, run: readonly Group[], [at, end]: [number, number]): string | null {
  if (isIdentityCard(digits)) return 'identity card'
  if (!isCard(digits.endsWith('X') ? digits.slice(0, -1) : digits)) return null
  const isRun = at === 0 && end === run.length - 1
  return isGrouped(run.slice(at, end + 1), isRun) ? 'bank card' : null
}

/** One in ten numbers of the length would do by its check: one that is put together of groups looks like that of a card, too. */
function isGrouped(groups: readonly Group[], isRun: boolean): boolean {
  const [first = 0, ...rest] = groups.map(({ digits }) => digits.length)
  if (rest.length === 0) return true
  if (isRun && groups.slice(1).every(({ gap }) => narrow.test(gap))) return true
  if (!/^[2-69]/.test(groups[0]?.digits ?? '')) return false
  if (rest.length === 1) return first >= 6 && (rest[0] ?? 0) >= 6
  if (/^4,6,[45]$/.test([first, ...rest].join(','))) return true
  return rest.every((one, at) => (at === rest.length - 1 ? one <= first : one === first))
}

/** GB 11643-1999: a day of birth, and the last place is a check over the others. */
function isIdentityCard(text: string): boolean {
  if (
    text.length !== 18 ||
    !/^\d{6}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/.test(text)
  )
    return false
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((all, weight, at) => all + weight * Number(text[at]), 0)
  return '10X98765432'[sum % 11] === text[17]
}

/** ISO/IEC 7812-1: Luhn. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    const value = digits.charCodeAt(digits.length - place) - 48
    const weighed = place % 2 === 0 ? value * 2 : value
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits)
}
