import { normalForm } from '@hongyan/contract/normal-form'
import type { RuleCondition, RuleField, RuleOperator } from '@hongyan/contract/rules'
import { inOwnTurn, stepByStep } from '../../platform/in-turns.ts'

export type TextField = Exclude<RuleField, 'size'>

/** What rules ask of a mail; a body is read only when a rule looks at it. */
export interface MailFacts {
  /** Bytes. */
  size: number
  /** Names and addresses of people, the subject, the body, the names of attachments. */
  texts(field: TextField): readonly string[] | Promise<readonly string[]>
}

export interface Matching {
  match: 'all' | 'any'
  conditions: readonly RuleCondition[]
}

const textOperators: readonly RuleOperator[] = [
  'contains',
  'notContains',
  'equals',
  'beginsWith',
  'endsWith',
]
const sizeOperators: readonly RuleOperator[] = ['larger', 'smaller']

/** True when the comparison fits the field and there is something to compare with. */
export const isUsable = (condition: RuleCondition): boolean =>
  isUsableWith(condition, fold(condition.value))

function isUsableWith({ field, operator, value }: RuleCondition, folded: string): boolean {
  if (field === 'size')
    return sizeOperators.includes(operator) && /^\d{1,7}(\.\d{1,3})?$/.test(value.trim())
  if (!textOperators.includes(operator)) return false
  const anyFile = field === 'attachment' && (operator === 'contains' || operator === 'notContains')
  return anyFile || folded !== ''
}

/** The first rule that matches (G91), or null. */
export async function firstMatch<R extends Matching>(
  rules: readonly R[],
  facts: MailFacts,
): Promise<R | null> {
  const folded = foldedOf(facts)
  for (const rule of rules) if (await holds(rule, folded)) return rule
  return null
}

/** All conditions, or any of them; a rule without conditions matches nothing. */
export const matches = (rule: Matching, facts: MailFacts): Promise<boolean> =>
  holds(rule, foldedOf(facts))

interface Folded {
  size: number
  texts(field: TextField): Promise<readonly string[]>
}

/** Every text is folded once, however many conditions ask for it, and others are served meanwhile. */
function foldedOf({ size, texts }: MailFacts): Folded {
  const known = new Map<TextField, Promise<readonly string[]>>()
  const read = async (field: TextField): Promise<readonly string[]> =>
    stepByStep(foldedInSteps(await texts(field)))
  return {
    size,
    texts: (field) => {
      const texts = known.get(field) ?? read(field)
      known.set(field, texts)
      return texts
    },
  }
}

/** Letters that are folded in one step: a millisecond or two, each may become eighteen. */
const inOneStep = 4_096
/** Of all texts of a field, folded; what rules look for in an honest mail stands before that. */
const mostFolded = 200_000

function* foldedInSteps(texts: readonly string[]): Generator<void, string[]> {
  const folded: string[] = []
  let left = mostFolded
  let inStep = 0
  for (const text of texts) {
    let written = ''
    for (const piece of piecesOf(text)) {
      const whole = normalForm(piece, 'NFKC').toLowerCase()
      written += whole.length > left ? whole.slice(0, left) : whole
      left = Math.max(0, left - whole.length)
      inStep += piece.length
      if (left === 0) break
      if (inStep < inOneStep) continue
      inStep = 0
      yield
    }
    folded.push(written.trim())
    if (left === 0) break
  }
  return folded
}

/** Pieces end at a blank where there is one, and never within a letter: what belongs together is folded together. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + inOneStep
    const blank =
      end < text.length ? Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end)) : -1
    const next = blank > at ? blank : wholeLetter(text, end)
    yield text.slice(at, next)
    at = next
  }
}

/** Halves of a character and marks belong to the letter before them; no honest one has more. */
const longestLetter = 8

function wholeLetter(text: string, end: number): number {
  const [rest = ''] = /^[\udc00-\udfff\p{M}]*/u.exec(text.slice(end, end + longestLetter)) ?? []
  return end + rest.length
}

async function holds({ match, conditions }: Matching, folded: Folded): Promise<boolean> {
  if (conditions.length === 0) return false
  for (const condition of conditions) {
    const isMet = await isTrue(condition, folded)
    if (match === 'any' && isMet) return true
    if (match === 'all' && !isMet) return false
  }
  return match === 'all'
}

async function isTrue(condition: RuleCondition, folded: Folded): Promise<boolean> {
  const { field, operator, value } = condition
  const wanted = await inOwnTurn(() => fold(value))
  if (!isUsableWith(condition, wanted)) return false
  if (field === 'size') {
    const bytes = Number(value) * 1024
    return operator === 'larger' ? folded.size > bytes : folded.size < bytes
  }
  const texts = await folded.texts(field)
  return inOwnTurn(() =>
    // `contains` nothing, of attachments, means: there is one.
    operator === 'notContains'
      ? !texts.some((text) => text.includes(wanted))
      : texts.some((text) => compare(text, operator, wanted)),
  )
}

function compare(text: string, operator: RuleOperator, wanted: string): boolean {
  if (operator === 'equals') return text === wanted
  if (operator === 'beginsWith') return text.startsWith(wanted)
  if (operator === 'endsWith') return text.endsWith(wanted)
  return text.includes(wanted)
}

/** Case, width and outer blanks do not count. */
const fold = (text: string): string => normalForm(text, 'NFKC').toLowerCase().trim()
