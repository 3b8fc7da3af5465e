import type { PersonField, RowRefusal } from '@hongyan/contract/console-lists'
import { csvLine, plainCell } from './csv.ts'

/** What a row says of a person; what is absent stays as it is. */
export interface Wanted {
  address: string
  name?: string
  /** Names from the top; [] is no department. */
  department?: string[]
  duties?: string
  phone?: string
  quotaBytes?: number
  aliases?: string[]
  disabled?: boolean
  /** RFC 3339; null for never. */
  validUntil?: string | null
  /** Of the entry of the organisation's directory that says it. */
  directoryId?: string
}

export interface Row {
  wanted: Wanted
  /** In the clear, only here. */
  password: string
  /** What the row says that nobody can mean. */
  bad: RowRefusal | null
}

const columns = [
  'address',
  'name',
  'department',
  'duties',
  'phone',
  'quota',
  'aliases',
  'password',
  'disabled',
  'validUntil',
] as const
type Column = (typeof columns)[number]

/** The heads of our own files, and others that are understood. */
const heads: Record<Column, { zh: string; en: string; also: readonly string[] }> = {
  address: { zh: '邮箱地址', en: 'Address', also: ['email', 'e-mail', 'mail', '邮箱', '地址'] },
  name: { zh: '姓名', en: 'Name', also: ['display name', 'displayname', '名称'] },
  department: { zh: '部门', en: 'Department', also: ['department path', '部门路径'] },
  duties: { zh: '职务', en: 'Job title', also: ['duties', 'title', '岗位'] },
  phone: { zh: '电话', en: 'Phone', also: ['telephone', 'mobile', '手机'] },
  quota: {
    zh: '空间上限（GB）',
    en: 'Storage limit (GB)',
    also: ['quota', 'quota_gb', '空间上限'],
  },
  aliases: { zh: '别名地址', en: 'Aliases', also: ['alias', '别名'] },
  password: { zh: '密码', en: 'Password', also: ['初始密码'] },
  disabled: { zh: '已停用', en: 'Disabled', also: ['停用'] },
  validUntil: { zh: '有效期至', en: 'Valid until', also: ['valid_until', 'expires', '有效期'] },
}

/** Which column each cell of the first row names; null for one that is left out. */
export function columnsOf(head: readonly string[]): (Column | null)[] {
  return head.map((cell) => {
    const name = cell.trim().toLowerCase()
    return (
      columns.find((one) => {
        const { zh, en, also } = heads[one]
        return [one, zh, en, ...also].some((known) => known.toLowerCase() === name)
      }) ?? null
    )
  })
}

const longest: Partial<Record<Column, number>> = { name: 60, duties: 60, phone: 30, password: 200 }
const gigabyte = 1024 ** 3

/** @param zone hours east of GMT in which days end */
export function rowOf(
  cells: readonly string[],
  named: readonly (Column | null)[],
  zone: number,
): Row {
  const said = new Map<Column, string>()
  named.forEach((column, index) => {
    if (column) said.set(column, plainCell(cells[index] ?? ''))
  })
  const wanted: Wanted = { address: said.get('address') ?? '' }
  let bad: RowRefusal | null = null
  for (const [column, value] of said) {
    if (value.length > (longest[column] ?? 4_000) || value.includes('\u0000')) bad ??= 'length'
    bad ??= readers[column]?.(wanted, value, zone) ?? null
  }
  return { wanted, password: said.get('password') ?? '', bad }
}

type Reader = (to: Wanted, value: string, zone: number) => RowRefusal | null

/** An empty cell of a name, a limit or a switch says nothing; of any other it says: none. */
const readers: Partial<Record<Column, Reader>> = {
  name: (to, value) => {
    if (value !== '') to.name = value
    return null
  },
  department: (to, value) => {
    const path = pathOf(value)
    if (path.some((one) => one.length > 60)) return 'length'
    to.department = path
    return null
  },
  duties: (to, value) => {
    to.duties = value
    return null
  },
  phone: (to, value) => {
    to.phone = value
    return null
  },
  quota: (to, value) => {
    if (value === '') return null
    const bytes = Math.round(Number(value) * gigabyte)
    if (!(bytes >= 1024 ** 2 && bytes <= 1024 ** 5)) return 'quota'
    to.quotaBytes = bytes
    return null
  },
  aliases: (to, value) => {
    to.aliases = [...new Set(value.split(/[\s,;，；|]+/).filter((one) => one !== ''))]
    return to.aliases.length > 50 ? 'aliases' : null
  },
  disabled: (to, value) => {
    if (value === '') return null
    const word = value.toLowerCase()
    if (['1', 'yes', 'y', 'true', '是', '已停用'].includes(word)) to.disabled = true
    else if (['0', 'no', 'n', 'false', '否', '在用'].includes(word)) to.disabled = false
    else return 'disabled'
    return null
  },
  validUntil: (to, value, zone) => {
    if (value === '') to.validUntil = null
    else {
      const day = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(value)
      const at = day ? endOfDay(day.slice(1).map(Number), zone) : new Date(value)
      if (Number.isNaN(at.getTime())) return 'date'
      to.validUntil = at.toISOString()
    }
    return null
  },
}

