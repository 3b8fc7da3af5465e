import { type ApprovalRule, mostRuleBytes } from '@hongyan/contract/approval-fields'

/** A rule while it is edited: lists as somebody types them. */
export interface RuleForm {
  name: string
  action: ApprovalRule['action']
  departments: readonly number[]
  senders: string
  exempt: string
  recipients: ApprovalRule['recipients']
  domains: string
  recipientsOver: string
  /** In megabytes. */
  sizeOver: string
  /** '' for whichever, `none` for none, else `from:` and the key of the lightest. */
  sensitivity: string
  anyFile: boolean
  files: string
  words: string
  lists: readonly string[]
  patterns: ApprovalRule['patterns']
  places: ApprovalRule['places']
  finds: string
  levels: readonly LevelForm[]
  choose: boolean
  text: string
  copyTo: string
  /** What cannot be marked. */
  unmarked: ApprovalRule['unmarked']
}

export interface LevelForm {
  /** Of this window: levels are told apart while they are edited. */
  key: string
  approvers: string
  head: boolean
  needs: 'any' | 'all'
  hours: string
  after: ApprovalRule['levels'][number]['after']
}

export type Change = (part: Partial<RuleForm>) => void

const megabyte = 1024 ** 2
/** Whole megabytes that a rule may ask for. */
export const mostMegabytes = Math.floor(mostRuleBytes / megabyte)

/** Begins with what is asked for most: mail to outside, to the head of the department. */
export const emptyRule = (): ApprovalRule => ({
  ...{ name: '', active: false, action: 'approve', text: '', copyTo: [], choose: false },
  ...{ senders: [], departments: [], exempt: [], recipients: 'outside', domains: [] },
  ...{ recipientsOver: null, sizeOver: null, files: [], words: [], lists: [], patterns: [] },
  ...{ places: [], finds: 1, sensitivity: null, unmarked: 'block' },
  levels: [{ approvers: [], head: true, needs: 'any', hours: null, after: 'remind' }],
})

export const newLevel = (): LevelForm => ({
  key: crypto.randomUUID(),
  approvers: '',
  head: false,
  needs: 'any',
  hours: '',
  after: 'remind',
})

const labelsOf = (sensitivity: ApprovalRule['sensitivity']): string => {
  if (sensitivity === null) return ''
  return sensitivity.is === 'none' ? 'none' : `from:${sensitivity.key}`
}

function sensitivityOf(chosen: string): ApprovalRule['sensitivity'] {
  if (chosen === '') return null
  return chosen === 'none' ? { is: 'none' } : { is: 'from', key: chosen.slice('from:'.length) }
}

const lines = (list: readonly string[]): string => list.join('\n')
const amount = (value: number | null): string => (value === null ? '' : String(value))

export const formOf = (rule: ApprovalRule): RuleForm => ({
  name: rule.name,
  action: rule.action,
  departments: rule.departments,
  senders: lines(rule.senders),
  exempt: lines(rule.exempt),
  recipients: rule.recipients,
  domains: lines(rule.domains),
  recipientsOver: amount(rule.recipientsOver),
  sizeOver: rule.sizeOver === null ? '' : String(rule.sizeOver / megabyte),
  sensitivity: labelsOf(rule.sensitivity),
  anyFile: rule.files.includes('*'),
  files: rule.files.filter((one) => one !== '*').join(' '),
  words: lines(rule.words),
  lists: rule.lists,
  patterns: rule.patterns,
  places: rule.places,
  finds: String(rule.finds),
  levels: rule.levels.map(({ approvers, hours, ...level }) => ({
    ...level,
    key: crypto.randomUUID(),
    approvers: lines(approvers),
    hours: amount(hours),
  })),
  choose: rule.choose,
  text: rule.text,
  copyTo: lines(rule.copyTo),
  unmarked: rule.unmarked,
})

const split = (text: string, by: RegExp): string[] => [
  ...new Set(
    text
      .split(by)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
/** Words may hold spaces; addresses, domains and endings do not. */
const wordsIn = (text: string) => split(text, /[\n,，、;；]+/)
const itemsIn = (text: string) => split(text, /[\s,，、;；]+/)

/** A name alone is one of the own domain. */
const addressesIn = (text: string, domain: string) =>
  itemsIn(text).map((one) => (one.includes('@') || domain === '' ? one : `${one}@${domain}`))

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** @param domain the organisation's first */
export function ruleOf(
  form: RuleForm,
  { active, domain }: { active: boolean; domain: string },
): ApprovalRule {
  const size = numberOf(form.sizeOver)
  return {
    name: form.name.trim(),
    active,
    action: form.action,
    departments: [...form.departments],
    senders: addressesIn(form.senders, domain),
    exempt: addressesIn(form.exempt, domain),
    recipients: form.recipients,
    domains: itemsIn(form.domains).map((one) => one.replace(/^@/, '')),
    recipientsOver: numberOf(form.recipientsOver),
    sizeOver: size === null ? null : Math.round(size * megabyte),
    sensitivity: sensitivityOf(form.sensitivity),
    files: form.anyFile ? ['*'] : itemsIn(form.files).map((one) => one.replace(/^\*?\./, '')),
    words: wordsIn(form.words),
    lists: [...form.lists],
    patterns: [...form.patterns],
    places: [...form.places],
    finds: numberOf(form.finds) ?? 1,
    levels:
      form.action === 'approve'
        ? form.levels.map(({ approvers, head, needs, hours, after }) => ({
            approvers: addressesIn(approvers, domain),
            head,
            needs,
            hours: numberOf(hours),
            after,
          }))
        : [],
    choose: form.choose,
    text: form.text.trim(),
    unmarked: form.unmarked,
    copyTo: form.action === 'copy' ? addressesIn(form.copyTo, domain) : [],
  }
}
