import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeCertificate } from '../durability/migrate-source.ts'
import {
  domain,
  makePeople,
  type Product,
  password,
  postgresPids,
  startProduct,
} from '../durability/product.ts'
import { freePort } from '../support/free-port.ts'
import type { Attack, Effort } from './attack.ts'
import type { Stretch } from './bystander.ts'
import type { Report } from './squad.ts'
import { type Squads, squadNames, startSquads } from './squads.ts'
import type { Row } from './table.ts'
import { sumOf } from './tally.ts'
import {
  createProbe,
  databaseMemory,
  memoryNow,
  type Probe,
  peakMemory,
  resetPeak,
} from './watch-server.ts'

const memoryProbe = fileURLToPath(new URL('./memory-probe.ts', import.meta.url))
const bystanderAddress = `bystander@${domain}`

interface Options {
  folder: string
  /** MB of the server's heap. */
  heap: number
  /** A file for a line about each long stall of the server. */
  stalls?: string
  /** More arguments for the server's node. */
  node?: string[]
  /** File to which server and threads write what they hold. */
  memory?: string | undefined
  /** A control group made for this, with its limit of memory set: server and database are put into it. */
  group?: string | undefined
  /** Attackers step back behind server, database and bystander: in the world they have machines of their own. */
  stepBack: boolean
  /** Mail programs are let in, by ports that are chosen beforehand. */
  programs?: boolean
  effort: Effort
  say(line: string): void
}

/** A server in a process of its own, somebody honest who uses it, and what attacks do to both. */
export interface Siege {
  product: Product
  /** MB of the server before the first attack. */
  idle: number
  measure(attack: Attack): Promise<Row>
  /** All of them at the same time. */
  measureTogether(name: string, attacks: readonly Attack[]): Promise<Row>
  /** Nothing is done to it for so many seconds. */
  peace(name: string, seconds: number): Promise<Row>
  end(): Promise<void>
}

interface Inside extends Options {
  product: Product
  probe: Probe
  squads: Squads
  bystander: ChildProcess
  idle: number
}

export async function startSiege(options: Options): Promise<Siege> {
  const { folder, heap, group, node = [], memory } = options
  const probe = createProbe(folder, {
    ...(group && { PROBE_GROUP: group }),
    ...(options.stalls && { PROBE_STALLS: options.stalls }),
  })
  const certificate = tryCertificate(folder)
  const consolePort = await freePort()
  const product = await startProduct({
    folder,
    node: [
      ...probe.node,
      ...(memory ? ['--import', memoryProbe] : []),
      `--max-old-space-size=${heap}`,
      ...node,
    ],
    environment: {
      ...probe.environment,
      HONGYAN_CONSOLE_PORT: String(consolePort),
      ...(memory ? { MEMORY_FILE: memory } : {}),
      ...(options.programs ? await programDoors() : {}),
      ...(certificate
        ? { HONGYAN_PRIVATE_MAIL_HOSTS: '127.0.0.0/8', HONGYAN_MIGRATION_CA: certificate }
        : {}),
    },
  })
  try {
    return await besiege({ ...options, product, probe, certificate, consolePort })
  } catch (thrown) {
    await product.end('SIGTERM')
    throw thrown
  }
}

interface Begun extends Options {
  product: Product
  probe: Probe
  certificate: string | null
  consolePort: number
}

/** Everybody comes, and what the server takes in peace is looked at. */
async function besiege(begun: Begun): Promise<Siege> {
  const { folder, product, certificate, consolePort, effort, stepBack } = begun
  await makePeople({ folder }, ['bystander', ...squadNames])
  const { httpPort, smtpPort } = product
  const squads = await startSquads({
    folder,
    doors: { httpPort, smtpPort },
    consolePort,
    certificates: certificate && folder,
    effort,
    stepBack,
  })
  const bystander = await startBystander(product)
  await delay(5_000)
  await mark(bystander)
  const idle = await resetPeak(product.pid)
  const inside = { ...begun, squads, bystander, idle }
  return {
    product,
    idle,
    measure: (attack) => measured(inside, attack.name, () => Promise.all([squads.attack(attack)])),
    measureTogether: (name, attacks) =>
      measured(inside, name, () => Promise.all(attacks.map((one) => squads.attack(one)))),
    peace: (name, seconds) => measured(inside, name, () => delay(seconds * 1_000).then(() => [])),
    end: async () => {
      squads.end()
      bystander.kill()
      await product.end('SIGTERM')
    },
  }
}