/** Invalid for a day that no month has. */
function endOfDay([year = 0, month = 0, day = 0]: readonly number[], zone: number): Date {
  const at = new Date(Date.UTC(year, month - 1, day, 23, 59, 59))
  if (at.getUTCMonth() !== month - 1) return new Date(Number.NaN)
  return new Date(at.getTime() - zone * 3_600_000)
}

/** A department by its names from the top, with `/` between them; a `/` of a name is written `\/`. */
export const pathOf = (text: string): string[] =>
  text
    .replace(/\\\//g, '\u0001')
    .split('/')
    .map((one) => one.replaceAll('\u0001', '/').trim())
    .filter((one) => one !== '')

export const pathText = (path: readonly string[]): string =>
  path.map((one) => one.replaceAll('/', '\\/')).join('/')

export interface Exported {
  address: string
  name: string
  path: readonly string[]
  duties: string
  phone: string
  quotaBytes: number
  aliases: readonly string[]
  disabled: boolean
  validUntil: Date | null
}

type Language = 'zh' | 'en'

export const exportHead = (language: Language): string =>
  `\ufeff${csvLine(columns.filter((one) => one !== 'password').map((one) => heads[one][language]))}`

export const exportLine = (one: Exported, language: Language): string =>
  csvLine([
    one.address,
    one.name,
    pathText(one.path),
    one.duties,
    one.phone,
    String(one.quotaBytes / gigabyte),
    one.aliases.join(' '),
    yesNo[language][one.disabled ? 1 : 0],
    one.validUntil?.toISOString() ?? '',
  ])

const yesNo: Record<Language, [string, string]> = { zh: ['否', '是'], en: ['no', 'yes'] }

export interface Result {
  seq: number
  address: string
  name: string
  outcome: 'new' | 'changed' | 'same' | 'refused'
  fields: readonly PersonField[]
  why: RowRefusal | null
  did: '' | 'done' | 'failed'
  password: string
}

export const resultHead = (language: Language): string =>
  `\ufeff${csvLine(
    language === 'zh'
      ? ['行', '邮箱地址', '姓名', '结果', '更改', '原因', '初始密码']
      : ['Line', 'Address', 'Name', 'Result', 'Changes', 'Reason', 'First password'],
  )}`

export const resultLine = (one: Result, language: Language): string =>
  csvLine([
    // The first line of the file is its head.
    String(one.seq + 1),
    one.address,
    one.name,
    results[language][one.did === 'failed' ? 'failed' : one.outcome],
    one.fields.map((field) => fields[language][field]).join(language === 'zh' ? '、' : ', '),
    one.why === null ? '' : reasons[language][one.why],
    one.password,
  ])

const results: Record<Language, Record<Result['outcome'] | 'failed', string>> = {
  zh: { new: '新增', changed: '更改', same: '无变化', refused: '拒绝', failed: '未完成' },
  en: { new: 'new', changed: 'changed', same: 'same', refused: 'refused', failed: 'not done' },
}
const fields: Record<Language, Record<PersonField, string>> = {
  zh: {
    name: '姓名',
    department: '部门',
    duties: '职务',
    phone: '电话',
    quota: '空间上限',
    aliases: '别名地址',
    disabled: '停用',
    validUntil: '有效期',
  },
  en: {
    name: 'name',
    department: 'department',
    duties: 'job title',
    phone: 'phone',
    quota: 'storage limit',
    aliases: 'aliases',
    disabled: 'disabled',
    validUntil: 'valid until',
  },
}
const reasons: Record<Language, Record<RowRefusal, string>> = {
  zh: {
    address: '地址不完整或含有不允许的字符',
    domain: '域名不属于本单位',
    reserved: '该地址由整个单位使用',
    taken: '地址已被他人使用',
    former: '地址曾属于他人',
    twice: '文件中前面已有此地址',
    name: '缺少姓名',
    department: '没有此部门，您不能新建部门',
    quota: '空间上限须为 0.001 至 1048576 的数字',
    disabled: '“已停用”须填“是”或“否”',
    date: '日期须如 2027-12-31',
    aliases: '别名地址过多',
    length: '内容过长',
    higher: '此人的权限不低于您',
    yourself: '不能停用自己的账号',
    owner: '所有者不能通过名单停用',
    outside: '此人不在您的管理范围内',
    failed: '处理时出错',
  },
  en: {
    address: 'The address is incomplete or has characters that are not allowed',
    domain: 'The domain is not one of yours',
    reserved: 'This address is for the whole organisation',
    taken: 'The address is somebody else’s',
    former: 'The address was somebody else’s',
    twice: 'An earlier line has this address',
    name: 'The name is missing',
    department: 'There is no such department, and you cannot add one',
    quota: 'The storage limit must be a number from 0.001 to 1048576',
    disabled: '“Disabled” must be yes or no',
    date: 'A date must look like 2027-12-31',
    aliases: 'Too many aliases',
    length: 'A value is too long',
    higher: 'This person’s role is not below yours',
    yourself: 'You cannot disable your own account',
    owner: 'An owner is not disabled by a list',
    outside: 'This person is not in your part of the organisation',
    failed: 'Something went wrong',
  },
}
