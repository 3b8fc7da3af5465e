import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { connectHttp, type HttpClient, logIn } from './support/http-client.ts'
import { makeOrganisation, password } from './support/people.ts'
import { command, startServer } from './support/server.ts'
import { type Figure, figure, percentile } from './support/stats.ts'

const boss = 'boss@bench.test'
const tops = 20
const below = 24
const times = 100

/**
 * The console at 10,000 people in 500 departments: a CSV of all of them taken in, the same once more, and each page and
 * search at the HTTP door.
 */
export const console: Promised = {
  name: 'console',
  needs: 'own',
  run: async ({ quick }) => {
    const people = quick ? 1_000 : 10_000
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      await command(folder, ['user', 'add', boss, '--name', 'Boss', '--admin'], `${password}\n`)
      const port = await freePort()
      const environment = { HONGYAN_CONSOLE_PORT: String(port) }
      const server = await startServer(folder, { environment })
      try {
        const desk = await enter(server.httpPort, port)
        const taken = await lists(desk.client, people)
        await settle(server.databaseUrl)
        return [...taken, ...(await pages(desk, people))]
      } finally {
        await server.stop()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** As autovacuum leaves it within a minute of so many new people. */
async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Desk {
  client: HttpClient
  /** Milliseconds to the last byte; answers may come in chunks. */
  ask(path: string): Promise<number>
}

async function enter(mailPort: number, port: number): Promise<Desk> {
  const mail = await connectHttp(mailPort)
  await logIn(mail, boss, password)
  const { url } = await mail.data<{ url: string }>('console/token')
  mail.close()
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  const desk = await connectHttp(port)
  const { token } = await desk.data<{ token: string }>('console/session/open', { ticket })
  desk.setToken(token)
  await desk.data('console/session/confirm', { password })
  const headers = { authorization: `Bearer ${token}` }
  return {
    client: desk,
    ask: async (path) => {
      const since = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - since
    },
  }
}

const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
const given = [...'伟芳娜敏静强磊军洋艳勇杰涛明超兰霞平刚桂']

/** Names, addresses and departments as an organisation of that size has them. */
function csvOf(people: number): string {
  const lines = Array.from({ length: people }, (_, at) => {
    const name = `${surnames[at % 20]}${given[Math.floor(at / 20) % 20]}${given[Math.floor(at / 400) % 20]}`
    const top = at % tops
    const under = Math.floor(at / tops) % (below + 1)
    const department = under === 0 ? `部门${top}` : `部门${top}/科室${under}`
    return `user${at}@bench.test,${name},${department},职员,010-${at},5,`
  })
  return ['address,name,department,duties,phone,quota,aliases', ...lines].join('\r\n')
}

interface Run {
  run: { state: string; counts: Record<string, number>; done: number; failed: number }
}

async function lists(desk: HttpClient, people: number): Promise<Figure[]> {
  const file = Buffer.from(csvOf(people)).toString('base64')
  const checked = async () => {
    const since = performance.now()
    const { runId } = await desk.data<{ runId: number }>('console/lists/check', {
      name: 'bench.csv',
      file,
    })
    return { runId, ms: performance.now() - since }
  }
  const first = await checked()
  const since = performance.now()
  await desk.data('console/lists/start', { runId: first.runId })
  const at = `console/lists/rows?runId=${first.runId}&pageSize=1`
  let now = await desk.data<Run>(at)
  while (now.run.state === 'working') {
    await wait(200)
    now = await desk.data<Run>(at)
  }
  if (now.run.done !== people) throw new Error(JSON.stringify(now.run))
  const seconds = (performance.now() - since) / 1_000
  const again = await checked()
  const { run } = await desk.data<Run>(`console/lists/rows?runId=${again.runId}&pageSize=1`)
  if (run.counts.same !== people) throw new Error(JSON.stringify(run.counts))
  const told = (name: string, samples: number[]) =>
    figure({ name: `console: ${name}`, size: people, samples, unit: 's' })
  return [
    told('a CSV of everybody judged', [first.ms / 1_000]),
    figure({
      name: 'console: a CSV of everybody taken in, passwords made',
      size: people,
      samples: [seconds],
      unit: 's',
      limit: '< 60',
      met: seconds < 60,
    }),
    told('the same CSV judged once more: nothing changes', [again.ms / 1_000]),
  ]
}

async function pages({ client: desk, ask }: Desk, people: number): Promise<Figure[]> {
  const { list } = await desk.data<{ list: { accountId: number }[] }>(
    `console/people/list?keyword=user${people - 7}@`,
  )
  const [one] = list
  const asked: [string, string, number][] = [
    ['overview', 'console/overview', 30],
    ['storage', 'console/storage', 30],
    ['first page of people', 'console/people/list?pageSize=30', 30],
    [
      'a late page of people',
      `console/people/list?pageSize=30&pageNum=${Math.floor(people / 32)}`,
      30,
    ],
    ['people of a department with all below', 'console/people/list?departmentId=1', 30],
    ['search by a rare address', `console/people/list?keyword=user${people - 3}`, 20],
    ['search by a common name', `console/people/list?keyword=${encodeURIComponent('王')}`, 20],
    ['search that finds nobody', 'console/people/list?keyword=nobody-at-all', 20],
    ['tree of departments', 'console/departments/list', 20],
    ['one person', `console/people/one?accountId=${one?.accountId}`, 30],
    ['one account', `console/people/account?accountId=${one?.accountId}`, 30],
    ['log', 'console/acts/list', 30],
    ['rows of a list', 'console/lists/rows?runId=1&after=5000&pageSize=50', 30],
  ]
  const figures: Figure[] = []
  for (const [name, path, limit] of asked) {
    const samples: number[] = []
    for (let time = -5; time < times; time++) {
      const ms = await ask(path)
      if (time >= 0) samples.push(ms)
    }
    const met = percentile(samples, 0.95) < limit
    figures.push(
      figure({
        name: `console: ${name}`,
        size: people,
        samples,
        unit: 'ms',
        limit: `p95 < ${limit}`,
        met,
      }),
    )
  }
  return figures
}
