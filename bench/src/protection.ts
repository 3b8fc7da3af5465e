import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Promised } from './promise.ts'
import { addPeople, makeOrganisation } from './support/people.ts'
import { cpuTimeOf } from './support/proc.ts'
import { type Random, random } from './support/random.ts'
import { type Server, startServer } from './support/server.ts'
import { connectSmtp, type SmtpClient, toWire } from './support/smtp-client.ts'
import { type Figure, figure, median } from './support/stats.ts'
import { chineseWords, englishWords } from './support/words.ts'

const mailbox = 'judged@bench.test'

/**
 * What the built-in judgement of a mail costs the process, with a filter that was taught: the time that two processes on one
 * database compute for the same mails, of which one judges and the other does not.
 */
export const protection: Promised = {
  name: 'protection',
  needs: 'own',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      const judging = await startServer(folder)
      await addPeople(judging.databaseUrl, [mailbox])
      await teach(judging.databaseUrl)
      const idle = await startServer(folder, {
        environment: { DATABASE_URL: judging.databaseUrl },
      })
      try {
        return [await measure({ judging, idle }, quick ? 5 : 12)]
      } finally {
        await idle.stop()
        await judging.stop()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Twenty mails of each kind: from then on the words of each mail are looked up. */
async function teach(url: string): Promise<void> {
  await inDatabase(
    url,
    `INSERT INTO bayes_mails (organisation_id, blob, spam, account_id)
     SELECT o.id, decode(md5(n::text), 'hex'), n % 2 = 0, 1 FROM organisations o, generate_series(1, 40) n`,
  )
}

/** A process reads the settings with its first mail, and hears of changes that are made in the product. */
const switchOff = (url: string, off: boolean): Promise<void> =>
  inDatabase(
    url,
    off
      ? `INSERT INTO protection_settings (organisation_id, settings) SELECT id, '{"builtIn": false}' FROM organisations`
      : 'DELETE FROM protection_settings',
  )

async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function measure(
  { judging, idle }: { judging: Server; idle: Server },
  rounds: number,
): Promise<Figure> {
  const next = random(17)
  const [one, other] = [await connectSmtp(judging.smtpPort), await connectSmtp(idle.smtpPort)]
  await deliver(one, next, 300)
  await switchOff(judging.databaseUrl, true)
  await deliver(other, next, 300)
  await switchOff(judging.databaseUrl, false)
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) {
    const seed = 100 + round
    const judged = await costOf(judging.pid, () => deliver(one, random(seed), 200))
    const plain = await costOf(idle.pid, () => deliver(other, random(seed), 200))
    samples.push((judged - plain) / 200)
  }
  one.close()
  other.close()
  return figure({
    name: 'built-in judgement of a mail, processor time',
    size: 200 * rounds,
    samples,
    unit: 'ms',
    limit: 'under 2 ms',
    met: median(samples) < 2,
  })
}

async function costOf(pid: number, work: () => Promise<void>): Promise<number> {
  const before = cpuTimeOf(pid).server
  await work()
  return cpuTimeOf(pid).server - before
}

/** Mails of some kilobytes, half of them Chinese, each from somebody else. */
async function deliver(client: SmtpClient, next: Random, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const words = n % 2 === 0 ? englishWords : chineseWords
    const text = Array.from(
      { length: 400 },
      (_, index) => words[Math.floor(next() * words.length)] + (index % 12 === 11 ? '\r\n' : ' '),
    ).join('')
    const sender = `s${Math.floor(next() * 1e9)}@mail${n % 50}.bench.example`
    const raw = [
      `From: Somebody <${sender}>`,
      `To: ${mailbox}`,
      `Subject: ${n} ${Math.floor(next() * 1e9)}`,
      'Content-Type: text/plain; charset=utf-8',
      'MIME-Version: 1.0',
      '',
      text,
      '',
    ].join('\r\n')
    await client.send({ sender, to: mailbox, wire: toWire(Buffer.from(raw)) })
  }
}
