import { readFile } from 'node:fs/promises'
import { migrations } from '@hongyan/contract/migration'
import type { App } from '../app.ts'
import { messageOf } from '../platform/errors.ts'
import { type Command, UsageError } from './command.ts'
import { csvRows } from './csv.ts'
import { withApp } from './organisation.ts'

/** Columns, and what else they may be called. */
const columns = {
  address: ['address', '地址', '账号', '邮箱'],
  source: ['source', '来源', '来源邮箱', '原邮箱'],
  password: ['password', '密码', '来源密码'],
  host: ['host', '服务器'],
  port: ['port', '端口'],
  protocol: ['protocol', '协议'],
  security: ['security', '加密'],
  since: ['since', '开始日期'],
  until: ['until', '结束日期'],
} as const
type Column = keyof typeof columns
const needed: readonly Column[] = ['address', 'source', 'password']
const standardPorts = { imap: { tls: 993, starttls: 143 }, pop3: { tls: 995, starttls: 110 } }

/** Begins a migration for each row of a CSV file, as each of the people could on the page. Passwords are never told. */
export const migrateMailCommand: Command = async (input) => {
  const [path] = input.words
  if (!path) throw new UsageError('a CSV file is needed')
  const [head = [], ...rows] = csvRows(await readFile(path, 'utf8'))
  const places = placesOf(head)
  return withApp(input, async (app) => {
    let failed = 0
    for (const [index, row] of rows.entries()) {
      const cell = (name: Column): string => row[places.get(name) ?? -1] ?? ''
      const trouble = await begin(app, cell).catch(messageOf)
      if (trouble !== null) failed++
      const about = `row ${index + 2}: ${cell('address')} from ${cell('source')}`
      input.print(`${about}: ${trouble ?? 'begun'}`)
    }
    input.print(`${rows.length - failed} begun, ${failed} not`)
    return failed > 0 ? 1 : 0
  })
}

/** @throws UsageError when a column is missing or unknown */
function placesOf(head: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>()
  for (const [place, name] of head.entries()) {
    const found = (Object.keys(columns) as Column[]).find((one) =>
      columns[one].some((other) => other === name.trim().toLowerCase()),
    )
    if (!found) throw new UsageError(`column ${place + 1} has a head that is not known`)
    places.set(found, place)
  }
  for (const one of needed)
    if (!places.has(one)) throw new UsageError(`the column ${one} is missing`)
  return places
}

/** @returns what is wrong with the row; null: it was begun */
async function begin(
  { directory, migrations: service }: App,
  cell: (name: Column) => string,
): Promise<string | null> {
  const recipient = await directory.findRecipient(cell('address'))
  if (!recipient) return 'nobody here has this address'
  const guessed = cell('host') === '' ? (await service.guess(cell('source'))).server : null
  const protocol = cell('protocol').toLowerCase() || guessed?.protocol || 'imap'
  const security = cell('security').toLowerCase() || guessed?.security || 'tls'
  const isKnown = (protocol === 'imap' || protocol === 'pop3') && /^(?:start)?tls$/.test(security)
  const standard = isKnown
    ? standardPorts[protocol as 'imap' | 'pop3'][security as 'tls' | 'starttls']
    : 0
  const parsed = migrations.save.body?.safeParse({
    address: cell('source'),
    password: cell('password'),
    server: {
      host: cell('host') || (guessed?.host ?? ''),
      port: Number(cell('port') || guessed?.port || standard),
      protocol,
      security,
    },
    range: cell('since') || cell('until') ? 'time' : 'all',
    ...(cell('since') ? { since: cell('since') } : {}),
    ...(cell('until') ? { until: cell('until') } : {}),
  })
  if (!parsed?.success)
    return `not understood: ${[...new Set(parsed?.error.issues.map(({ path }) => path.at(-1)))].join(', ')}`
  await service.begin(recipient.accountId, parsed.data, parsed.data)
  return null
}
