/**
 * `npm run hostile [-- --heap 1024] [--only part of a name] [--rounds 2] [--skip-growth] [--group FOLDER]`: the product in a process of its
 * own with a small heap, attacked by every kind of hostile deed, one kind after the other and then all at once, while an
 * honest person lists, opens, searches and is delivered mail. Prints one table; the exit code says whether it holds.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { folders } from '@hongyan/contract/folders'
import { connectApi } from '../durability/api.ts'
import {
  domain,
  makePeople,
  type Product,
  password,
  postgresPids,
  startProduct,
} from '../durability/product.ts'
import type { Attack, Person } from './attack.ts'
import type { Stretch } from './bystander.ts'
import { doorAttacks } from './doors.ts'
import { measureGrowth } from './growth.ts'
import { guessAttacks } from './guesses.ts'
import { mailAttacks } from './mails.ts'
import { slowAttacks } from './slow.ts'
import { type Row, report } from './table.ts'
import { newTally, type Tally } from './tally.ts'
import { createProbe, databaseMemory, memoryNow, peakMemory, resetPeak } from './watch-server.ts'

const { values } = parseArgs({
  options: {
    heap: { type: 'string', default: '1024' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1' },
    'skip-growth': { type: 'boolean', default: false },
    'skip-single': { type: 'boolean', default: false },
    profile: { type: 'string' },
    /** A control group made for this, with its limit of memory set: server and database are put into it. */
    group: { type: 'string' },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const bystanderAddress = `bystander@${domain}`

const attacks = [...mailAttacks, ...doorAttacks, ...slowAttacks, ...guessAttacks].filter((one) =>
  one.name.includes(values.only),
)
const folder = await mkdtemp(join(tmpdir(), 'hongyan-hostile-'))
const probe = createProbe(folder, values.group ? { PROBE_GROUP: values.group } : {})
const options = {
  folder,
  node: [
    ...probe.node,
    `--max-old-space-size=${values.heap}`,
    ...(values.profile
      ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`, '--cpu-prof-interval=2000']
      : []),
  ],
  environment: probe.environment,
}
say(
  `heap ${values.heap} MB, ${values.group ? `in the control group ${values.group}` : 'in no control group'}, load ${loadavg()[0]?.toFixed(1)}`,
)

const rows: Row[] = []
let died = ''
try {
  await attackAll()
} catch (thrown) {
  died = thrown instanceof Error ? thrown.message : String(thrown)
  say(thrown instanceof Error ? String(thrown.stack) : died)
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = report({ rows, died, load: loadavg()[0] ?? 0, heap: values.heap, say }) ? 0 : 1

async function attackAll(): Promise<void> {
  if (!values['skip-growth']) rows.push(await measureGrowth(say))
  const product = await startProduct(options)
  const names = Array.from({ length: 10 }, (_, n) => `p${n}`)
  await makePeople({ folder }, ['bystander', ...names])
  // Logins first: the guesses of one network are counted for all of it.
  const everybody = await Promise.all(names.map((name) => signIn(product, `${name}@${domain}`)))
  // Each attack is made by others than the one before it.
  let next = 0
  const teams = attacks.map(({ people: count }) =>
    Array.from({ length: count }, () => everybody[next++ % everybody.length] as Person),
  )
  const bystander = await startBystander(product)
  await delay(5_000)
  await mark(bystander)
  const idle = await resetPeak(product.pid)
  say(`idle ${idle.toFixed(0)} MB`)
  const watch = { product, bystander, idle }
  const renewing = setInterval(() => {
    for (const { api } of everybody) api.renew().catch(() => undefined)
  }, 240_000)
  try {
    for (const [index, attack] of attacks.entries()) {
      if (values['skip-single']) break
      const team = teams[index] ?? []
      rows.push(
        await measured(watch, attack.name, (tally) => attack.run({ product, people: team, tally })),
      )
      await delay(3_000)
    }
    if (attacks.length > 1)
      rows.push(await measured(watch, 'ALL AT ONCE', (tally) => allAtOnce(product, teams, tally)))
    rows.push(await measured(watch, 'afterwards, for 20 s', () => delay(20_000)))
  } finally {
    clearInterval(renewing)
    bystander.kill()
    await product.end('SIGTERM')
  }
}

async function allAtOnce(
  product: Product,
  teams: readonly Person[][],
  tally: Tally,
): Promise<void> {
  for (let round = 0; round < Number(values.rounds); round++) {
    await Promise.all(
      attacks.map((one, index) => calm(one, { product, people: teams[index] ?? [], tally })),
    )
  }
}

/** One that cannot go on (429 for its own flood, a login that was ended) does not end the others. */
async function calm(attack: Attack, means: Parameters<Attack['run']>[0]): Promise<void> {
  try {
    await attack.run(means)
  } catch (thrown) {
    say(
      `   ${attack.name} ended early: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    )
  }
}

interface Watched {
  product: Product
  bystander: ChildProcess
  idle: number
}

async function measured(
  { product, bystander, idle }: Watched,
  name: string,
  work: (tally: Tally) => Promise<unknown>,
): Promise<Row> {
  const tally = newTally()
  await probe.stall(product)
  await mark(bystander)
  await resetPeak(product.pid)
  const ending = new AbortController()
  const database = sampleDatabase(ending.signal)
  const since = performance.now()
  const gone = product.ended.then((code) => {
    throw new Error(`the server ended during "${name}" (${code})`)
  })
  const attack: Attack = { name, people: 0, run: () => work(tally).then(() => undefined) }
  await Promise.race([calm(attack, { product, people: [], tally }), gone])
  const row: Row = {
    name,
    tally,
    seconds: (performance.now() - since) / 1000,
    stall: await probe.stall(product),
    above: (await peakMemory(product.pid)) - idle,
    peak: await peakMemory(product.pid),
    rest: await memoryNow(product.pid),
    bystander: await mark(bystander),
    database: 0,
    load: loadavg()[0] ?? 0,
  }
  ending.abort()
  row.database = await database
  gone.catch(() => undefined)
  say(
    `${name}: ${row.tally.cases} cases, ${row.seconds.toFixed(0)} s, stall ${row.stall.toFixed(0)} ms, +${row.above.toFixed(0)} MB, list p95 ${row.bystander.list.p95.toFixed(0)} ms`,
  )
  for (const wrong of new Set([
    ...tally.failures,
    ...tally.refusedWrongly,
    ...tally.acceptedWrongly,
    ...row.bystander.refused,
  ]))
    say(`   ${wrong}`)
  return row
}

/** The most that the database held, looked at every second. */
async function sampleDatabase(signal: AbortSignal): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    most = Math.max(most, await databaseMemory(postgresPids(folder).all).catch(() => 0))
    await delay(1_000)
  }
  return most
}

async function signIn(product: Product, address: string): Promise<Person> {
  const api = connectApi(product.httpPort)
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
