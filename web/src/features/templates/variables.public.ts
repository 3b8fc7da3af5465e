import { spokenTime } from '../../lib/dates.ts'

/** What a letter template may ask for, in the order in which they are offered. */
export const variableNames = [
  'recipient.name',
  'recipient.address',
  'my.name',
  'my.address',
  'my.duties',
  'my.phone',
  'department',
  'company',
  'date',
  'time',
  'weekday',
] as const
export type VariableName = (typeof variableNames)[number]

/** What is known of them when a template is put into a mail; '' is not known. */
export type VariableValues = Record<VariableName, string>

const pattern = /\{\{\s*([\w.]{1,40})\s*\}\}/g

const isName = (name: string): name is VariableName => variableNames.some((one) => one === name)

/** The text with what is known filled in; the rest stays as it was written, for everybody to see. */
export function fillText(text: string, values: VariableValues): string {
  return text.replace(pattern, (whole, name: string) => (isName(name) && values[name]) || whole)
}

/** Fills variables into HTML: a value is text, whatever a person is called (T10). */
export function fillHtml(html: string, values: VariableValues): string {
  const escaped = Object.fromEntries(
    variableNames.map((name) => [name, escapeHtml(values[name])]),
  ) as VariableValues
  return fillText(html, escaped)
}

/** Of what is known, what the recipient brings. */
export function recipientOnly(values: VariableValues | null): VariableValues | null {
  if (values === null) return null
  const entries = variableNames.map((name) => [
    name,
    name.startsWith('recipient.') ? values[name] : '',
  ])
  return Object.fromEntries(entries) as VariableValues
}

/** Variables that still stand in a text, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([whole]) => whole.replace(/\s+/g, '')))]
}

interface Facts {
  recipient: { name: string; address: string } | null
  user: {
    userName: string
    emailAddr: string
    duties: string
    phone: string
    deptName: string
    companyName: string
  }
  /** Milliseconds, and hours east of Greenwich. */
  now: number
  zone: number
  hour12: boolean
  language: 'zh' | 'en'
}

/** Everything that can be filled in now. */
export function valuesOf({ recipient, user, now, zone, hour12, language }: Facts): VariableValues {
  const { date, time, weekday } = spokenTime(now, { zone, hour12, language })
  return {
    'recipient.name': recipient?.name ?? '',
    'recipient.address': recipient?.address ?? '',
    'my.name': user.userName,
    'my.address': user.emailAddr,
    'my.duties': user.duties,
    'my.phone': user.phone,
    department: user.deptName,
    company: user.companyName,
    date,
    time,
    weekday,
  }
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
