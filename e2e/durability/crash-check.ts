import { createHash } from 'node:crypto'
import { folders } from '@hongyan/contract/folders'
import { type MessageItem, messages } from '@hongyan/contract/messages'
import pg from 'pg'
import { type Api, connectApi } from './api.ts'
import { password } from './product.ts'
import type { TestMail } from './test-mails.ts'

/** What is wrong; empty lists are what we want. */
export interface CrashFindings {
  /** `person subject` of copies that are not listed. */
  lost: string[]
  /** … that are listed more than once. */
  doubled: string[]
  /** The lists over HTTP and the rows of the database say different things. */
  disagreements: string[]
  /** Sources that are not the bytes that were sent. */
  changed: string[]
  /** Sources that were compared. */
  compared: number
}

interface Options {
  httpPort: number
  databaseUrl: string
  people: readonly string[]
  mails: number
  mailOf(number: number): TestMail
}

const compareEvery = 20

/** Looks at every folder of every person over HTTP, and at the rows of the database. */
export async function checkCopies(options: Options): Promise<CrashFindings> {
  const expected = expectedCopies(options)
  const found: CrashFindings = {
    lost: [],
    doubled: [],
    disagreements: [],
    changed: [],
    compared: 0,
  }
  const rows = await rowsByPerson(options.databaseUrl)
  for (const person of options.people) {
    const api = connectApi(options.httpPort)
    await api.logIn(person, password)
    const listed = await listEverything(api)
    countCopies({ person, listed, wanted: expected.get(person) ?? new Set(), found })
    const inDatabase = rows.get(person) ?? 0
    if (inDatabase !== listed.length)
      found.disagreements.push(`${person}: ${listed.length} listed, ${inDatabase} rows`)
    await compareSources(api, { listed, mailOf: options.mailOf, found })
  }
  return found
}

interface Counting {
  person: string
  listed: readonly MessageItem[]
  wanted: ReadonlySet<string>
  found: CrashFindings
}

function countCopies({ person, listed, wanted, found }: Counting): void {
  const copies = Map.groupBy(listed, (one) => one.mailSubject)
  for (const subject of wanted) {
    const times = copies.get(subject)?.length ?? 0
    if (times === 0) found.lost.push(`${person} ${subject}`)
    if (times > 1) found.doubled.push(`${person} ${subject}`)
  }
  const strangers = [...copies.keys()].filter((subject) => !wanted.has(subject))
  found.disagreements.push(...strangers.map((subject) => `${person} has ${subject}`))
}

function expectedCopies({ mails, mailOf }: Options): Map<string, Set<string>> {
  const expected = new Map<string, Set<string>>()
  for (let number = 0; number < mails; number++) {
    const { recipients, subject } = mailOf(number)
    for (const one of recipients) {
      expected.set(one, (expected.get(one) ?? new Set()).add(subject))
    }
  }
  return expected
}

async function listEverything(api: Api): Promise<MessageItem[]> {
  const { folderList } = await api.get(folders.list, {})
  const all: MessageItem[] = []
  for (const { folderId: mailboxId } of folderList) {
    let sortValues: string | undefined
    for (;;) {
      const page = await api.get(messages.list, { mailboxId, pageSize: 100, sortValues })
      all.push(...page.list)
      sortValues = page.list.at(-1)?.sortValues
      if (!page.hasMore) break
    }
  }
  return all
}

interface Comparing {
  listed: readonly MessageItem[]
  mailOf: Options['mailOf']
  found: CrashFindings
}

/** Every so many: the source must end with exactly what was sent, after our trace fields. */
async function compareSources(api: Api, { listed, mailOf, found }: Comparing): Promise<void> {
  for (const { mailId, mailSubject } of listed.filter((_, at) => at % compareEvery === 0)) {
    const { sourceUrl } = await api.get(messages.detail, { mailId })
    const source = await api.download(sourceUrl)
    const sent = mailOf(Number(mailSubject.split(' ')[1])).raw
    found.compared++
    if (sha(source.subarray(-sent.length)) !== sha(sent)) found.changed.push(mailSubject)
  }
}

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function rowsByPerson(databaseUrl: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ address: string; copies: number }>(
    `SELECT a.address, count(m.id)::int AS copies FROM accounts a
     LEFT JOIN messages m ON m.account_id = a.id GROUP BY a.address`,
  )
  await client.end()
  return new Map(rows.map((row) => [row.address, row.copies]))
}
