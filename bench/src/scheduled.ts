import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { connectHttp, logIn } from './support/http-client.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { type Server, startServer } from './support/server.ts'
import { type Sink, startSink } from './support/smtp-sink.ts'
import { type Figure, figure } from './support/stats.ts'

const senders = Array.from({ length: 40 }, (_, index) => `sender${index}@bench.test`)
const minute = 60_000
/** Mails that one process has in its hands at once; two of them work here. */
const inHands = 64

/**
 * Scheduled mails that are all due in one minute, on two worker processes with one database: each leaves once, in
 * the order of the times, to another mail server on the same cores.
 */
export const scheduled: Promised = {
  name: 'scheduled',
  needs: 'own',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    const sink = await startSink()
    const environment = {
      HONGYAN_RELAY_HOST: '127.0.0.1',
      HONGYAN_RELAY_PORT: String(sink.port),
      HONGYAN_RELAY_TLS: 'none',
    }
    try {
      await makeOrganisation(folder)
      const first = await startServer(folder, { environment })
      await addPeople(first.databaseUrl, senders)
      const second = await startServer(folder, {
        environment: { ...environment, DATABASE_URL: first.databaseUrl },
      })
      try {
        return await measure([first, second], sink, quick ? 1_000 : 10_000)
      } finally {
        await second.stop()
        await first.stop()
      }
    } finally {
      sink.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(servers: Server[], sink: Sink, count: number): Promise<Figure[]> {
  const start = Date.now() + 30 * minute
  const dueOf = (place: number): number => start + Math.floor((place * minute) / count)
  await writeAll(servers, count, dueOf)
  const shift = await bringForward(servers[0]?.databaseUrl ?? '', start)
  while (new Set(sink.taken.map((one) => one.subject)).size < count) await delay(200)
  // A second copy would come soon after the first.
  await delay(3_000)
  const places = sink.taken.map(({ subject }) => Number(subject.split(' ')[1]))
  const late = sink.taken.map(({ at }, index) => at - (dueOf(places[index] ?? 0) - shift))
  const overtaken = places.map((place, at) => Math.abs(place - at))
  const doubled = places.length - new Set(places).size
  const seconds = ((sink.taken.at(-1)?.at ?? 0) - (start - shift)) / 1000
  return [
    figure({ name: 'left after its time', size: count, samples: late, unit: 'ms' }),
    figure({
      name: 'places out of order',
      size: count,
      samples: overtaken,
      unit: 'mails',
      limit: `never more than ${inHands}`,
      met: Math.max(...overtaken) <= inHands,
    }),
    figure({
      name: 'left twice or before its time',
      size: count,
      samples: [doubled + late.filter((one) => one < 0).length],
      unit: 'mails',
      limit: '0',
      met: doubled === 0 && late.every((one) => one >= 0),
    }),
    figure({
      name: 'all of one minute have left after',
      size: count,
      samples: [seconds],
      unit: 's',
    }),
  ]
}

/** Half of them through each process, not in the order of their times. */
async function writeAll(
  servers: readonly Server[],
  count: number,
  dueOf: (place: number) => number,
): Promise<void> {
  const waiting = Array.from({ length: count }, (_, index) => (index * 7_919) % count)
  const write = async (sender: string, server: Server | undefined): Promise<void> => {
    const client = await connectHttp(server?.httpPort ?? 0)
    await logIn(client, sender, password)
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      await client.data('mail/email/send', {
        mailTo: ['peer@other.test'],
        mailCc: [],
        mailBcc: [],
        mailSubject: `place ${place}`,
        html: '<p>scheduled</p>',
        quotedHtml: '',
        fileIds: [],
        sendKey: `scheduled ${place}`,
        scheduledTime: new Date(dueOf(place)).toISOString(),
      })
    }
    client.close()
  }
  await Promise.all(senders.map((sender, index) => write(sender, servers[index % servers.length])))
}

/**
 * Nobody waits half an hour: all times are moved so that the first is due after the processes have looked again, which
 * they do every 15 s. @returns by how much, in ms
 */
async function bringForward(databaseUrl: string, start: number): Promise<number> {
  const shift = start - (Date.now() + 20_000)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const by = [shift / 1000]
  await client.query(
    'UPDATE submission_recipients SET next_attempt_at = next_attempt_at - make_interval(secs => $1)',
    by,
  )
  await client.query('UPDATE submissions SET due_at = due_at - make_interval(secs => $1)', by)
  await client.end()
  return shift
}
