import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { settings } from '@hongyan/contract/settings'
import pg from 'pg'
import { freePort } from '../../support/free-port.ts'
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
import { type ComposeFindings, copiesOf, judge, missing, safeWords } from './crash-compose-check.ts'
import {
  goTo,
  openComposer,
  openProduct,
  type Plan,
  plans,
  reader,
  recall,
  saidSaved,
  schedule,
  send,
  typeWords,
  undo,
  type Written,
} from './crash-compose-writer.ts'
import { type LiveBrowser, startBrowser } from './live-browser.ts'

export interface ComposeCrashPlan {
  rounds: number
  seed: number
  /** Death comes at the latest so long after a round began, in ms. */
  longest?: number
  say(line: string): void
}

export interface ComposeCrashReport extends ComposeFindings {
  rounds: number
  killed: { browser: number; server: number }
  mails: number
  words: number
  /** How many mails ended in each way, as their writer was told. */
  told: Map<string, number>
  seconds: number
  verify: { code: number; said: string }
}

const writer = `a@${domain}`

interface Rig {
  folder: string
  profile: string
  url: string
  environment: Record<string, string>
  product: Product
  port: number | null
  browser: LiveBrowser | null
  random: Random
  mails: Written[]
  findings: ComposeFindings
  killed: { browser: number; server: number }
  longest: number
  apiOf(person: string): StubbornApi
  say(line: string): void
}

/**
 * Issue 4: a person writes, sends, undoes, schedules and recalls in the real composer, while the browser or the
 * server is killed at some moment of every round. After each kill the text is looked for; at the end everything is.
 */
