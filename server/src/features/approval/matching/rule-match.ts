import type { ApprovalReason, ApprovalRule } from '@hongyan/contract/approval-fields'
import { normalForm } from '@hongyan/contract/normal-form'
import type { SensitivityLabel } from '@hongyan/contract/sensitivity-fields'
import type { Finds } from './content-finds.ts'
import type { Wanted, WordLists } from './wanted.ts'

/** Those a mail goes to, each mailbox or address once, whatever it was written as. */
export interface People {
  count: number
  /** The first outside the organisation, and the first in it. */
  outside: string | null
  inside: string | null
  domains: ReadonlySet<string>
}

/** Of sensitivity; `labels`: all there are, the lightest first. */
export interface Labelled {
  label: SensitivityLabel | null
  /** The heaviest of mails in the mail, once somebody has looked; 'unknown': that failed. */
  inside?: SensitivityLabel | 'unknown' | null
  labels: readonly SensitivityLabel[]
}

/** What is known of a mail without reading it. */
export interface Envelope {
  /** Own addresses of the writer and of the mailbox, in lower case. */
  senders: readonly string[]
  /** The writer's department and those above it. */
  departments: readonly { id: number; name: string }[]
  people: People
  /** Without those outside. */
  ours: People
  size: number
}

/** Why a rule applies as far as the envelope tells; null: it does not. */
export function matchEnvelope(
  rule: ApprovalRule,
  mail: Envelope & Labelled,
): ApprovalReason[] | null {
  if (!rule.active || hasOne(rule.exempt, mail.senders)) return null
  const { senders, departments } = rule
  const reasons = [
    ...(senders.length > 0 ? [oneOf(senders, mail.senders)] : []),
    ...(departments.length > 0 ? [ofDepartment(departments, mail.departments)] : []),
    ...ofRecipients(rule, mail),
    ...ofAmounts(rule, mail),
    ...ofLabel(rule, mail),
  ]
  return reasons.includes(null) ? null : reasons.filter((one) => one !== null)
}

/** One entry for each condition that the rule has: what met it, or null. */
function ofRecipients(
  { recipients, domains }: ApprovalRule,
  { people }: Envelope,
): (ApprovalReason | null)[] {
  const reasons: (ApprovalReason | null)[] = []
  if (recipients !== 'any') {
    const found = people[recipients]
    reasons.push(found === null ? null : reason(recipients, found))
  }
  if (domains.length > 0) {
    const found = domains.find((one) => people.domains.has(one.toLowerCase()))
    reasons.push(found === undefined ? null : reason('domain', found.toLowerCase()))
  }
  return reasons
}

function ofAmounts(
  { recipientsOver, sizeOver }: ApprovalRule,
  { people: { count }, size }: Envelope,
): (ApprovalReason | null)[] {
  const over = (kind: 'recipients' | 'size', amount: number, most: number | null) => {
    if (most === null) return []
    return [amount > most ? reason(kind, String(amount)) : null]
  }
  return [...over('recipients', count, recipientsOver), ...over('size', size, sizeOver)]
}

/** Where there are no labels, no mail has one, and none lacks one. */
function ofLabel(
  { sensitivity }: ApprovalRule,
  { label, inside = null, labels }: Labelled,
): (ApprovalReason | null)[] {
  if (sensitivity === null) return []
  if (sensitivity.is === 'none')
    return [labels.length > 0 && label === null ? reason('label', '') : null]
  const least = labels.findIndex(({ key }) => key === sensitivity.key)
  if (least < 0) return [null]
  const isHeavy = (one: SensitivityLabel | null): one is SensitivityLabel =>
    one !== null && labels.indexOf(one) >= least
  const said = ({ zh, en }: SensitivityLabel) => reason('label', `${zh}\n${en}`)
  if (isHeavy(label)) return [said(label)]
  if (inside === 'unknown') return [reason('unreadable', '')]
  return [isHeavy(inside) ? { ...said(inside), place: 'file' } : null]
}

