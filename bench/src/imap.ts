import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Promised } from './promise.ts'
import { makeMail } from './support/corpus.ts'
import { startDovecot } from './support/dovecot.ts'
import { connectHttp, logIn } from './support/http-client.ts'
import { connectImap, type ImapClient } from './support/imap-client.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { residentMegabytes } from './support/proc.ts'
import { type Server, startServer } from './support/server.ts'
import { type Figure, figure, median } from './support/stats.ts'

/** A server that is measured, by accounts that can come in. */
interface Side {
  name: 'ours' | 'dovecot'
  pid: number
  port: number
  /** What each account gives. */
  codes: ReadonlyMap<string, string>
}

const reader = 'reader@bench.test'
const messageBytes = 4_000
const changed = 1_000
const rounds = 5
const appendedAtOnce = 100
/** Of one account at most 25 are in, the one that brings mail too. */
const perAccount = 20

/** What mail programs do all day, beside Dovecot with the same mail on the same machine in the same run. */
export const imap: Promised = {
  name: 'imap',
  needs: 'own',
  run: async ({ quick }) => {
    const count = quick ? 10_000 : 100_000
    const idle = quick ? 200 : 1_000
    const sleepers = Array.from({ length: idle / perAccount }, (_, n) => `sleeper${n}@bench.test`)
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    await makeOrganisation(folder)
    const [port, otherPort] = [await freePort(), await freePort()]
    const server = await startServer(folder, { environment: { HONGYAN_IMAPS_PORT: `${port}` } })
    const dovecot = await startDovecot(otherPort)
    try {
      await addPeople(server.databaseUrl, [reader, ...sleepers])
      const codes = await codesOf(server, [reader, ...sleepers])
      const sides: Side[] = [{ name: 'ours', pid: server.pid, port, codes }]
      if (dovecot) {
        const same = new Map([reader, ...sleepers].map((one) => [one, dovecot.password]))
        sides.push({ name: 'dovecot', pid: dovecot.pid, port: otherPort, codes: same })
      }
      return [
        ...(await commands(sides, count)),
        ...(await resyncs(sides, count)),
        ...(await sleeping(sides, sleepers)),
      ]
    } finally {
      await server.stop()
      dovecot?.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function codesOf(
  { httpPort }: Server,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const address of addresses) {
    const client = await connectHttp(httpPort)
    await logIn(client, address, password)
    await client.data('user/client/stateByUser', { state: 1, password })
    const made = await client.data<{ password: string }>('user/client/generatePassword')
    codes.set(address, made.password)
    client.close()
  }
  return codes
}

async function enter(side: Side, address = reader): Promise<ImapClient> {
  const client = await connectImap(side.port)
  await client.ask(`LOGIN ${address} ${side.codes.get(address)}`)
  return client
}

interface Task {
  name: string
  size: number
  /** @returns ms */
  run(client: ImapClient, round: number, side: Side): Promise<number>
  /** Puts back what was changed; not counted. */
  undo?(client: ImapClient, round: number): Promise<unknown>
  /** Ours against theirs: no more than this. */
  limit?: number
}

const tasksOf = (count: number): Task[] => [
  {
    name: 'LOGIN and SELECT',
    size: count,
    limit: 1,
    run: async (_client, _round, side) => {
      const since = performance.now()
      const other = await enter(side)
      await other.ask('SELECT INBOX')
      other.close()
      return performance.now() - since
    },
  },
  { name: 'FETCH 1:* (FLAGS)', size: count, limit: 1, run: (one) => one.ask('FETCH 1:* (FLAGS)') },
  {
    name: 'FETCH (UID FLAGS ENVELOPE)',
    size: 10_000,
    limit: 1,
    run: (one) => one.ask('FETCH 1:10000 (UID FLAGS ENVELOPE)'),
  },
  {
    // What Thunderbird asks of new mail, and of a mailbox that it sees for the first time.
    name: 'FETCH (UID RFC822.SIZE FLAGS HEADER.FIELDS)',
    size: 10_000,
    limit: 1,
    run: (one) =>
      one.ask(
        'UID FETCH 1:10000 (UID RFC822.SIZE FLAGS BODY.PEEK[HEADER.FIELDS (From To Cc Bcc Subject Date Message-ID Priority X-Priority References Newsgroups In-Reply-To Content-Type Reply-To)])',
      ),
  },
  {
    name: 'FETCH BODY.PEEK[]',
    size: changed,
    limit: 1,
    run: (one) => one.ask(`FETCH 1:${changed} (BODY.PEEK[])`),
  },
  {
    name: 'STORE',
    size: changed,
    limit: 1,
    run: (one) => one.ask(`STORE 1:${changed} +FLAGS (\\Flagged)`),
    undo: (one) => one.ask(`STORE 1:${changed} -FLAGS (\\Flagged)`),
  },
  {
    name: 'MOVE',
    size: changed,
    limit: 1,
    run: (one) => one.ask(`MOVE 1:${changed} Other`),
  },
  {
    name: 'SEARCH SUBJECT',
    size: count,
    limit: 0.05,
    run: (one) => one.ask('SEARCH SUBJECT budget'),
  },
  { name: 'SEARCH BODY', size: count, limit: 0.05, run: (one) => one.ask('SEARCH BODY telemetry') },
  {
    name: 'SORT (REVERSE DATE)',
    size: count,
    limit: 1,
    run: (one) => one.ask('UID SORT (REVERSE DATE) UTF-8 ALL'),
  },
  {
    name: 'THREAD REFERENCES',
    size: count,
    run: (one) => one.ask('UID THREAD REFERENCES UTF-8 ALL'),
  },
  {
    name: 'APPEND',
    size: 1,
    limit: 1,
    run: async (one, round) => {
      const since = performance.now()
      for (let turn = 0; turn < 50; turn++)
        await one.ask(`APPEND Drafts ${literalOf(1_000_000 + round * 50 + turn)}`)
      return (performance.now() - since) / 50
    },
  },
]

const literalOf = (index: number): string => {
  const { raw } = makeMail(index, {
    to: reader,
    size: messageBytes,
    ...(index % 50 === 0 ? { mark: 'telemetry' } : {}),
  })
  const text = raw.toString('latin1').replace(/\r?\n/g, '\r\n')
  return `{${text.length}+}\r\n${text}`
}

/** The same mail on each side, as a program brings it. */
async function fill(side: Side, count: number): Promise<void> {
  const client = await enter(side)
  for (let at = 0; at < count; at += appendedAtOnce) {
    const some = Array.from({ length: appendedAtOnce }, (_, index) => literalOf(at + index))
    await client.ask(`APPEND INBOX ${some.join(' ')}`)
  }
  for (const one of ['Other', 'Drafts']) await client.ask(`CREATE ${one}`).catch(() => 0)
  client.close()
}

async function commands(sides: readonly Side[], count: number): Promise<Figure[]> {
  const clients = new Map<Side, ImapClient>()
  for (const side of sides) {
    await fill(side, count)
    const client = await enter(side)
    await client.ask('SELECT INBOX')
    clients.set(side, client)
  }
  const figures: Figure[] = []
  for (const task of tasksOf(count)) {
    const samples = new Map<Side, number[]>(sides.map((side) => [side, []]))
    for (let round = 0; round <= rounds; round++)
      for (const [side, client] of clients) {
        const ms = await task.run(client, round, side)
        await task.undo?.(client, round)
        // The first round fills what each keeps.
        if (round > 0) samples.get(side)?.push(ms)
      }
    figures.push(...compared(task, sides, samples))
  }
  for (const client of clients.values()) client.close()
  return figures
}

function compared(
  { name, size, limit }: Pick<Task, 'name' | 'size' | 'limit'>,
  sides: readonly Side[],
  samples: ReadonlyMap<Side, number[]>,
): Figure[] {
  const [ours, theirs] = sides.map((side) => samples.get(side) ?? [])
  const ratio = ours && theirs ? median(ours) / median(theirs) : undefined
  return sides.map((side) =>
    figure({
      name: `${side.name}: ${name}`,
      size,
      samples: samples.get(side) ?? [],
      unit: 'ms',
      ...(side.name === 'ours' && ratio !== undefined ? { ratio } : {}),
      ...(side.name === 'ours' && ratio !== undefined && limit !== undefined
        ? { limit: `${limit} of Dovecot`, met: ratio <= limit }
        : {}),
    }),
  )
}

const resyncLimit = 20
const resyncRounds = 20
const changedMeanwhile = 100

/** A program comes back after a hundred changes (QRESYNC, RFC 7162). */
async function resyncs(sides: readonly Side[], count: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const side of sides) {
    const samples: number[] = []
    const changer = await enter(side)
    await changer.ask('SELECT INBOX')
    for (let round = 0; round <= resyncRounds; round++) {
      const state = await changer.told('STATUS INBOX (UIDVALIDITY HIGHESTMODSEQ)')
      const [, validity] = /UIDVALIDITY (\d+)/.exec(state) ?? []
      const [, position] = /HIGHESTMODSEQ (\d+)/.exec(state) ?? []
      const from = 1 + round * changedMeanwhile
      await changer.ask(`STORE ${from}:${from + changedMeanwhile - 1} +FLAGS (\\Answered)`)
      const program = await enter(side)
      await program.ask('ENABLE QRESYNC')
      const ms = await program.ask(`SELECT INBOX (QRESYNC (${validity} ${position}))`)
      if (round > 0) samples.push(ms)
      program.close()
    }
    changer.close()
    const name = `${side.name}: SELECT (QRESYNC) after ${changedMeanwhile} changes`
    const limit = { limit: `p95 ${resyncLimit} ms`, met: p95(samples) <= resyncLimit }
    figures.push(
      figure({ name, size: count, samples, unit: 'ms', ...(side.name === 'ours' ? limit : {}) }),
    )
  }
  return figures
}

const p95 = (samples: readonly number[]): number =>
  [...samples].sort((a, b) => a - b)[Math.floor(samples.length * 0.95)] ?? 0

const idleWake = { name: 'IDLE wake-up', size: 1 }
const wakeLimit = 100
const memoryLimit = 60

/** Many that wait for news: what they take, and how soon one hears of a mail. */
async function sleeping(sides: readonly Side[], sleepers: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const side of sides) {
    const before = residentMegabytes(side.pid)
    const asleep: ImapClient[] = []
    for (const address of sleepers)
      for (let index = 0; index < perAccount; index++) {
        const client = await enter(side, address)
        await client.ask('SELECT INBOX')
        client.write('i IDLE\r\n')
        await client.hear('+ ')
        asleep.push(client)
      }
    const added = residentMegabytes(side.pid) - before
    const isOurs = side.name === 'ours'
    figures.push(
      figure({
        name: `${side.name}: memory of idle programs`,
        size: asleep.length,
        samples: [added],
        unit: 'MB',
        ...(isOurs
          ? {
              limit: `${memoryLimit} MB for 1,000`,
              met: (added / asleep.length) * 1_000 <= memoryLimit,
            }
          : {}),
      }),
    )
    const samples = await wakings(side, sleepers[0] ?? '', asleep[0])
    figures.push(
      figure({
        ...idleWake,
        name: `${side.name}: ${idleWake.name}`,
        samples,
        unit: 'ms',
        ...(isOurs ? { limit: `p95 ${wakeLimit} ms`, met: p95(samples) <= wakeLimit } : {}),
      }),
    )
    for (const client of asleep) client.close()
  }
  return figures
}

/** From the answer of who brings a mail until the one that waits has heard of it. */
async function wakings(
  side: Side,
  address: string,
  sleeper: ImapClient | undefined,
): Promise<number[]> {
  if (!sleeper) return []
  const bringer = await enter(side, address)
  const samples: number[] = []
  for (let round = 0; round < 30; round++) {
    const heard = sleeper.hear(' EXISTS')
    await bringer.ask(`APPEND INBOX ${literalOf(2_000_000 + round)}`)
    const answered = performance.now()
    samples.push(Math.max(0, (await heard) - answered))
  }
  bringer.close()
  return samples
}
