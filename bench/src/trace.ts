import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { connectHttp, logIn } from './support/http-client.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { command, startServer } from './support/server.ts'
import { type Figure, figure, percentile } from './support/stats.ts'

const boss = 'boss@bench.test'
const times = 60

/**
 * Where mail went, looked for among so many rows (`TRACE_ROWS`) of thirteen weeks at the console's HTTP door: by sender, recipient,
 * Message-ID, words of the subject, by nothing at all, and far back.
 */
export const trace: Promised = {
  name: 'trace',
  needs: 'own',
  run: async ({ quick }) => {
    const rows = Number(process.env.TRACE_ROWS ?? (quick ? 200_000 : 10_000_000))
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      await command(folder, ['user', 'add', boss, '--name', 'Boss', '--admin'], `${password}\n`)
      const port = await freePort()
      const server = await startServer(folder, {
        environment: { HONGYAN_CONSOLE_PORT: String(port) },
      })
      try {
        await addPeople(server.databaseUrl, ['reader@bench.test'])
        await load(server.databaseUrl, rows)
        const mail = await connectHttp(server.httpPort)
        await logIn(mail, boss, password)
        const { url } = await mail.data<{ url: string }>('console/token')
        mail.close()
        return await measure({ url, port, rows })
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Week by week, as it came; each tenth mail is of a sender of all days, and each word of the subject of a hundred. */
async function load(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const steps = 26
  const each = Math.ceil(rows / steps)
  for (let week = 13; week > 0; week--)
    await client.query(`SELECT trace_upkeep(now() - interval '1 week' * ${week})`)
  for (let step = 0; step < steps; step++)
    await client.query(
      `INSERT INTO traced (at, mail, sender, recipient, written, recipient_account, message_id, subject, words, size, outcome)
       SELECT now() - interval '88 days' + interval '88 days' * n / $1::float8, 'm' || n,
         CASE WHEN n % 10 = 0 THEN 'daily@news.example' ELSE 's' || (n % 200000) || '@other.example' END,
         'user' || (n % 10000) || '@bench.test', 'user' || (n % 10000) || '@bench.test', 1000 + n % 10000,
         n || '@other.example', 'word' || (n % 100) || ' rare' || (n % 50000),
         ARRAY[day || '.word' || (n % 100), day || '.rare' || (n % 50000), day || '.all'], 4000, 'inbox'
       FROM generate_series($2::int, $3::int) n,
         floor(extract(epoch FROM now() - interval '88 days' + interval '88 days' * n / $1::float8) / 86400) AS day`,
      [rows, step * each, Math.min(rows, (step + 1) * each) - 1],
    )
  await client.query('VACUUM (ANALYZE) traced')
  await client.end()
}

async function measure({
  url,
  port,
  rows,
}: {
  url: string
  port: number
  rows: number
}): Promise<Figure[]> {
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  const desk = await connectHttp(port)
  const { token } = await desk.data<{ token: string }>('console/session/open', { ticket })
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (query: Record<string, string>): Promise<number> => {
    const since = performance.now()
    const path = `console/trace/list?${new URLSearchParams({ pageSize: '50', ...query })}`
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return performance.now() - since
  }
  const old = new Date(Date.now() - 80 * 24 * 3_600_000).toISOString()
  const kinds: Record<string, (n: number) => Record<string, string>> = {
    'nothing, the first page': () => ({}),
    'nothing, eighty days back': () => ({ until: old }),
    'a sender': (n) => ({ sender: `s${n * 3001 + 1}@other.example` }),
    'a sender of each tenth mail': () => ({ sender: 'daily@news.example' }),
    'a recipient': (n) => ({ recipient: `user${n * 97}@bench.test` }),
    'a recipient and a sender': (n) => ({
      recipient: `user${(n * 97 * 10) % 10_000}@bench.test`,
      sender: 'daily@news.example',
    }),
    'a Message-ID': (n) => ({ messageId: `${n * 1_001}@other.example` }),
    'a rare word of the subject': (n) => ({ subject: `rare${n * 13}` }),
    'a word of every subject': () => ({ subject: 'all' }),
    'a word that stands nowhere': (n) => ({ subject: `nowhere${n}` }),
    'a word of each hundredth subject': (n) => ({ subject: `word${n}` }),
  }
  const figures: Figure[] = []
  for (const [name, queryOf] of Object.entries(kinds)) {
    await ask(queryOf(0))
    const samples: number[] = []
    for (let n = 1; n <= times; n++) samples.push(await ask(queryOf(n)))
    const p95 = percentile(samples, 0.95)
    figures.push(
      figure({
        name: `trace: ${name}`,
        size: rows,
        samples,
        unit: 'ms',
        limit: 'p95 under 50 ms',
        met: p95 < 50,
      }),
    )
  }
  return figures
}