/** Whether a rule asks for a label that the mail itself has not: one that lies in it may have it. */
export const asksInside = (rule: ApprovalRule, mail: Labelled): boolean =>
  rule.sensitivity?.is === 'from' && ofLabel(rule, { ...mail, inside: null }).includes(null)

const reason = (kind: ApprovalReason['kind'], value: string): ApprovalReason => ({
  kind,
  value,
  place: 'mail',
})

const hasOne = (wanted: readonly string[], there: readonly string[]): boolean =>
  wanted.some((one) => there.includes(one.toLowerCase()))

function oneOf(wanted: readonly string[], there: readonly string[]): ApprovalReason | null {
  const found = there.find((one) => wanted.some((other) => other.toLowerCase() === one))
  return found === undefined ? null : reason('sender', found)
}

function ofDepartment(
  wanted: readonly number[],
  there: Envelope['departments'],
): ApprovalReason | null {
  const found = there.find(({ id }) => wanted.includes(id))
  return found === undefined ? null : reason('department', found.name)
}

/** Whether a rule has to know what the mail says. */
export const readsContent = ({ action, ...rule }: ApprovalRule): boolean =>
  action === 'encrypt' || hasContent(rule)

const hasContent = ({
  files,
  words,
  lists,
  patterns,
}: Pick<ApprovalRule, 'files' | 'words' | 'lists' | 'patterns'>): boolean =>
  files.length + words.length + lists.length + patterns.length > 0

export const wantedOf = ({ words, lists, patterns, places }: ApprovalRule): Wanted => ({
  ...{ words, lists, patterns, places },
})

/** Whether anything is looked for: a list of words that is gone is found nowhere. */
export const looksForText = (
  { words, patterns, lists: named }: ApprovalRule,
  lists: WordLists,
): boolean =>
  words.length + patterns.length > 0 || named.some((name) => (lists.get(name)?.length ?? 0) > 0)

/**
 * Why a rule applies by what the mail says, `looks`: whether there is anything to look for. What cannot be read counts as found, and is named: nobody gets past a rule by
 * encrypting (ADR 34).
 */
export function matchContent(
  rule: ApprovalRule,
  { finds, looks, all }: { finds: Finds['finds'][number]; looks: boolean; all: Finds },
): ApprovalReason[] | null {
  if (!hasContent(rule)) return []
  if (all.encrypted) return [reason('unreadable', '')]
  const reasons: ApprovalReason[] = []
  if (rule.files.length > 0) {
    const name = fileOf(rule.files, all.names)
    const [closed] = all.unreadable
    if (name !== null) reasons.push({ kind: 'file', value: name, place: 'file' })
    // What lies in a file that cannot be opened may be what the rule asks for.
    else if (closed !== undefined) return [{ kind: 'unreadable', value: closed, place: 'file' }]
    else return null
  }
  const asksText = rule.words.length + rule.lists.length + rule.patterns.length > 0
  if (!asksText) return reasons
  if (!looks) return null
  const count = finds.reduce((sum, one) => sum + one.count, 0)
  const said = finds.slice(0, 20).map(({ kind, value, place }) => ({ kind, value, place }))
  if (count >= rule.finds) return [...reasons, ...said]
  const [closed] = all.unreadable
  if (closed === undefined) return null
  return [...reasons, ...said, { kind: 'unreadable', value: closed, place: 'file' }]
}

function fileOf(endings: readonly string[], names: readonly string[]): string | null {
  if (endings.includes('*')) return names[0] ?? null
  const wanted = endings.map((one) => `.${one.toLowerCase().replace(/^\./, '')}`)
  // Windows opens "a.docx. " as "a.docx".
  const plain = (name: string) => normalForm(name, 'NFKC').toLowerCase()
  const isWanted = (name: string) => wanted.some((one) => withoutDots(plain(name)).endsWith(one))
  return names.find(isWanted) ?? null
}

function withoutDots(name: string): string {
  let end = name.length
  while (end > 0 && '. '.includes(name[end - 1] ?? '')) end--
  return name.slice(0, end)
}
