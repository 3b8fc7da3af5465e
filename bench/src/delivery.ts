import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessagePage } from '@hongyan/contract/messages'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { openPush } from './push.ts'
import { makeMail } from './support/corpus.ts'
import { createSigner, type Signer } from './support/dkim.ts'
import { startDns } from './support/dns.ts'
import { connectHttp, logIn } from './support/http-client.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { type CpuTime, cpuTimeOf } from './support/proc.ts'
import { type Server, startServer } from './support/server.ts'
import { connectSmtp, toWire } from './support/smtp-client.ts'
import { type Figure, figure, percentile } from './support/stats.ts'

/** A search finds a mail so long after its 250 at the latest. */
const findableMs = 1_000
const messageBytes = 10_000
const domain = 'example.org'
const recipients = Array.from({ length: 10 }, (_, index) => `reader${index}@bench.test`)

interface Load {
  name: string
  connections: number
  count: number
  signer: Signer | null
  to: readonly string[]
}

const profile: string[] = []

/**
 * 10 kB messages of all kinds through SMTP: parsed, checked, fsynced, indexed, counted when the 250 is there, and
 * pushed to ten open browsers meanwhile. The sender runs on the same cores.
 */
export const delivery: Promised = {
  name: 'delivery',
  needs: 'own',
  run: async ({ quick }) => {
    const signer = createSigner(domain)
    const dns = await startDns({ [signer.record.name]: signer.record.text })
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      const server = await startServer(folder, {
        environment: { HONGYAN_DNS: dns.address },
        node: profile,
      })
      await addPeople(server.databaseUrl, recipients)
      try {
        return await measureAll(server, { signer, quick })
      } finally {
        await server.stop()
      }
    } finally {
      dns.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measureAll(
  server: Server,
  { signer, quick }: { signer: Signer; quick: boolean },
): Promise<Figure[]> {
  const count = quick ? 1_500 : 4_000
  const common = { signer: null, to: recipients }
  const loads: Load[] = [
    { name: 'warm', connections: 8, count: 1_000, ...common },
    { name: 'unsigned', connections: 1, count: count / 4, ...common },
    { name: 'unsigned', connections: 8, count, ...common },
    { name: 'unsigned', connections: 32, count, ...common },
    { name: 'DKIM-signed', connections: 8, count: count / 2, ...common, signer },
    {
      name: 'to one mailbox',
      connections: 8,
      count: count / 2,
      signer: null,
      to: recipients.slice(0, 1),
    },
  ]
  const figures: Figure[] = []
  for (const load of loads) {
    const measured = await deliver(server, load)
    if (load.name !== 'warm') figures.push(...figuresOf(load, measured))
  }
  return figures
}

interface Delivered {
  rate: number
  answers: number[]
  pushes: number[]
  stall: number | null
  cpu: CpuTime
}

async function deliver(server: Server, load: Load): Promise<Delivered> {
  const run = Math.random().toString(36).slice(2, 8)
  const mails = Array.from({ length: load.count }, (_, index) => {
    const to = load.to[index % load.to.length] ?? ''
    const mark = `m${run}${index.toString(36)}x`
    const { raw } = makeMail(index, { to, size: messageBytes, mark })
    const wire = toWire(load.signer ? load.signer.sign(raw) : raw)
    return { to, mark, wire, sender: `sender${index % 50}@${domain}` }
  })
  const arrived = new Map<string, number>()
  const readers = await Promise.all(load.to.map((address) => openReader(server, address, arrived)))
  await server.metric(stallMetric)

  const accepted = new Map<string, number>()
  const answers: number[] = []
  let next = 0
  const clients = await Promise.all(
    Array.from({ length: load.connections }, () => connectSmtp(server.smtpPort)),
  )
  const cpuBefore = cpuTimeOf(server.pid)
  const since = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      for (let mail = mails[next++]; mail; mail = mails[next++]) {
        const start = performance.now()
        await client.send(mail)
        const now = performance.now()
        accepted.set(mail.mark, now)
        answers.push(now - start)
      }
    }),
  )
  const rate = mails.length / ((performance.now() - since) / 1000)
  const stall = await server.metric(stallMetric)
  const cpuAfter = cpuTimeOf(server.pid)
  for (const client of clients) client.close()
  await untilAll(arrived, mails.length)
  const stored = await countMarked(server.databaseUrl, run)
  if (stored !== mails.length) throw new Error(`${mails.length} accepted, ${stored} stored`)
  for (let index = 0; index < mails.length; index += Math.ceil(mails.length / 20)) {
    const mail = mails[index]
    if (mail) await readers[load.to.indexOf(mail.to)]?.mustFind(mail.mark)
  }
  for (const reader of readers) reader.close()
  const pushes = [...accepted].map(([mark, at]) =>
    Math.max(0, (arrived.get(mark) ?? Infinity) - at),
  )
  const cpu = {
    server: (cpuAfter.server - cpuBefore.server) / mails.length,
    database: (cpuAfter.database - cpuBefore.database) / mails.length,
  }
  return { rate, answers, pushes, stall, cpu }
}

