/** Length and kinds of characters by `passwordComplexLevel` (SECURITY-02, G31). */
export const passwordLevels = {
  1: { min: 6, max: 20, kinds: 3 },
  2: { min: 8, max: 20, kinds: 3 },
  3: { min: 10, max: 20, kinds: 4 },
} as const
export type PasswordLevel = keyof typeof passwordLevels

/** Whose password it is to be. */
export interface PasswordOwner {
  level: PasswordLevel
  /** Local part of the address. */
  account: string
  /** Ways in which the name is written in Latin letters, lower case: its full pinyin, or the name as it is. */
  names: readonly string[]
}

/** The rules in the order in which a person meets them. `weak` is the server's: only it has the list. */
export const passwordRules = [
  'length',
  'kinds',
  'chinese',
  'account',
  'run',
  'repeat',
  'pinyin',
] as const
export type PasswordRule = (typeof passwordRules)[number]

/** Every rule that a password breaks, in their order (SECURITY-02 to SECURITY-07); [] when it keeps all of them. */
export function brokenRules(password: string, owner: PasswordOwner): PasswordRule[] {
  const { min, max, kinds } = passwordLevels[owner.level]
  const plain = password.toLowerCase()
  const broken: Record<PasswordRule, boolean> = {
    length: password.length < min || password.length > max,
    kinds: kindsIn(password) < kinds,
    chinese: /\p{Script=Han}/u.test(password),
    account: names([owner.account]).some((name) => plain.includes(name)),
    run: hasRun(plain),
    repeat: /(.)\1\1/s.test(plain),
    pinyin: names(owner.names).some((name) => plain.includes(name)),
  }
  return passwordRules.filter((rule) => broken[rule])
}

/**
 * How much a guesser has to try, from 0 (nothing yet) to 4: a rough figure for the bar under the field, not a rule.
 * What the rules refuse is never more than 1.
 */
export function passwordStrength(password: string, owner: PasswordOwner): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  if (brokenRules(password, owner).length > 0) return 1
  const different = new Set(password.toLowerCase()).size
  const worth = password.length + different + kindsIn(password) * 2
  return worth < 24 ? 2 : worth < 30 ? 3 : 4
}

/** How many of the four kinds there are: digits, upper case, lower case, special characters (SECURITY-03). */
const kindsIn = (password: string): number =>
  [/\d/, /[A-Z]/, /[a-z]/, /[^\dA-Za-z]/].filter((kind) => kind.test(password)).length

/** A name of one or two letters is in too many words to be forbidden. */
const names = (all: readonly string[]): string[] =>
  all.map((name) => name.toLowerCase()).filter((name) => name.length >= 3)

/** Three digits or letters, each the neighbour of the one before, up or down (G32). @param plain lower case */
function hasRun(plain: string): boolean {
  for (let at = 2; at < plain.length; at++) {
    const three = plain.slice(at - 2, at + 1)
    if (!/^(?:\d{3}|[a-z]{3})$/.test(three)) continue
    const step = three.charCodeAt(1) - three.charCodeAt(0)
    if (Math.abs(step) === 1 && three.charCodeAt(2) - three.charCodeAt(1) === step) return true
  }
  return false
}
