import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type CrashFindings, checkCopies } from './crash-check.ts'
import {
  command,
  databaseUrlOf,
  domain,
  endPostgres,
  makePeople,
  type Product,
  postgresPids,
  startProduct,
  untilReady,
} from './product.ts'
import { createRandom, type Random } from './random.ts'
import { type Sending, startSending } from './senders.ts'
import { createTestMails } from './test-mails.ts'

export interface CrashPlan {
  messages: number
  kills: number
  pgKills: number
  seed: number
  connections: number
  say(line: string): void
}

export interface CrashReport extends CrashFindings {
  sending: Sending
  seconds: number
  /** From each kill of the server to its next answer on /readyz and a bound SMTP port, in ms. */
  restarts: number[]
  /** Of each kill of PostgreSQL, which the server outlived. */
  pgRestarts: number[]
  /** Exits of the server that nobody asked for. */
  unasked: number
  /** What `hongyan verify` said at the end, and its exit code. */
  verify: { code: number; said: string }
}

type Kill = { kind: 'server' | 'postmaster' | 'postgres'; after: number }

interface Rig {
  folder: string
  product: Product
  port: number | null
  report: { restarts: number[]; pgRestarts: number[]; unasked: number }
}

/** P1: mail comes in while the server and its database are killed; then everything is counted. */
export async function runCrash(plan: CrashPlan): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-crash-'))
  const people = ['a', 'b', 'c', 'd'].map((name) => `${name}@${domain}`)
  const product = await startProduct({ folder })
  await makePeople({ folder }, ['a', 'b', 'c', 'd'])
  const report = { restarts: [], pgRestarts: [], unasked: 0 }
  const rig: Rig = { folder, product, port: product.smtpPort, report }
  try {
    return await run(plan, rig, people)
  } finally {
    await rig.product.end('SIGKILL')
    endPostgres(folder)
    await delay(500)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function run(plan: CrashPlan, rig: Rig, people: readonly string[]): Promise<CrashReport> {
  const mailOf = createTestMails(plan.seed, people)
  const random = createRandom(plan.seed)
  const since = performance.now()
  const { messages: mails, connections } = plan
  const through = createCounter()
  const { state, done } = startSending({
    mails,
    connections,
    mailOf,
    port: () => rig.port,
    onThrough: through.add,
  })
  const kills = planKills(plan, random)
  const killing = (async () => {
    for (const [index, kill] of kills.entries()) {
      await through.reaches(kill.after)
      // Every second time at the very moment of an answer: others are committed then, and not answered yet.
      if (index % 2 === 1) await delay(random.below(250))
      await strike(kill.kind, rig)
      plan.say(`${state.answered} answered, ${state.retried} retried; killed ${kill.kind}`)
    }
  })()
  await Promise.all([done, killing])
  const seconds = (performance.now() - since) / 1000
  const databaseUrl = databaseUrlOf(rig.folder)
  const { httpPort } = rig.product
  const findings = await checkCopies({ httpPort, databaseUrl, people, mails, mailOf })
  const code = await rig.product.end('SIGTERM')
  if (code !== 0) rig.report.unasked++
  const verify = await command({ folder: rig.folder }, ['verify'])
  return { ...findings, ...rig.report, sending: state, seconds, verify }
}

function createCounter() {
  let count = 0
  let wanted = Infinity
  let tell: () => void = () => undefined
  return {
    add: () => {
      if (++count >= wanted) tell()
    },
    reaches: (target: number): Promise<void> =>
      new Promise((resolve) => {
        wanted = target
        tell = resolve
        if (count >= target) resolve()
      }),
  }
}

/** At random counts of answered mails; of PostgreSQL's kills every second takes all its processes at once. */
function planKills({ messages, kills, pgKills }: CrashPlan, random: Random): Kill[] {
  const at = () => random.below(Math.floor(messages * 0.95))
  const server = Array.from({ length: kills }, (): Kill => ({ kind: 'server', after: at() }))
  const database = Array.from(
    { length: pgKills },
    (_, index): Kill => ({ kind: index % 2 === 0 ? 'postgres' : 'postmaster', after: at() }),
  )
  return [...server, ...database].sort((a, b) => a.after - b.after)
}

async function strike(kind: Kill['kind'], rig: Rig): Promise<void> {
  const since = performance.now()
  if (kind === 'server') {
    rig.port = null
    await rig.product.end('SIGKILL')
    rig.product = await startProduct({ folder: rig.folder })
    rig.port = rig.product.smtpPort
    watch(rig, rig.product)
    rig.report.restarts.push(performance.now() - since)
    return
  }
  const { postmaster, all } = postgresPids(rig.folder)
  for (const pid of kind === 'postgres' ? all : [postmaster]) killOf(pid)
  await untilDown(rig.product.httpPort)
  await untilReady(rig.product.httpPort)
  rig.report.pgRestarts.push(performance.now() - since)
}

/** A process that ends by itself is a failure of its own. */
function watch(rig: Rig, product: Product): void {
  void product.ended.then((code) => {
    if (rig.product === product && code !== null && code !== 0) rig.report.unasked++
  })
}

/** The first answers after the kill may still come over a connection that does not know yet. */
async function untilDown(port: number): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (status !== 200) return
    await delay(5)
  }
}

function killOf(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (thrown) {
    // A backend that ended by itself meanwhile.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown
  }
}
