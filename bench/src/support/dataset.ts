import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type BenchMail, makeMail, readCorpus } from './corpus.ts'
import {
  autovacuum,
  helpers,
  indexes,
  people,
  rowsOfStretch,
  settle,
  spice,
  stretch,
  templates,
} from './load.sql.ts'
import { makeOrganisation } from './people.ts'
import { random, zipf } from './random.ts'
import { type Server, startServer } from './server.ts'
import { connectSmtp, toWire } from './smtp-client.ts'
import { chineseWords, englishWords } from './words.ts'

/** Raise it whenever the loaded data would be different. */
const version = 6
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
export const crowd = Array.from({ length: 50 }, (_, index) => `user${index}@bench.test`)
const templateCount = 2_000
const spiceCount = 20_000
const stretches = 100
const threeYears = 3 * 365.25 * 86_400

export const accountOf = (size: number): string => `size${size}@bench.test`

export interface Wanted {
  sizes: readonly number[]
  /** A folder made by corpus.mjs whose messages are multiplied instead of our own. */
  corpus: string | null
  /** With what a search finds them by. */
  words: boolean
}

/**
 * A data folder with one account of each size and 50 of 1,000 messages, in one database. 2,000 distinct messages
 * come in through SMTP; the rest are rows multiplied from them by SQL, with words of their own, in the order of
 * their dates. It is kept under bench/.cache, so that only the first run pays for it. Where no words are wanted, data with
 * words is as good.
 */
export async function openDataset(wanted: Wanted): Promise<string> {
  const name = `v${version}-${wanted.sizes.join('-')}${wanted.corpus ? '-corpus' : ''}`
  const whole = join(cache, name)
  if (existsSync(join(whole, 'complete'))) return whole
  const folder = wanted.words ? whole : `${whole}-rows`
  if (existsSync(join(folder, 'complete'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const since = performance.now()
  console.log(`loading ${wanted.sizes.join(' + ')} messages into ${folder} …`)
  await makeOrganisation(folder)
  const server = await startServer(folder)
  try {
    await deliverTemplates(server, wanted.corpus)
    await multiply(server.databaseUrl, wanted)
  } finally {
    await server.stop()
  }
  writeFileSync(join(folder, 'complete'), '')
  console.log(`loaded in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  return folder
}

async function deliverTemplates(server: Server, corpus: string | null): Promise<void> {
  const to = 'template@bench.test'
  const mails: BenchMail[] = corpus
    ? readCorpus(corpus, templateCount)
    : Array.from({ length: templateCount }, (_, index) => makeMail(index, { to }))
  let next = 0
  const work = async () => {
    const client = await connectSmtp(server.smtpPort)
    for (let mail = mails[next++]; mail; mail = mails[next++]) {
      await client.send({ sender: mail.sender, to, wire: toWire(mail.raw) })
    }
    client.close()
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

async function multiply(url: string, { sizes, words }: Wanted): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Only how the work is done differs from the product's sessions, never what comes out.
  await client.query(
    "SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'; SET gin_pending_list_limit = '1GB'",
  )
  await client.query(helpers)
  await client.query(autovacuum(false))
  // Indexes of rows are made in one go at the end; with words all grow as they do in life.
  const later = words ? [] : await takeIndexes(client)
  await client.query(templates)
  await insertSpice(client)
  const addresses = [...sizes.map(accountOf), ...crowd]
  await client.query(people, [addresses, [...sizes, ...crowd.map(() => 1_000)]])
  const count = await number(client, 'SELECT count(*) AS n FROM bench_load.templates')
  const until = Date.now()
  const start = new Date(until - threeYears * 1000)
  for (let one = 0; one < stretches; one++) {
    const first = await number(client, 'SELECT max(id) + 64 AS n FROM messages')
    const values = [one, stretches, count, spiceCount, first, start, threeYears]
    await client.query(words ? stretch : rowsOfStretch, values)
    if (one % 10 === 9) await client.query("SELECT gin_clean_pending_list('message_search_words')")
    if (one % 10 === 9) console.log(`  ${one + 1} %, ${(performance.now() / 1000).toFixed(0)} s`)
  }
  for (const index of later) await client.query(index)
  await client.query(settle)
  await client.query(autovacuum(true))
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}

/** @returns what makes them again */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(indexes)
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ made }) => made)
}

async function number(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(text)
  return Number(rows[0]?.n)
}

/** Words that make each copy different: the tail of both languages, Zipf. */
async function insertSpice(client: pg.Client): Promise<void> {
  const next = random(77)
  const texts = Array.from({ length: spiceCount }, () => {
    const words = Array.from({ length: 12 }, (_, index) =>
      zipf(next, index % 2 === 0 ? englishWords : chineseWords),
    )
    return [...new Set(words)].map((word, index) => `'${word}':${index * 2 + 1}C`).join(' ')
  })
  await client.query(spice, [texts.map((_, index) => index), texts])
}