/** What the house writes of itself, of a login on a new device, is none of ours. */
async function countMarked(databaseUrl: string, run: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int FROM messages WHERE subject LIKE $1',
    [`% m${run}%`],
  )
  await client.end()
  return rows[0]?.count ?? 0
}

const stallMetric = 'hongyan_event_loop_stall_ms'

/** Pushes may trail the last answer a little. */
async function untilAll(arrived: ReadonlyMap<string, number>, count: number): Promise<void> {
  const end = performance.now() + 10_000
  while (arrived.size < count) {
    if (performance.now() > end) throw new Error(`${count - arrived.size} pushes never came`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function openReader(server: Server, address: string, arrived: Map<string, number>) {
  const client = await connectHttp(server.httpPort)
  const token = await logIn(client, address, password)
  const push = await openPush(server.httpPort, { address, token }, (subject, at) => {
    arrived.set(subject.slice(subject.lastIndexOf(' ') + 1), at)
  })
  return {
    mustFind: async (mark: string) => {
      const find = () => client.data<MessagePage>(`mail/email/search?searchKeyword=${mark}`)
      const since = performance.now()
      for (;;) {
        const { list } = await find()
        const late = performance.now() - since
        if (list.length === 1) return late
        if (list.length > 1 || late > findableMs)
          throw new Error(`${mark} was found ${list.length} times, ${late} ms after its push`)
      }
    },
    close: () => {
      push.close()
      client.close()
    },
  }
}

function figuresOf(load: Load, { rate, answers, pushes, stall, cpu }: Delivered): Figure[] {
  const { name, connections } = load
  const promised = name === 'unsigned'
  const least = { 8: 600, 32: 1_000 }[connections]
  const figures = [
    figure({
      name: `delivery: 10 kB, ${name}, messages`,
      size: connections,
      samples: [rate],
      unit: '/s',
      ...(promised && least ? { limit: `>= ${least} /s`, met: rate >= least } : {}),
    }),
    figure({
      name: `delivery: 10 kB, ${name}, DATA to 250`,
      size: connections,
      samples: answers,
      unit: 'ms',
    }),
    figure({
      name: `delivery: 10 kB, ${name}, 250 to push`,
      size: connections,
      samples: pushes,
      unit: 'ms',
      limit: 'p95 < 100 ms',
      met: percentile(pushes, 0.95) < 100,
    }),
  ]
  for (const part of ['server', 'database'] as const) {
    const title = `delivery: 10 kB, ${name}, CPU of the ${part} for one message`
    figures.push(figure({ name: title, size: connections, samples: [cpu[part]], unit: 'ms' }))
  }
  if (stall !== null) {
    figures.push(
      figure({
        name: `delivery: 10 kB, ${name}, longest main-loop stall`,
        size: connections,
        samples: [stall],
        unit: 'ms',
        limit: '< 100 ms',
        met: stall < 100,
      }),
    )
  }
  return figures
}
