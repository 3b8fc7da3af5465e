import type { Person } from '@hongyan/contract/fields'
import type { Rule, RuleCondition, RuleField } from '@hongyan/contract/rules'
import type { RuleBody } from './rules-query.ts'

/** How a condition is shown; `has` and `hasNot` ask for any attachment at all. */
export type FormOperator = RuleCondition['operator'] | 'has' | 'hasNot'

export interface FormCondition {
  /** For React alone. */
  key: number
  field: RuleField
  operator: FormOperator
  value: string
}

/** A rule as the form holds it: nothing typed is lost by switching an action off and on. */
export interface RuleForm {
  classifyId: number | undefined
  name: string
  enabled: boolean
  match: 'all' | 'any'
  conditions: FormCondition[]
  move: boolean
  moveTo: number | null
  label: boolean
  labelIds: number[]
  star: boolean
  markRead: boolean
  forward: boolean
  /** One address a line or separated by commas. */
  forwardTo: string
  reject: boolean
}

/** What a part of the form is given. */
export interface RulePartProps {
  form: RuleForm
  change: (part: Partial<RuleForm>) => void
}

const textOperators: readonly FormOperator[] = [
  'contains',
  'notContains',
  'equals',
  'beginsWith',
  'endsWith',
]

/** Comparisons that fit a field, the usual one first. */
export function operatorsOf(field: RuleField): readonly FormOperator[] {
  if (field === 'size') return ['larger', 'smaller']
  if (field === 'attachment') return ['has', 'hasNot', 'contains', 'notContains', 'endsWith']
  return textOperators
}

export const needsValue = ({ operator }: Pick<FormCondition, 'operator'>): boolean =>
  operator !== 'has' && operator !== 'hasNot'

let lastKey = 0
export const newCondition = (over: Partial<FormCondition> = {}): FormCondition => ({
  key: ++lastKey,
  field: 'sender',
  operator: 'contains',
  value: '',
  ...over,
})

export const emptyForm = (): RuleForm => ({
  classifyId: undefined,
  name: '',
  enabled: true,
  match: 'all',
  conditions: [newCondition()],
  move: true,
  moveTo: null,
  label: false,
  labelIds: [],
  star: false,
  markRead: false,
  forward: false,
  forwardTo: '',
  reject: false,
})

/** The field with another comparison when the old one does not fit. */
export function withField(condition: FormCondition, field: RuleField): FormCondition {
  const fitting = operatorsOf(field)
  const operator = fitting.includes(condition.operator)
    ? condition.operator
    : (fitting[0] ?? 'contains')
  return { ...condition, field, operator }
}

export function formOf(rule: Rule): RuleForm {
  const { action } = rule
  return {
    classifyId: rule.classifyId,
    name: rule.name,
    enabled: rule.enabled,
    match: rule.match,
    conditions: rule.conditions.map((one) => newCondition(shownCondition(one))),
    move: action.moveTo !== null,
    moveTo: action.moveTo,
    label: action.labelIds.length > 0,
    labelIds: action.labelIds,
    star: action.star,
    markRead: action.markRead,
    forward: action.forwardTo !== null,
    forwardTo: action.forwardTo?.join('\n') ?? '',
    reject: action.reject,
  }
}

/** How a stored condition is shown. */
export function shownCondition({
  field,
  operator,
  value,
}: RuleCondition): Omit<FormCondition, 'key'> {
  if (field === 'attachment' && value === '') {
    return { field, value, operator: operator === 'notContains' ? 'hasNot' : 'has' }
  }
  return { field, operator, value }
}

/** What the server is sent; actions that are off are left out. Rejecting leaves out all others. */
export function bodyOf(form: RuleForm): RuleBody {
  const { classifyId, name, enabled, match } = form
  const alone = form.reject
  return {
    ...(classifyId === undefined ? {} : { classifyId }),
    name: name.trim(),
    enabled,
    match,
    conditions: form.conditions.map(storedCondition),
    action: {
      moveTo: form.move && !alone ? form.moveTo : null,
      labelIds: form.label && !alone ? form.labelIds : [],
      star: form.star && !alone,
      markRead: form.markRead && !alone,
      forwardTo: form.forward && !alone ? addressesIn(form.forwardTo) : null,
      reject: form.reject,
    },
  }
}

function storedCondition({ field, operator, value }: FormCondition): RuleCondition {
  if (operator === 'has') return { field, operator: 'contains', value: '' }
  if (operator === 'hasNot') return { field, operator: 'notContains', value: '' }
  return { field, operator, value }
}

/** Addresses as people type them: lines, commas and semicolons, also the Chinese ones. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[\n,;，；]+/)
    .map((one) => one.trim())
    .filter(Boolean)

/**
 * A rule made of a message: its sender's mail goes to the folder it lies in, or to the first own folder; without
 * one it gets a star. Two clicks make the rule.
 */
export function formFromMail(mailFrom: Person, folderId: number | null): RuleForm {
  return {
    ...emptyForm(),
    name: (mailFrom.name || mailFrom.address).slice(0, 50),
    conditions: [newCondition({ field: 'sender', operator: 'equals', value: mailFrom.address })],
    move: folderId !== null,
    moveTo: folderId,
    star: folderId === null,
  }
}
