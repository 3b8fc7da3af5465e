import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { loadavg, setPriority } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { folders } from '@hongyan/contract/folders'
import { connectApi } from '../durability/api.ts'
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
import type { Attack, Effort, Person } from './attack.ts'
import type { Stretch } from './bystander.ts'
import { openOffice } from './offices.ts'
import { oneCase } from './program-line.ts'
import type { Row } from './table.ts'
import { newTally, type Tally } from './tally.ts'
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
  /** Each attack is made by others than the one before it. */
  measure(attack: Attack): Promise<Row>
  /** All of them at the same time. */
  measureTogether(name: string, attacks: readonly Attack[]): Promise<Row>
  end(): Promise<void>
}

interface Inside extends Options {
  product: Product
  probe: Probe
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
  const { folder, product, certificate, consolePort, effort } = begun
  const names = Array.from({ length: 10 }, (_, n) => `p${n}`)
  await makePeople({ folder }, ['bystander', ...names])
  // Logins first: the guesses of one network are counted for all of it.
  const everybody = await Promise.all(names.map((name) => signIn(product, `${name}@${domain}`)))
  const office = await openOffice(folder, { httpPort: product.httpPort, consolePort })
  const bystander = await startBystander(product)
  if (begun.stepBack) stepBack()
  await delay(5_000)
  await mark(bystander)
  const idle = await resetPeak(product.pid)
  const inside = { ...begun, bystander, idle }
  let next = 0
  const teamFor = ({ people: count }: Attack) =>
    Array.from({ length: count }, () => everybody[next++ % everybody.length] as Person)
  const renewing = setInterval(() => {
    for (const { api } of [office.admin, ...everybody]) api.renew().catch(() => undefined)
  }, 240_000)
  const runOne = (attack: Attack, tally: Tally): Promise<void> =>
    calm(begun, attack, () => {
      const certificates = certificate && folder
      const means = { product, people: teamFor(attack), tally, effort, office, certificates }
      return oneCase(means, attack.name, () => attack.run(means))
    })
  return {
    product,
    idle,
    measure: (attack) => measured(inside, attack.name, (tally) => runOne(attack, tally)),
    measureTogether: (name, attacks) =>
      measured(inside, name, (tally) => Promise.all(attacks.map((one) => runOne(one, tally)))),
    end: async () => {
      clearInterval(renewing)
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

/** On Linux every thread has a priority of its own. At the lowest an attacker was a minute late by its own clock, and took that for silence. */
function stepBack(): void {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), 10)
}

/** One that cannot go on (429 for its own flood, a login that was ended) does not end the others. */
async function calm(
  { say }: Options,
  { name }: Pick<Attack, 'name'>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    say(`   ${name} ended early: ${whyOf(thrown)}`)
  }
}

/** A failed fetch keeps what happened for itself. */
const whyOf = (thrown: unknown): string =>
  thrown instanceof Error
    ? [thrown.message, ...(thrown.cause ? [whyOf(thrown.cause)] : [])].join(': ')
    : String(thrown)

/** @throws when the server ends meanwhile */
async function measured(
  inside: Inside,
  name: string,
  work: (tally: Tally) => Promise<unknown>,
): Promise<Row> {
  const { product, probe, bystander, idle, folder } = inside
  const tally = newTally()
  await probe.stall(product)
  await mark(bystander)
  await resetPeak(product.pid)
  const ending = new AbortController()
  const database = sampleDatabase(folder, ending.signal)
  const since = performance.now()
  const own = monitorEventLoopDelay({ resolution: 100 })
  own.enable()
  const gone = product.ended.then((code) => {
    throw new Error(`the server ended during "${name}" (${code})`)
  })
  // Only while it is waited for.
  gone.catch(() => undefined)
  await Promise.race([calm(inside, { name }, () => work(tally)), gone])
  const peak = await peakMemory(product.pid)
  const row: Row = {
    name,
    tally,
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
  own.disable()
  // Attackers wait for the processor, too: what they took for silence may be their own.
  inside.say(
    `   attackers: their loop at most ${(own.max / 1e9).toFixed(1)} s late, p99 ${(own.percentile(99) / 1e6).toFixed(0)} ms`,
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

async function signIn(product: Product, address: string): Promise<Person> {
  const api = connectApi(product.httpPort, { fresh: true })
  await api.logIn(address, password)
  const { folderList } = await api.get(folders.list, {})
  return { address, api, inbox: folderList.find((one) => one.role === 'inbox')?.folderId ?? 0 }
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
