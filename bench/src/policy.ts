import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { connectHttp, type HttpClient, logIn } from './support/http-client.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { type Server, startServer } from './support/server.ts'
import { type Figure, figure, median } from './support/stats.ts'

const rounds = 8
const perRound = 20
/** Each writes one round in so many, which is less than a person may send in a minute, however fast the machine is. */
const writers = Array.from({ length: 8 }, (_, at) => `writer${at}@bench.test`)
const reader = 'reader@bench.test'

/** What 100 rules about what leaves cost a mail: by its envelope alone, and where all of them ask what it says. */
export const policy: Promised = {
  name: 'policy',
  needs: 'own',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      const server = await startServer(folder)
      const database = new pg.Client({ connectionString: server.databaseUrl })
      try {
        await addPeople(server.databaseUrl, [...writers, reader])
        await database.connect()
        const kinds = { envelope: envelopeRules, content: contentRules }
        const figures: Figure[] = []
        for (const [kind, rules] of Object.entries(kinds))
          figures.push(
            await measure({
              server,
              database,
              kind,
              rules,
              rounds: quick ? 4 : rounds,
            }),
          )
        return figures
      } finally {
        await database.end()
        await server.stop()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const hundred = Array.from({ length: 100 }, (_, index) => index)
const empty = {
  ...{ active: true, action: 'block', senders: [], departments: [], exempt: [], recipients: 'any' },
  ...{ domains: [], recipientsOver: null, sizeOver: null, files: [], words: [], lists: [] },
  ...{ patterns: [], places: [], finds: 1, levels: [], choose: false, text: '', copyTo: [] },
}

/** None applies, so that all are asked. */
const envelopeRules = hundred.map((n) => ({
  ...empty,
  name: `rule ${n}`,
  senders: [`somebody${n}@bench.test`, ...writers],
  domains: [`domain${n}.test`],
  sizeOver: n % 2 === 0 ? 50_000_000 : null,
}))
const contentRules = hundred.map((n) => ({
  ...empty,
  name: `rule ${n}`,
  words: Array.from({ length: 5 }, (_, at) => `机密词${n}-${at}`),
  patterns: n % 10 === 0 ? ['id-card', 'bank-card', 'phone'] : [],
}))

interface Measuring {
  server: Server
  database: pg.Client
  kind: string
  rules: readonly object[]
  rounds: number
}

/**
 * Rounds with and without rules take turns, and so does which comes first: what else the machine does meets both. Each
 * begins when what the one before it sent has arrived.
 */
async function measure({
  server,
  database,
  kind,
  rules,
  rounds: count,
}: Measuring): Promise<Figure> {
  const costs: number[] = []
  for (let round = 0; round <= count; round++) {
    // A line that is not used for a minute is closed.
    const line = await connectHttp(server.httpPort)
    await logIn(line, writers[round % writers.length] ?? '', password)
    const withRules = async (): Promise<number> => {
      await writeRules(database, rules)
      return gateMs(server, line, database)
    }
    const without = async (): Promise<number> => {
      await writeRules(database, [])
      return gateMs(server, line, database)
    }
    const first = round % 2 === 0 ? await without() : null
    const ruled = await withRules()
    const plain = first ?? (await without())
    // The first round warms both.
    if (round > 0) costs.push(ruled - plain)
    line.close()
  }
  const cost = median(costs)
  return figure({
    name: `what 100 rules cost a mail, by ${kind}`,
    size: 100,
    samples: costs,
    unit: 'ms',
    limit: 'p50 under 2 ms',
    met: cost < 2,
  })
}

async function writeRules(database: pg.Client, rules: readonly object[]): Promise<void> {
  await database.query('DELETE FROM approval_rules')
  await database.query(
    `INSERT INTO approval_rules (organisation_id, name, rule, changed_at, sort)
     SELECT o.id, r.rule ->> 'name', r.rule, now(), r.place FROM organisations o,
       jsonb_array_elements($1::jsonb) WITH ORDINALITY AS r (rule, place)`,
    [JSON.stringify(rules)],
  )
}

const text = `<p>${'Dear colleagues, here is what we talked about yesterday. '.repeat(60)}</p>`

/** What the gate takes for a mail, as the server counts it: the whole of a mail takes ten times that and varies by more. */
async function gateMs(server: Server, line: HttpClient, database: pg.Client): Promise<number> {
  await allArrived(database)
  // The first one reads the rules.
  await sendOne(line)
  const secondsAndMails = async (): Promise<number[]> => [
    (await server.metric('hongyan_gate_seconds_total')) ?? 0,
    (await server.metric('hongyan_gate_mails_total')) ?? 0,
  ]
  const [since = 0, before = 0] = await secondsAndMails()
  for (let count = 0; count < perRound; count++) await sendOne(line)
  const [seconds = 0, mails = 0] = await secondsAndMails()
  return ((seconds - since) * 1000) / (mails - before)
}

async function sendOne(line: HttpClient): Promise<void> {
  const { status } = await line.post('mail/email/send', {
    ...{ mailTo: [reader], mailCc: [], mailBcc: [], mailSubject: 'a mail' },
    ...{ html: text, quotedHtml: '', fileIds: [], sendKey: crypto.randomUUID() },
  })
  if (status !== 200) throw new Error(`a mail was answered ${status}`)
}

async function allArrived(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM submission_recipients WHERE state IN ('queued', 'deferred')`,
    )
    if (rows[0]?.left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
