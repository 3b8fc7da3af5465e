import { normalForm } from './normal-form.ts'
/** Where the words of an operator are looked for. */
export type TextField = 'from' | 'to' | 'cc' | 'subject' | 'body' | 'filename'

/** A state a mail is in or not. */
export type Flag = 'attachment' | 'unread' | 'starred'

/** A calendar day; which instant it begins at is for whoever knows the time zone. */
export interface Day {
  year: number
  month: number
  day: number
}

/** What one operator asks for. `received` bounds are half open: `from` inclusive, `until` exclusive. */
export type Meaning =
  | { kind: 'text'; field: TextField; text: string }
  | { kind: 'flag'; flag: Flag; value: boolean }
  | { kind: 'received'; side: 'from' | 'until'; day: Day }
  | { kind: 'size'; side: 'above' | 'below'; bytes: number }
  | { kind: 'folder'; name: string }
  | { kind: 'label'; name: string }

type Reader = (value: string, today: Day) => Meaning | null

const text =
  (field: TextField): Reader =>
  (value) => ({ kind: 'text', field, text: value })

/** Names of operators, in both languages, folded. */
const operators: Record<string, Reader> = {
  ...named('from 发件人 寄件人 来自', text('from')),
  ...named('to 收件人', text('to')),
  ...named('cc 抄送 抄送人', text('cc')),
  ...named('subject 主题 标题', text('subject')),
  ...named('body 正文 内容', text('body')),
  ...named('filename 附件名 文件名', text('filename')),
  ...named('before 之前 早于', (value, today) => received(value, { side: 'until', today })),
  ...named('after 之后 晚于', (value, today) => received(value, { side: 'from', today })),
  ...named('in 文件夹 位于', (value) => ({ kind: 'folder', name: value })),
  ...named('label 标签', (value) => ({ kind: 'label', name: value })),
  ...named('larger 大于', (value) => size(value, 'above')),
  ...named('smaller 小于', (value) => size(value, 'below')),
  ...named('is 是 状态', (value) =>
    Object.hasOwn(flags, fold(value)) ? (flags[fold(value)] ?? null) : null,
  ),
  ...named('has 有 含 包含 带', (value) => (attachments.has(fold(value)) ? withFiles(true) : null)),
}

const withFiles = (value: boolean): Meaning => ({ kind: 'flag', flag: 'attachment', value })

const attachments = new Set(['attachment', 'attachments', 'file', 'files', '附件'])

const flags: Record<string, Meaning> = {
  ...named('unread 未读', { kind: 'flag', flag: 'unread', value: true }),
  ...named('read 已读', { kind: 'flag', flag: 'unread', value: false }),
  ...named('starred 星标 加星', { kind: 'flag', flag: 'starred', value: true }),
}

/** Chinese writes these without a colon. `附件` alone is a word that mails use: see `bareMeaning`. */
const bare: Record<string, Meaning> = {
  ...named('未读', { kind: 'flag', flag: 'unread', value: true }),
  ...named('已读', { kind: 'flag', flag: 'unread', value: false }),
  ...named('星标 已加星标', { kind: 'flag', flag: 'starred', value: true }),
  ...named('附件 有附件 含附件 带附件', { kind: 'flag', flag: 'attachment', value: true }),
}

function named<T>(names: string, value: T): Record<string, T> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]))
}

const fold = (name: string): string => normalForm(name, 'NFKC').toLowerCase().trim()

/** What `name:value` asks for; null when there is no such operator or the value does not fit it. */
export function meaningOf(name: string, value: string, today: Day): Meaning | null {
  const read = Object.hasOwn(operators, fold(name)) ? operators[fold(name)] : undefined
  return value.trim() === '' ? null : (read?.(value, today) ?? null)
}

/** What a Chinese word without a colon asks for. @param alone nothing else was typed: then 附件 is a word */
export function bareMeaning(word: string, alone: boolean): Meaning | null {
  if (alone && word === '附件') return null
  return (Object.hasOwn(bare, word) ? bare[word] : undefined) ?? null
}

function received(
  value: string,
  { side, today }: { side: 'from' | 'until'; today: Day },
): Meaning | null {
  const day = dayOf(fold(value), today)
  return day && { kind: 'received', side, day }
}

const relative: Record<string, number> = {
  today: 0,
  今天: 0,
  yesterday: 1,
  昨天: 1,
  前天: 2,
}

/** 2026-01-31, 2026/1/31, 20260131, 2026年1月31日, 2026-01, 2026, 7d, 7天, today, 昨天: the first day that is meant. */
function dayOf(value: string, today: Day): Day | null {
  const ago = Object.hasOwn(relative, value)
    ? relative[value]
    : Number(/^(\d{1,4})(?:d|天)$/.exec(value)?.[1] ?? Number.NaN)
  if (ago !== undefined && !Number.isNaN(ago)) return daysBefore(today, ago)
  const parts =
    /^(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?月?)?年?$/.exec(value) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(value)
  if (!parts) return null
  return realDay({
    year: Number(parts[1]),
    month: Number(parts[2] ?? 1),
    day: Number(parts[3] ?? 1),
  })
}

function realDay({ year, month, day }: Day): Day | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1970 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? { year, month, day } : null
}

function daysBefore({ year, month, day }: Day, days: number): Day {
  const at = new Date(Date.UTC(year, month - 1, day - days))
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
}

const units: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** 5M, 5mb, 500k, 1.5g, 1000 */
function size(value: string, side: 'above' | 'below'): Meaning | null {
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)([kmg]?)b?$/.exec(fold(value))
  if (!parts) return null
  const bytes = Math.round(Number(parts[1]) * (units[parts[2] ?? ''] ?? 1))
  return { kind: 'size', side, bytes }
}
