import type { ApprovalReason, ApprovalRule } from '@hongyan/contract/approval-fields'
import type { Finds, Wanted } from './content-finds.ts'

/** What is known of a mail without reading it. */
export interface Envelope {
  /** Own addresses of the writer and of the mailbox, in lower case. */
  senders: readonly string[]
  /** The writer's department and those above it. */
  departments: readonly string[]
  /** Each mailbox or address once, whatever it was written as. */
  recipients: readonly { address: string; domain: string; isOutside: boolean }[]
  size: number
}

/** Why a rule applies as far as the envelope tells; null: it does not. */
export function matchEnvelope(rule: ApprovalRule, mail: Envelope): ApprovalReason[] | null {
  if (!rule.active || hasOne(rule.exempt, mail.senders)) return null
  const { senders, departments } = rule
  const reasons = [
    ...(senders.length > 0 ? [oneOf('sender', senders, mail.senders)] : []),
    ...(departments.length > 0 ? [oneOf('department', departments, mail.departments)] : []),
    ...ofRecipients(rule, mail),
    ...ofAmounts(rule, mail),
  ]
  return reasons.includes(null) ? null : reasons.filter((one) => one !== null)
}

/** One entry for each condition that the rule has: what met it, or null. */
function ofRecipients(
  { recipients, domains }: ApprovalRule,
  mail: Envelope,
): (ApprovalReason | null)[] {
  const reasons: (ApprovalReason | null)[] = []
  if (recipients !== 'any') {
    const found = mail.recipients.find((one) => one.isOutside === (recipients === 'outside'))
    reasons.push(found ? reason(recipients, found.address) : null)
  }
  if (domains.length > 0) {
    const wanted = new Set(domains.map((one) => one.toLowerCase()))
    const found = mail.recipients.find(({ domain }) => wanted.has(domain))
    reasons.push(found ? reason('domain', found.domain) : null)
  }
  return reasons
}

function ofAmounts(
  { recipientsOver, sizeOver }: ApprovalRule,
  { recipients: { length }, size }: Envelope,
): (ApprovalReason | null)[] {
  const over = (kind: 'recipients' | 'size', amount: number, most: number | null) => {
    if (most === null) return []
    return [amount > most ? reason(kind, String(amount)) : null]
  }
  return [...over('recipients', length, recipientsOver), ...over('size', size, sizeOver)]
}

const reason = (kind: ApprovalReason['kind'], value: string): ApprovalReason => ({
  kind,
  value,
  place: 'mail',
})

const hasOne = (wanted: readonly string[], there: readonly string[]): boolean =>
  wanted.some((one) => there.includes(one.toLowerCase()))

function oneOf(
  kind: 'sender' | 'department',
  wanted: readonly string[],
  there: readonly string[],
): ApprovalReason | null {
  const found = there.find((one) =>
    wanted.some((other) => other.toLowerCase() === one.toLowerCase()),
  )
  return found === undefined ? null : reason(kind, found)
}

/** Whether a rule has to know what the mail says. */
export const readsContent = ({ files, words, lists, patterns }: ApprovalRule): boolean =>
  files.length + words.length + lists.length + patterns.length > 0

export function wantedOf(
  rule: ApprovalRule,
  lists: ReadonlyMap<string, readonly string[]>,
): Wanted {
  const listed = rule.lists.flatMap((name) => lists.get(name) ?? [])
  return { words: [...rule.words, ...listed], patterns: rule.patterns }
}

/**
 * Why a rule applies by what the mail says. What cannot be read counts as found, and is named: nobody gets past a rule by
 * encrypting (ADR 34).
 */
export function matchContent(
  rule: ApprovalRule,
  wanted: Wanted,
  { finds, all }: { finds: Finds['finds'][number]; all: Finds },
): ApprovalReason[] | null {
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
  if (wanted.words.length + wanted.patterns.length === 0) return reasons
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
  const plain = (name: string) => name.normalize('NFKC').toLowerCase()
  const isWanted = (name: string) => wanted.some((one) => withoutDots(plain(name)).endsWith(one))
  return names.find(isWanted) ?? null
}

function withoutDots(name: string): string {
  let end = name.length
  while (end > 0 && '. '.includes(name[end - 1] ?? '')) end--
  return name.slice(0, end)
}
