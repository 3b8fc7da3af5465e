import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clientAccess } from '@hongyan/contract/client-access'
import { connectApi } from '../durability/api.ts'
import { domain, makePeople, type Product, password, startProduct } from '../durability/product.ts'
import { imapIn } from '../durability/programs/program-line.ts'
import { createProbe, memoryNow, peakMemory, resetPeak } from '../hostile/watch-server.ts'
import { freePort } from '../support/free-port.ts'
import { type Owner, type Ports, visit } from './doors.ts'
import type { DoorName } from './lines.ts'

interface Options {
  /** Lines that are answered, of all doors together. */
  lines: number
  seed: number
  /** Programs at the same time, each with a mailbox of its own. */
  lanes: number
  say(line: string): void
}

/** What came of one door. */
export interface DoorFigures {
  answers: number
  visits: number
  /** Visits that waited for bytes that did not come. */
  cut: number
}

export interface Figures {
  doors: Record<DoorName, DoorFigures>
  seconds: number
  /** The longest time that the main loop worked without a pause, in ms. */
  stall: number
  /** Of the server's process, in MB. */
  memory: { idle: number; peak: number; after: number }
  /** What should not be: answers that no server gives, errors in the log, a door that is shut, an end of the server. */
  wrong: string[]
}

const names: readonly DoorName[] = ['imap', 'pop3', 'submission']
/** Lines of one visit: a program with many wrong ones is sent away before. */
const linesOfVisit = 120
/** After so many visits a mailbox is made small again. */
const tidyEvery = 30

/** The product in a process of its own, and programs that say what nobody would, until so many lines were answered. */
export async function runWireFuzz(options: Options): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-fuzz-'))
  const wrong: string[] = []
  const probe = createProbe(folder)
  const ports = await freePorts()
  const product = await startProduct({
    folder,
    node: probe.node,
    environment: { ...probe.environment, ...environmentOf(ports) },
    heard: (line) => {
      if (/"level":(?:5|6)0/.test(line)) wrong.push(`in the log: ${line.slice(0, 400)}`)
    },
  })
  try {
    const people = Array.from({ length: options.lanes }, (_, n) => `fuzz${n}`)
    await makePeople({ folder }, people)
    const owners = await Promise.all(people.map((name) => ownerOf(product, name)))
    for (const owner of owners) await tidy(ports, owner)
    const idle = await resetPeak(product.pid)
    await probe.stall(product)
    const since = performance.now()
    const run = { ...options, ports, wrong, doors: noFigures(), visits: 0, product }
    const gone = product.ended.then((code) => void wrong.push(`the server ended (${code})`))
    await Promise.race([gone, Promise.all(owners.map((owner) => lane(run, owner)))])
    const seconds = (performance.now() - since) / 1000
    const stall = await probe.stall(product)
    const peak = await peakMemory(product.pid)
    for (const owner of owners) await tidy(ports, owner)
    return {
      doors: run.doors,
      seconds,
      stall,
      memory: { idle, peak, after: await memoryNow(product.pid) },
      wrong: [...wrong],
    }
  } finally {
    await product.end('SIGTERM')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type AllPorts = Record<DoorName, Ports>

interface Run extends Options {
  ports: AllPorts
  doors: Figures['doors']
  wrong: string[]
  visits: number
  product: Product
}

const noFigures = (): Figures['doors'] => ({
  imap: { answers: 0, visits: 0, cut: 0 },
  pop3: { answers: 0, visits: 0, cut: 0 },
  submission: { answers: 0, visits: 0, cut: 0 },
})

const answered = ({ doors }: Run): number =>
  names.reduce((sum, name) => sum + doors[name].answers, 0)

/** The faults that are told: the first ones say enough. */
const mostWrong = 20

async function lane(run: Run, owner: Owner): Promise<void> {
  for (let own = 1; answered(run) < run.lines && run.wrong.length < mostWrong; own++) {
    const number = run.visits++
    const name = fewest(run)
    const seed = run.seed * 10_000_019 + number
    // Every third one is a stranger.
    const visitor = number % 3 === 0 ? null : owner
    const at = { door: name, ports: run.ports[name], owner: visitor, seed, lines: linesOfVisit }
    try {
      const { answers, wasCut, broken } = await visit(at)
      const figures = run.doors[name]
      figures.answers += answers
      figures.visits++
      if (wasCut) figures.cut++
      run.wrong.push(...broken.map((one) => `${name}, seed ${seed}: ${one}`))
      if (own % tidyEvery === 0) await tidy(run.ports, owner)
    } catch (thrown) {
      run.wrong.push(`${name}, seed ${seed}: ${String(thrown)}`)
    }
    if (number % 2_000 === 1_999) tell(run)
  }
}

/** The door that has answered least: all three get as many lines. */
const fewest = ({ doors }: Run): DoorName =>
  names.reduce((least, name) => (doors[name].answers < doors[least].answers ? name : least))

function tell(run: Run): void {
  run.say(`${run.visits} visits, ${answered(run)} lines answered`)
}

const example =
  'Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\na\r\n--b--\r\n'

/** Three mails in the inbox and none elsewhere; shows that the door is open, too. */
async function tidy({ imap }: AllPorts, { address, code }: Owner): Promise<void> {
  const line = await imapIn(imap.tlsPort, address, code)
  for (const folder of ['INBOX', 'Archive', 'Drafts', 'Sent']) {
    await line.ask(`SELECT ${folder}`)
    await line.ask('STORE 1:* +FLAGS.SILENT (\\Deleted)')
    await line.ask('EXPUNGE')
  }
  for (let mails = 0; mails < 3; mails++)
    await line.ask(`APPEND INBOX {${example.length}+}\r\n${example}`)
  line.close()
}

async function ownerOf({ httpPort }: Product, name: string): Promise<Owner> {
  const address = `${name}@${domain}`
  const api = connectApi(httpPort)
  await api.logIn(address, password)
  await api.get(clientAccess.stateByUser, { state: 1, password })
  const { password: code } = await api.get(clientAccess.generatePassword, {})
  await delay(10)
  return { address, code }
}

async function freePorts(): Promise<AllPorts> {
  const two = async () => ({ port: await freePort(), tlsPort: await freePort() })
  return { imap: await two(), pop3: await two(), submission: await two() }
}

const environmentOf = ({ imap, pop3, submission }: AllPorts): Record<string, string> => ({
  HONGYAN_CONSOLE_PORT: '',
  HONGYAN_IMAP_PORT: String(imap.port),
  HONGYAN_IMAPS_PORT: String(imap.tlsPort),
  HONGYAN_POP3_PORT: String(pop3.port),
  HONGYAN_POP3S_PORT: String(pop3.tlsPort),
  HONGYAN_SUBMISSION_PORT: String(submission.port),
  HONGYAN_SUBMISSIONS_PORT: String(submission.tlsPort),
})
