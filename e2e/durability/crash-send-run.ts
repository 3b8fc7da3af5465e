import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { settings } from '@hongyan/contract/settings'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { liftLimits } from '../support/in-database.ts'
import { checkSending, type SendFindings } from './crash-send-check.ts'
import { type Journal, reader, readSome, writeOne } from './crash-send-mails.ts'
import { programPerson, sendByProgram } from './crash-send-program.ts'
import {
  command,
  databaseUrlOf,
  domain,
  endPostgres,
  makePeople,
  type Product,
  startProduct,
} from './product.ts'
import { createRandom, type Random } from './random.ts'
import { type Sink, startSink } from './smtp-sink.ts'
import { type StubbornApi, stubbornApi } from './stubborn-api.ts'

export interface SendCrashPlan {
  rounds: number
  seed: number
  say(line: string): void
}

export interface SendCrashReport extends SendFindings {
  mails: number
  /** What a program handed over by submission and heard 250 to. */
  handed: number
  /** How many ended in each way. */
  ends: Map<string, number>
  seconds: number
  verify: { code: number; said: string }
}

/** One sends at once, the other may undo for a second. */
const senders = [
  { person: `a@${domain}`, undoSendSeconds: 0 },
  { person: `c@${domain}`, undoSendSeconds: 1 },
]
const writersEach = 2

interface Rig {
  folder: string
  product: Product
  environment: Record<string, string>
  port: number | null
  journals: Journal[]
  running: boolean
}

/** Issue 4: people write, send, schedule, undo and recall while the server is killed; then everything is looked at. */
export async function runSendCrash(plan: SendCrashPlan): Promise<SendCrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-crash-send-'))
  const sink = await startSink(15)
  const environment = {
    HONGYAN_RELAY_HOST: '127.0.0.1',
    HONGYAN_RELAY_PORT: String(sink.port),
    HONGYAN_RELAY_TLS: 'none',
    HONGYAN_SUBMISSIONS_PORT: String(await freePort()),
  }
  const product = await startProduct({ folder, environment })
  await makePeople({ folder, environment }, ['a', 'b', 'c', 'd'])
  await liftLimits(folder)
  const port = product.httpPort
  const rig: Rig = { folder, product, environment, port, journals: [], running: true }
  try {
    return await run(plan, rig, sink)
  } finally {
    rig.running = false
    await rig.product.end('SIGKILL')
    endPostgres(folder)
    await sink.stop()
    await delay(500)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function run(plan: SendCrashPlan, rig: Rig, sink: Sink): Promise<SendCrashReport> {
  const since = performance.now()
  const apis = new Map<string, StubbornApi>()
  const apiOf = (person: string): StubbornApi => {
    const api = apis.get(person) ?? stubbornApi(person, () => rig.port)
    apis.set(person, api)
    return api
  }
  for (const { person, undoSendSeconds } of senders)
    await apiOf(person).get(settings.changeSetting, {
      key: 'undoSendSeconds',
      value: undoSendSeconds,
    })
  const random = createRandom(plan.seed)
  const load = startLoad(rig, apiOf, random)
  const submissions = Number(rig.environment.HONGYAN_SUBMISSIONS_PORT)
  const byProgram = sendByProgram(apiOf(programPerson), submissions, () => rig.running)
  for (let round = 0; round < plan.rounds; round++) {
    const before = rig.journals.length
    await delay(100 + random.below(1_100))
    // On a slow machine not one mail would be finished between two kills.
    await untilTrue(() => rig.journals.length > before)
    await kill(rig)
    if (round % 20 === 19) plan.say(`${round + 1} kills, ${rig.journals.length} mails`)
  }
  rig.running = false
  await load
  const handed = await byProgram
  await untilSettled(rig.folder)
  const { journals } = rig
  const findings = await checkSending({ journals, handed, sunk: sink.sunk, apiOf })
  await rig.product.end('SIGTERM')
  const verify = await command({ folder: rig.folder }, ['verify'])
  const ends = Map.groupBy(journals, (one) => `${one.end} ${one.recalled}`.trim())
  return {
    ...findings,
    mails: journals.length,
    handed: handed.filter(({ answer }) => answer === 'taken').length,
    ends: new Map([...ends].map(([end, list]) => [end, list.length])),
    seconds: (performance.now() - since) / 1000,
    verify,
  }
}

/** Writers go on until the rounds are over, and finish what they began. */
function startLoad(rig: Rig, apiOf: (person: string) => StubbornApi, random: Random) {
  let number = 0
  const write = async (sender: string): Promise<void> => {
    while (rig.running) {
      rig.journals.push(await writeOne({ api: apiOf(sender), sender, random }, number++))
      await delay(40)
    }
  }
  const writers = senders.flatMap(({ person }) =>
    Array.from({ length: writersEach }, () => write(person)),
  )
  return Promise.all([...writers, readSome(apiOf(reader), random, () => rig.running)])
}

async function untilTrue(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isSo() && performance.now() < end) await delay(20)
}

async function kill(rig: Rig): Promise<void> {
  const { folder, environment } = rig
  rig.port = null
  await rig.product.end('SIGKILL')
  rig.product = await startProduct({ folder, environment })
  rig.port = rig.product.httpPort
}

/** Leases of the dead run out after two minutes; here they do at once, for nobody else works on their mail. */
async function untilSettled(folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(folder) })
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}
