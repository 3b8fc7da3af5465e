import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../tools/server-flags.mjs'
import { type Commands, openCommands, type Said } from './commands.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const main = join(root, 'server/src/main.ts')

export const domain = 'example.test'
export const password = 'Correct-Horse-7'

/** The product as a child process that may be killed at any moment. */
export interface Product {
  pid: number
  httpPort: number
  smtpPort: number
  /** From the start of the process to its first answer on /readyz, in ms. */
  readyMs: number
  /** Settles when the process is gone: its exit code, null after a signal. */
  ended: Promise<number | null>
  /** A figure of /metrics, null when it has no such name. */
  metric(name: string): Promise<number | null>
  /** Sends a signal and waits until the process is gone. @returns its exit code */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface ProductOptions {
  folder: string
  environment?: Record<string, string>
  /** Arguments for node, e.g. `--import FILE`. */
  node?: string[]
  /** Each line of its log. */
  heard?(line: string): void
}

/** @throws with the last words of the process when it ends before it is ready */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const since = performance.now()
  const child = spawn(process.execPath, [...serverFlags, ...(options.node ?? []), main, 'serve'], {
    cwd: root,
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const { http: httpPort, smtp: smtpPort } = await readPorts(child, options.heard)
  await untilReady(httpPort)
  const { pid } = child
  if (pid === undefined) throw new Error('the server has no process')
  return {
    pid,
    httpPort,
    smtpPort,
    readyMs: performance.now() - since,
    ended,
    metric: (name) => readMetric(httpPort, name),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs a command of the product; `input` goes to its standard input. */
export async function command(
  options: ProductOptions,
  words: readonly string[],
  input = '',
): Promise<Said> {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: root,
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

/** Runs many, in one process. */
export const commandsOf = (options: ProductOptions): Promise<Commands> =>
  openCommands(environmentOf(options))

/** A domain and its people, made with the product's own commands; a running server makes them quick. */
export async function makePeople(options: ProductOptions, names: readonly string[]): Promise<void> {
  const commands = await commandsOf(options)
  await addPeople(commands, names)
  await commands.end()
}

/** @throws with what the command said that did not work */
export async function addPeople(commands: Commands, names: readonly string[]): Promise<void> {
  const wanted = [
    ['domain', 'add', domain],
    ...names.map((name) => ['user', 'add', `${name}@${domain}`]),
  ]
  for (const words of wanted) {
    const { code, said } = await commands.run(words, `${password}\n`)
    if (code !== 0) throw new Error(`people could not be made: ${said}`)
  }
}

/** The address of the running database, with its password. */
export const databaseUrlOf = (folder: string): string =>
  readFileSync(join(folder, 'database-url'), 'utf8')

/** Waits until /readyz says yes. */
export async function untilReady(port: number, limitMs = 60_000): Promise<void> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`not ready within ${limitMs} ms`)
}

/** The postmaster of a data folder and the processes it started. */
export function postgresPids(folder: string): { postmaster: number; all: number[] } {
  const file = join(folder, 'postgres/cluster/postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number)
  return { postmaster, all: [postmaster, ...children] }
}

/** Ends the database that a killed server left running. Only for cleaning up. */
export function endPostgres(folder: string): void {
  try {
    process.kill(postgresPids(folder).postmaster, 'SIGQUIT')
  } catch (thrown) {
    // It is gone already, and so is its pid file.
    if (!(thrown instanceof Error)) throw thrown
  }
}

function parentOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // It ended while we looked.
    return 0
  }
}

const environmentOf = ({ folder, environment }: ProductOptions): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  ...serverEnvironment,
  HONGYAN_HTTP_PORT: '0',
  HONGYAN_SMTP_PORT: '0',
  HONGYAN_CONSOLE_PORT: '0',
  HONGYAN_IMAP_PORT: '0',
  HONGYAN_IMAPS_PORT: '0',
  HONGYAN_POP3_PORT: '0',
  HONGYAN_POP3S_PORT: '0',
  HONGYAN_SUBMISSION_PORT: '0',
  HONGYAN_SUBMISSIONS_PORT: '0',
  HONGYAN_DEMO: 'off',
  // A test signs in by many programs and counts the mail of an inbox.
  HONGYAN_DEVICE_NOTICES: 'off',
  HONGYAN_LOG: 'info',
  HONGYAN_HOSTNAME: 'mail.example.test',
  // Nobody answers there: what senders publish is unknown.
  HONGYAN_DNS: '127.0.0.1:9',
  // Most tests are about lists; those of the home screen go there.
  HONGYAN_START_IN_INBOX: 'on',
  HONGYAN_DATA: folder,
  ...environment,
})

/** Ports stand in the log line `ready`. All that the server says is read, so that it never waits for us. */
async function readPorts(
  child: ChildProcess,
  heard?: ProductOptions['heard'],
): Promise<{ http: number; smtp: number }> {
  const said: string[] = []
  const keep = (line: string): void => {
    said.push(line)
    if (said.length > 60) said.shift()
  }
  child.stderr?.on('data', (chunk: Buffer) => keep(chunk.toString()))
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${said.join('\n')}`)))
    lines.on('line', (line) => {
      keep(line)
      heard?.(line)
      const found = /"http":(\d+),"smtp":(\d+|null),"msg":"ready"/.exec(line)
      if (found) resolve({ http: Number(found[1]), smtp: Number(found[2]) })
    })
  })
}

async function readMetric(port: number, name: string): Promise<number | null> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}
