import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { connectHttp, type HttpClient, logIn } from './support/http-client.ts'
import { listPath, openMailbox } from './support/mailbox.ts'
import { ownServer } from './support/own-server.ts'
import { password } from './support/people.ts'
import type { Server } from './support/server.ts'
import { connectSmtp, toWire } from './support/smtp-client.ts'
import { figure, percentile } from './support/stats.ts'

const writer = 'writer@bench.test'
const other = 'other@bench.test'
const group = 'everybody@bench.test'
const rounds = 3

/** A mail to a group of everybody, by a rule, while mail comes in from outside and somebody looks at a list. */
export const groupMail: Promised = {
  name: 'group',
  needs: 'own',
  run: ({ quick }) => {
    const people = Array.from({ length: quick ? 1_000 : 10_000 }, (_, at) => `g${at}@bench.test`)
    return ownServer([...people, writer, other], async (server) => {
      const database = new pg.Client({ connectionString: server.databaseUrl })
      await database.connect()
      const line = await makeGroup(server, database)
      const beside = await workBeside(server)
      const accepted: number[] = []
      const arrived: number[] = []
      for (let round = 0; round < rounds; round++) {
        const subject = `to everybody ${round}`
        const since = performance.now()
        const { status, ms } = await line.post('mail/email/send', {
          ...{ mailTo: [group], mailCc: [], mailBcc: [], mailSubject: subject },
          ...{ html: '<p>Words for all.</p>', quotedHtml: '', fileIds: [] },
          sendKey: crypto.randomUUID(),
        })
        if (status !== 200) throw new Error(`a mail to the group was answered ${status}`)
        accepted.push(ms)
        await untilAllHave(database, { subject, count: people.length })
        arrived.push((performance.now() - since) / 1000)
      }
      const { lists, delivered } = await beside.stop()
      line.close()
      await database.end()
      const size = people.length
      const [slowest, latest] = [Math.max(...accepted), Math.max(...arrived)]
      return [
        figure({
          name: 'group: a mail to all of it is accepted',
          ...{ size, samples: accepted, unit: 'ms', limit: '<= 300 ms', met: slowest <= 300 },
        }),
        figure({
          name: 'group: it is in every mailbox',
          ...{ size, samples: arrived, unit: 's', limit: '<= 20 s', met: latest <= 20 },
        }),
        figure({
          name: "group: somebody else's list meanwhile",
          ...{ size, samples: lists, unit: 'ms', limit: 'p95 <= 50 ms' },
          met: percentile(lists, 0.95) <= 50,
        }),
        figure({
          name: 'group: other mail meanwhile, DATA to 250',
          ...{ size, samples: delivered, unit: 'ms' },
        }),
      ]
    })
  },
}

async function makeGroup(server: Server, database: pg.Client): Promise<HttpClient> {
  await database.query(
    `UPDATE users SET is_admin = true, console_role = 'owner'
     WHERE account_id = (SELECT account_id FROM addresses WHERE address = $1)`,
    [writer],
  )
  const line = await connectHttp(server.httpPort)
  await logIn(line, writer, password)
  await line.data('mailgroup/save', {
    name: 'Everybody',
    address: group,
    rule: { match: 'all', conditions: [{ field: 'address', op: 'begins', value: 'g' }] },
  })
  return line
}

/** @returns what stops it and tells how long lists and deliveries took meanwhile, in ms */
async function workBeside(server: Server) {
  const lists: number[] = []
  const delivered: number[] = []
  let isOver = false
  const reader = await openMailbox(server, other, 1)
  const sender = await connectSmtp(server.smtpPort)
  const wire = toWire(
    Buffer.from(
      `From: a@example.org\r\nTo: ${other}\r\nSubject: other mail\r\n\r\n${'words of it '.repeat(800)}\r\n`,
    ),
  )
  const reading = (async () => {
    while (!isOver) {
      lists.push((await reader.client.get(listPath(reader.inbox))).ms)
      await wait(20)
    }
  })()
  const sending = (async () => {
    while (!isOver) {
      const since = performance.now()
      await sender.send({ sender: 'a@example.org', to: [other], wire })
      delivered.push(performance.now() - since)
      await wait(50)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await Promise.all([reading, sending])
      reader.client.close()
      sender.close()
      return { lists, delivered }
    },
  }
}

async function untilAllHave(
  database: pg.Client,
  { subject, count }: { subject: string; count: number },
): Promise<void> {
  const end = performance.now() + 300_000
  for (;;) {
    const { rows } = await database.query<{ n: number }>(
      `SELECT count(DISTINCT m.account_id)::int AS n FROM messages m
       JOIN addresses a ON a.account_id = m.account_id AND a.address LIKE 'g%' WHERE m.subject = $1`,
      [subject],
    )
    const n = rows[0]?.n ?? 0
    if (n >= count) return
    if (performance.now() > end) throw new Error(`${n} of ${count} have it after 300 s`)
    await wait(200)
  }
}
