import type { RuleCondition, RuleField, RuleOperator } from '@hongyan/contract/rules'

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
export function isUsable({ field, operator, value }: RuleCondition): boolean {
  if (field === 'size')
    return sizeOperators.includes(operator) && /^\d{1,7}(\.\d{1,3})?$/.test(value.trim())
  if (!textOperators.includes(operator)) return false
  const anyFile = field === 'attachment' && (operator === 'contains' || operator === 'notContains')
  return anyFile || fold(value) !== ''
}

/** The first rule that matches (G91), or null. */
export async function firstMatch<R extends Matching>(
  rules: readonly R[],
  facts: MailFacts,
): Promise<R | null> {
  for (const rule of rules) if (await matches(rule, facts)) return rule
  return null
}

/** All conditions, or any of them; a rule without conditions matches nothing. */
export async function matches({ match, conditions }: Matching, facts: MailFacts): Promise<boolean> {
  if (conditions.length === 0) return false
  for (const condition of conditions) {
    const holds = await isTrue(condition, facts)
    if (match === 'any' && holds) return true
    if (match === 'all' && !holds) return false
  }
  return match === 'all'
}

async function isTrue(condition: RuleCondition, facts: MailFacts): Promise<boolean> {
  const { field, operator, value } = condition
  if (!isUsable(condition)) return false
  if (field === 'size') {
    const bytes = Number(value) * 1024
    return operator === 'larger' ? facts.size > bytes : facts.size < bytes
  }
  const wanted = fold(value)
  const texts = (await facts.texts(field)).map(fold)
  // `contains` nothing, of attachments, means: there is one.
  if (operator === 'notContains') return !texts.some((text) => text.includes(wanted))
  return texts.some((text) => compare(text, operator, wanted))
}

function compare(text: string, operator: RuleOperator, wanted: string): boolean {
  if (operator === 'equals') return text === wanted
  if (operator === 'beginsWith') return text.startsWith(wanted)
  if (operator === 'endsWith') return text.endsWith(wanted)
  return text.includes(wanted)
}

/** Case, width and outer blanks do not count. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim()