/** Programs are told where to come in, so the doors have numbers. */
async function programDoors(): Promise<Record<string, string>> {
  const doors = ['IMAP', 'IMAPS', 'POP3', 'POP3S', 'SUBMISSION', 'SUBMISSIONS']
  const ports = await Promise.all(doors.map(async (door) => [door, await freePort()] as const))
  return Object.fromEntries(ports.map(([door, port]) => [`HONGYAN_${door}_PORT`, String(port)]))
}

/** The servers that people move in from need one. @returns its file, null on a machine without openssl */
function tryCertificate(folder: string): string | null {
  try {
    return makeCertificate(folder)
  } catch {
    return null
  }
}

/** @throws when the server ends meanwhile */
async function measured(inside: Inside, name: string, work: () => Promise<Report[]>): Promise<Row> {
  const { product, probe, squads, bystander, idle, folder } = inside
  await probe.stall(product)
  await squads.lateness()
  await mark(bystander)
  await resetPeak(product.pid)
  const ending = new AbortController()
  const database = sampleDatabase(folder, ending.signal)
  const since = performance.now()
  const gone = product.ended.then((code) => {
    throw new Error(`the server ended during "${name}" (${code})`)
  })
  // Only while it is waited for.
  gone.catch(() => undefined)
  const reports = await Promise.race([work(), gone])
  const peak = await peakMemory(product.pid)
  const row: Row = {
    name,
    tally: sumOf(reports.map(({ tally }) => tally)),
    seconds: (performance.now() - since) / 1000,
    stall: await probe.stall(product),
    above: peak - idle,
    peak,
    rest: await memoryNow(product.pid),
    bystander: await mark(bystander),
    database: 0,
    load: loadavg()[0] ?? 0,
  }
  ending.abort()
  row.database = await database
  for (const one of reports) if (one.early) inside.say(`   ${one.name} ended early: ${one.early}`)
  // Attackers wait for the processor, too: what they took for silence may be their own.
  const { most, p99 } = await squads.lateness()
  inside.say(
    `   attackers: their loops at most ${most.toFixed(1)} s late, p99 ${p99.toFixed(0)} ms`,
  )
  tell(inside, row)
  return row
}

function tell({ say }: Options, { name, tally, seconds, stall, above, bystander }: Row): void {
  const times = `${seconds.toFixed(0)} s, stall ${stall.toFixed(0)} ms`
  say(
    `${name}: ${tally.cases} cases, ${times}, +${above.toFixed(0)} MB, list p95 ${bystander.list.p95.toFixed(0)} ms`,
  )
  const wrong = [tally.failures, tally.refusedWrongly, tally.acceptedWrongly, bystander.refused]
  for (const one of new Set(wrong.flat())) say(`   ${one}`)
}

/** The most that the database held, looked at every second. */
async function sampleDatabase(folder: string, signal: AbortSignal): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    most = Math.max(most, await databaseMemory(postgresPids(folder).all).catch(() => 0))
    await delay(1_000, undefined, { signal }).catch(() => undefined)
  }
  return most
}

async function startBystander({ httpPort, smtpPort }: Product): Promise<ChildProcess> {
  const child = fork(new URL('./bystander.ts', import.meta.url))
  child.send({ httpPort, smtpPort, address: bystanderAddress, password })
  await once(child, 'message')
  return child
}

/** What the bystander lived through since the last mark. */
async function mark(child: ChildProcess): Promise<Stretch> {
  const answered = once(child, 'message')
  child.send('mark')
  const [stretch] = (await answered) as [Stretch]
  return stretch
}
