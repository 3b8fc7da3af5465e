import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import pg from 'pg'
import { liftLimits } from '../../support/in-database.ts'
import {
  command,
  databaseUrlOf,
  domain,
  endPostgres,
  makePeople,
  type Product,
  startProduct,
} from '../product.ts'
import { createRandom, type Random } from '../random.ts'
import { type StubbornApi, stubbornApi } from '../stubborn-api.ts'

export interface ApprovalCrashReport {
  mails: number
  /** How many ended in each way. */
  ends: Map<string, number>
  /** Mails that came to no end, to two, or to another than the answers said. */
  wrong: string[]
  verify: { code: number; said: string }
}

const [writer, approver, reader] = ['a', 'b', 'd'].map((name) => `${name}@${domain}`) as [
  string,
  string,
  string,
]
const writersAtOnce = 3

interface Rig {
  folder: string
  product: Product
  port: number | null
  running: boolean
  mails: { subject: string; ends: string[] }[]
}

/** Issue 17: mail is held, approved, rejected and withdrawn at once while the server is killed; then all is looked at. */
export async function runApprovalCrash(plan: {
  rounds: number
  seed: number
  say(line: string): void
}): Promise<ApprovalCrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-crash-approval-'))
  const product = await startProduct({ folder })
  const rig: Rig = { folder, product, port: product.httpPort, running: true, mails: [] }
  try {
    await makePeople({ folder }, ['a', 'b', 'd'])
    await liftLimits(folder)
    const rule = { name: 'all', senders: [writer], levels: [{ approvers: [approver] }] }
    await writeFile(join(folder, 'rule.json'), JSON.stringify(rule))
    const made = await command({ folder }, ['approval', 'set', join(folder, 'rule.json')])
    if (made.code !== 0) throw new Error(made.said)
    return await run(plan, rig)
  } finally {
    rig.running = false
    await rig.product.end('SIGKILL')
    endPostgres(folder)
    await delay(500)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function run(
  plan: Parameters<typeof runApprovalCrash>[0],
  rig: Rig,
): Promise<ApprovalCrashReport> {
  const random = createRandom(plan.seed)
  const apis = [writer, approver].map((person) => stubbornApi(person, () => rig.port)) as [
    StubbornApi,
    StubbornApi,
  ]
  let number = 0
  const write = async (): Promise<void> => {
    while (rig.running) await oneMail(rig, apis, { random, number: number++ })
  }
  const load = Promise.all(Array.from({ length: writersAtOnce }, write))
  for (let round = 0; round < plan.rounds; round++) {
    const before = rig.mails.length
    await delay(100 + random.below(900))
    // On a slow machine not one mail would be finished between two kills.
    const end = performance.now() + 60_000
    while (rig.mails.length === before && performance.now() < end) await delay(20)
    rig.port = null
    await rig.product.end('SIGKILL')
    rig.product = await startProduct({ folder: rig.folder })
    rig.port = rig.product.httpPort
    if (round % 20 === 19) plan.say(`${round + 1} kills, ${rig.mails.length} mails`)
  }
  rig.running = false
  await load
  const { ends, wrong } = await check(rig)
  await rig.product.end('SIGTERM')
  const verify = await command({ folder: rig.folder }, ['verify'])
  return { mails: rig.mails.length, ends, wrong, verify }
}

/** One mail, and all that may be done with it at once. What the answers said is kept. */
async function oneMail(
  rig: Rig,
  [mine, theirs]: [StubbornApi, StubbornApi],
  { random, number }: { random: Random; number: number },
): Promise<void> {
  const subject = `crash ${number} ${randomUUID()}`
  await mine.get(compose.send, {
    ...{ mailTo: [reader], mailCc: [], mailBcc: [], mailSubject: subject },
    ...{ html: '<p>x</p>', quotedHtml: '', fileIds: [], sendKey: randomUUID() },
  })
  const { list } = await mine.get(approval.userApprovalList, { keyword: subject })
  const approvalIds = list.map(({ approvalId }) => approvalId)
  const opinion = 'crash'
  const judging = random.below(2) === 0 ? approval.approve : approval.reject
  // The way back is the longer one: without a start it would never be first.
  const start = random.below(400)
  const judge = async () => {
    await delay(start)
    return theirs.call(judging, { approvalIds, opinion })
  }
  const isTakenBack = random.below(2) === 0
  const acts = [judge(), ...(isTakenBack ? [mine.call(approval.withdraw, { approvalIds })] : [])]
  const ends = (await Promise.all(acts)).flatMap((answer) =>
    answer.ok ? answer.data.list.map(({ state }) => state) : [],
  )
  rig.mails.push({ subject, ends })
}

interface Row {
  subject: string
  state: string
  submission: string
  copies: number
  ended: number
}

const right: Record<string, { submission: string; copies: number }> = {
  approved: { submission: 'sent', copies: 1 },
  rejected: { submission: 'rejected', copies: 0 },
  withdrawn: { submission: 'cancelled', copies: 0 },
}

async function check(rig: Rig): Promise<Pick<ApprovalCrashReport, 'ends' | 'wrong'>> {
  const client = new pg.Client({ connectionString: databaseUrlOf(rig.folder) })
  await client.connect()
  try {
    await untilSettled(client)
    const { rows } = await client.query<Row>(
      `SELECT p.subject, p.state, s.state AS submission,
        (SELECT count(*)::int FROM messages m JOIN accounts a ON a.id = m.account_id
          WHERE a.address = $1 AND m.subject = p.subject) AS copies,
        (SELECT count(*)::int FROM approval_trail t WHERE t.approval_id = p.id
          AND t.entry::json ->> 'action' IN ('approved', 'rejected', 'withdrawn')) AS ended
      FROM approvals p JOIN submissions s ON s.id = p.submission_id`,
      [reader],
    )
    const wrong = rig.mails.flatMap(({ subject, ends }) => {
      const own = rows.filter((row) => row.subject === subject)
      const [row] = own
      const wanted = right[row?.state ?? '']
      // An answer that a kill swallowed is asked for again, and says what became of it by a refusal.
      const isRight =
        row &&
        own.length === 1 &&
        wanted?.submission === row.submission &&
        wanted.copies === row.copies &&
        row.ended === 1 &&
        ends.every((end) => end === row.state)
      return isRight ? [] : [`${subject}: ${JSON.stringify({ own, ends })}`]
    })
    const ends = Map.groupBy(rows, ({ state }) => state)
    return { wrong, ends: new Map([...ends].map(([state, list]) => [state, list.length])) }
  } finally {
    await client.end()
  }
}

/** Leases of the dead run out after two minutes; here they do at once, for nobody else works on their mail. */
async function untilSettled(client: pg.Client): Promise<void> {
  await delay(3_000)
  await client.query(`UPDATE submission_recipients SET lease = NULL, lease_until = NULL,
    next_attempt_at = now() WHERE state IN ('queued', 'deferred') AND lease_until IS NOT NULL`)
  for (let attempt = 0; attempt < 600; attempt++) {
    const { rows } = await client.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM submissions WHERE state IN ('held', 'scheduled', 'queued')`,
    )
    if (rows[0]?.open === 0) return
    await delay(200)
  }
  throw new Error('not every mail came to an end')
}
