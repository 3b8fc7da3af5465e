import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clientAccess } from '@hongyan/contract/client-access'
import { freePort } from '../../support/free-port.ts'
import { connectApi } from '../api.ts'
import {
  command,
  domain,
  endPostgres,
  makePeople,
  type Product,
  password,
  postgresPids,
  startProduct,
  untilReady,
} from '../product.ts'
import { createRandom, type Random } from '../random.ts'
import { createImapUser, type ImapUser } from './crash-imap-user.ts'

export interface ImapCrashPlan {
  rounds: number
  /** Mailboxes, each with programs of its own. */
  people: number
  seed: number
  say(line: string): void
}

export interface ImapCrashReport {
  /** Commands that were answered with OK, by kind. */
  done: Map<string, number>
  /** Commands that a kill has cut, by kind and how they were found. */
  cut: Map<string, number>
  /** What is other than was promised. */
  wrong: string[]
  kills: { server: number; database: number }
  seconds: number
  verify: { code: number; said: string }
}

const names = ['a', 'b', 'c', 'd']
/** Every so many rounds it is the database that dies. */
const databaseEvery = 7

/** Mail programs work while the server and its database are killed; after each kill their mailboxes are looked at. */
export async function runImapCrash(plan: ImapCrashPlan): Promise<ImapCrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-crash-imap-'))
  const people = names.slice(0, plan.people)
  const [imap, pop] = [await freePort(), await freePort()]
  const environment = { HONGYAN_IMAPS_PORT: String(imap), HONGYAN_POP3S_PORT: String(pop) }
  const options = { folder, environment }
  const report: ImapCrashReport = {
    done: new Map(),
    cut: new Map(),
    wrong: [],
    kills: { server: 0, database: 0 },
    seconds: 0,
    verify: { code: -1, said: '' },
  }
  let product = await startProduct(options)
  try {
    await makePeople({ folder }, people)
    const random = createRandom(plan.seed)
    const users = await Promise.all(
      people.map(async (name) =>
        createImapUser({
          address: `${name}@${domain}`,
          code: await codeOf(product, `${name}@${domain}`),
          ports: { imap, pop },
          random: createRandom(plan.seed * 31 + name.charCodeAt(0)),
          report,
        }),
      ),
    )
    const since = performance.now()
    for (const user of users) await user.begin()
    for (let round = 1; round <= plan.rounds; round++) {
      product = await strikeWithin(users, { options, product, random, round, report })
      for (const user of users) await user.look(round)
      if (round % 10 === 0) plan.say(`round ${round}: ${report.wrong.length} wrong`)
    }
    report.seconds = (performance.now() - since) / 1000
    await product.end('SIGTERM')
    report.verify = await command({ folder }, ['verify'])
    return report
  } finally {
    await product.end('SIGKILL')
    endPostgres(folder)
    await delay(500)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Strike {
  options: { folder: string; environment: Record<string, string> }
  product: Product
  random: Random
  round: number
  report: ImapCrashReport
}

/** Kills come after so many commands, but not much later than that. */
const lookMs = 10
const mostMs = 6_000

const doneOf = ({ done }: ImapCrashReport): number =>
  [...done.values()].reduce((sum, one) => sum + one, 0)

/** All work, and are struck at a random moment. @returns the product that runs then */
async function strikeWithin(
  users: readonly ImapUser[],
  { options, product, random, round, report }: Strike,
): Promise<Product> {
  const working = Promise.all(users.map((user) => user.work()))
  const before = doneOf(report)
  const wanted = before + 4 + random.below(40)
  for (let waited = 0; doneOf(report) < wanted && waited < mostMs; waited += lookMs)
    await delay(lookMs)
  await delay(random.below(60))
  if (round % databaseEvery !== 0) {
    report.kills.server++
    await product.end('SIGKILL')
    for (const user of users) user.stop()
    await working
    return startProduct(options)
  }
  report.kills.database++
  const { postmaster, all } = postgresPids(options.folder)
  for (const pid of round % 2 === 0 ? all : [postmaster]) killOf(pid)
  for (const user of users) user.stop()
  await working
  await untilReady(product.httpPort)
  return product
}

function killOf(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (thrown) {
    // A backend that ended by itself meanwhile.
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown
  }
}

async function codeOf({ httpPort }: Product, address: string): Promise<string> {
  const api = connectApi(httpPort)
  await api.logIn(address, password)
  await api.get(clientAccess.stateByUser, { state: 1, password })
  return (await api.get(clientAccess.generatePassword, {})).password
}