export async function runComposeCrash(plan: ComposeCrashPlan): Promise<ComposeCrashReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-crash-compose-'))
  // One address for all lives of the server: what a browser keeps belongs to an address.
  const port = await freePort()
  const environment = { HONGYAN_HTTP_PORT: String(port) }
  const product = await startProduct({ folder, environment })
  await makePeople({ folder, environment }, ['a', 'b'])
  await liftLimits(folder)
  const rig = makeRig(plan, { folder, port, environment, product })
  try {
    return await run(plan, rig)
  } finally {
    await rig.browser?.kill()
    await rig.product.end('SIGKILL')
    endPostgres(folder)
    await delay(500)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type RigParts = Pick<Rig, 'folder' | 'environment' | 'product'> & { port: number }

function makeRig(plan: ComposeCrashPlan, { folder, port, environment, product }: RigParts): Rig {
  const apis = new Map<string, StubbornApi>()
  const rig: Rig = {
    folder,
    profile: join(folder, 'browser'),
    url: `http://127.0.0.1:${port}`,
    environment,
    product,
    port,
    browser: null,
    random: createRandom(plan.seed),
    mails: [],
    findings: { lost: [], doubled: [], untrue: [] },
    killed: { browser: 0, server: 0 },
    longest: plan.longest ?? 10_000,
    apiOf: (person) => {
      const api = apis.get(person) ?? stubbornApi(person, () => rig.port)
      apis.set(person, api)
      return api
    },
    say: plan.say,
  }
  return rig
}

async function run(plan: ComposeCrashPlan, rig: Rig): Promise<ComposeCrashReport> {
  const since = performance.now()
  const { apiOf, mails, findings, killed } = rig
  await apiOf(writer).get(settings.changeSetting, { key: 'undoSendSeconds', value: 2 })
  let said = 0
  for (let round = 0; round < plan.rounds; round++) {
    await oneRound(rig, round)
    const found = [...findings.lost, ...findings.doubled, ...findings.untrue]
    for (const one of found.slice(said)) plan.say(one)
    said = found.length
    if (round % 5 === 4) plan.say(`${round + 1} rounds, ${mails.length} mails, ${said} wrong`)
  }
  await rig.browser?.kill()
  await untilSettled(rig.folder)
  const sides = { writer: apiOf(writer), colleague: apiOf(reader) }
  for (const mail of mails) await judge(findings, mail, sides)
  await rig.product.end('SIGTERM')
  const verify = await command({ folder: rig.folder }, ['verify'])
  const told = Map.groupBy(mails, (one) => one.told)
  return {
    ...findings,
    rounds: plan.rounds,
    killed,
    mails: mails.length,
    words: mails.reduce((sum, one) => sum + one.words.length, 0),
    told: new Map([...told].map(([end, list]) => [end, list.length])),
    seconds: (performance.now() - since) / 1000,
    verify,
  }
}

/** One life of the browser, or one death of the server under it. */
async function oneRound(rig: Rig, round: number): Promise<void> {
  const { random, findings } = rig
  rig.browser ??= await startBrowser(rig.profile)
  const { page } = rig.browser
  await openProduct(page, rig.url, writer)
  const { mail, path } = await nextMail(rig, round)
  const plan = plans[random.below(plans.length)] ?? 'write'
  const victim = random.below(3) === 0 ? 'server' : 'browser'
  const pressed = Promise.withResolvers<void>()
  const told = act(rig, { mail, path, plan, press: pressed.resolve }).catch(() => undefined)
  // Half of the time death comes right after something was pressed, when answers are on their way.
  const isClose = plan !== 'write' && random.below(2) === 0
  if (isClose) await Promise.race([pressed.promise, told])
  await delay(isClose ? random.below(250) : 800 + random.below(rig.longest))
  const diedAt = Date.now()
  rig.killed[victim]++
  if (victim === 'browser') {
    await rig.browser.kill()
    rig.browser = null
    await told
  } else {
    await restartServer(rig)
    await told
    await goTo(page, '#/inbox')
  }
  findings.lost.push(...mail.unseen.splice(0).map((word) => `never on screen: ${word}`))
  const about = `round ${round}: ${plan}, ${victim} killed, ${mail.subject} ${mail.told}`
  await lookForText(rig, { mail, diedAt, isWholeTextSafe: victim === 'server', about })
}

interface Acting {
  mail: Written
  path: string
  plan: Plan
  /** Called when the last button of the plan is about to be pressed. */
  press(): void
}

async function act(rig: Rig, { mail, path, plan, press }: Acting): Promise<void> {
  const { random, browser } = rig
  if (!browser) return
  const writing = { page: browser.page, mail, random }
  await openComposer(writing, path)
  await typeWords(writing, 2 + random.below(12))
  if (random.below(2) === 0 && (await saidSaved(writing))) await checkSaved(rig, mail)
  if (plan === 'write') return typeWords(writing, 6 + random.below(10))
  if (plan === 'schedule') return schedule(writing, press)
  await send(writing, plan === 'send' ? press : ignore)
  if (plan === 'undo') return undo(writing, press)
  if (plan !== 'recall') return
  // The time to take it back runs out, and it arrives.
  await delay(2_500)
  await recall(writing, press)
}

const ignore = (): void => undefined

/** The screen said that it is saved: then the server has it. */
async function checkSaved({ apiOf, findings }: Rig, mail: Written): Promise<void> {
  const words = mail.words.slice(0, mail.saved).map((one) => one.word)
  const gone = missing(await copiesOf(apiOf(writer), mail), words)
  if (gone.length > 0) findings.untrue.push(`${mail.subject}: said to be saved without ${gone}`)
}

/** A mail whose writing was cut off is gone on with, every other time; else a new one is begun. */
async function nextMail(rig: Rig, round: number): Promise<{ mail: Written; path: string }> {
  const { mails, random, apiOf } = rig
  const open = mails.filter((one) => one.told === 'writing' || one.told === 'undone').at(-1)
  if (open && open.subjectAt > 0 && random.below(2) === 0) {
    const draft = (await copiesOf(apiOf(writer), open)).find((one) => one.role === 'drafts')
    if (draft) return { mail: open, path: `#/write/neweditAgain/${draft.mailId}` }
  }
  const subject = `crash ${round}`
  const mail: Written = {
    subject,
    subjectAt: 0,
    words: [],
    told: 'writing',
    saved: 0,
    reopened: '',
    unseen: [],
  }
  mails.push(mail)
  return { mail, path: '#/write/new/0' }
}

interface Looking {
  mail: Written
  diedAt: number
  /** The browser lived on: nothing that was typed may be missing. */
  isWholeTextSafe: boolean
  about: string
}

/** Text that stood on the screen long enough is on the server soon after the browser is there again. */
async function lookForText(rig: Rig, { mail, diedAt, isWholeTextSafe, about }: Looking) {
  const words = isWholeTextSafe ? mail.words.map((one) => one.word) : safeWords(mail, diedAt)
  // Typed in the last moments, all of it: what is not there now is not asked for later.
  if (words.length === 0) return forgetYoung(rig, mail, isWholeTextSafe)
  if (rig.browser === null) {
    rig.browser = await startBrowser(rig.profile)
    await openProduct(rig.browser.page, rig.url, writer)
  }
  let gone: string[] = words
  for (let attempt = 0; attempt < 40; attempt++) {
    gone = missing(await copiesOf(rig.apiOf(writer), mail), words)
    if (gone.length === 0) return forgetYoung(rig, mail, isWholeTextSafe)
    await delay(400)
  }
  rig.findings.lost.push(`${about}: ${gone.length} of ${words.length} words (${gone[0]} …)`)
}

/** What was typed in the last moments may be gone with the browser: from now on it is not asked for. */
async function forgetYoung(rig: Rig, mail: Written, isWholeTextSafe: boolean): Promise<void> {
  if (isWholeTextSafe) return
  const words = mail.words.map((one) => one.word)
  const gone = new Set(missing(await copiesOf(rig.apiOf(writer), mail), words))
  mail.words = mail.words.filter((one) => !gone.has(one.word))
}

async function restartServer(rig: Rig): Promise<void> {
  const { folder, environment, random } = rig
  rig.port = null
  await rig.product.end('SIGKILL')
  await delay(random.below(1_500))
  rig.product = await startProduct({ folder, environment })
  rig.port = rig.product.httpPort
}

/** Leases of the dead run out after two minutes; here they do at once, for nobody else works on their mail. */
async function untilSettled(folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrlOf(folder) })
  await client.connect()
  try {
    await delay(2_500)
    await client.query(`UPDATE submission_recipients SET lease = NULL, lease_until = NULL,
      next_attempt_at = now() WHERE state IN ('queued', 'deferred') AND lease_until IS NOT NULL
      AND submission_id IN (SELECT id FROM submissions WHERE state IN ('held', 'queued'))`)
    for (let attempt = 0; attempt < 300; attempt++) {
      const { rows } = await client.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM submissions WHERE state IN ('held', 'queued')`,
      )
      if (rows[0]?.open === 0) return
      await delay(200)
    }
    throw new Error('not every mail came to an end')
  } finally {
    await client.end()
  }
}
