/** Numbers of persons, cards and phones, told from others by their check digits and forms. */
export interface Numbers {
  'id-card': number
  'bank-card': number
  phone: number
}

/** As many groups of digits may make one number: 6222 0212 3456 7890 123. */
const mostGroups = 6

/** How many of each kind stand in a folded text, written in groups or in one. */
export function findNumbers(folded: string): Numbers {
  const found: Numbers = { 'id-card': 0, 'bank-card': 0, phone: 0 }
  for (const run of runsOf(folded)) countIn(run, found)
  return found
}

/** Groups of digits with one sign between them at most; `x` closes a number. */
function runsOf(text: string): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  let last = 0
  for (const { 0: group, index } of text.matchAll(/\d+x?/g)) {
    const between = text.slice(last, index)
    if (run.length > 0 && !isJoint(between)) {
      runs.push(run)
      run = []
    }
    run.push(group)
    last = index + group.length
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** One sign, as programs write it. A longer dash or a slash stands between two days. */
const isJoint = (between: string): boolean =>
  between.length === 1 && ' -.·\u2010\u2012\u2212'.includes(between)

function countIn(run: readonly string[], found: Numbers): void {
  let at = 0
  while (at < run.length) {
    const length = groupsOfNumber(run, at, found)
    at += Math.max(1, length)
  }
}

/** @returns of how many groups the number is that begins here; 0: none begins */
function groupsOfNumber(run: readonly string[], at: number, found: Numbers): number {
  let number = ''
  for (let count = 1; count <= mostGroups && at + count <= run.length; count++) {
    number += run[at + count - 1]
    const kind = kindOf(number)
    if (kind) {
      found[kind]++
      return count
    }
    if (number.length > 20) return 0
  }
  return 0
}

function kindOf(number: string): keyof Numbers | null {
  if (number.length === 18 && isIdCard(number)) return 'id-card'
  if (/^(?:86)?1[3-9]\d{9}$/.test(number)) return 'phone'
  if (/^[3-69]\d{15,18}$/.test(number) && isLuhn(number)) return 'bank-card'
  return null
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11643: a region, a day of birth, and a check digit. */
function isIdCard(number: string): boolean {
  if (!/^[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dx]$/.test(number))
    return false
  const sum = weights.reduce((all, weight, place) => all + weight * Number(number[place]), 0)
  return '10x98765432'[sum % 11] === number[17]
}

function isLuhn(number: string): boolean {
  let sum = 0
  for (const [place, digit] of [...number].toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
