import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../../tools/server-flags.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const node = join(root, 'node_modules/.bin/node')
const main = join(root, 'server/src/main.ts')

/** The product as a child process. */
export interface Server {
  pid: number
  dataFolder: string
  httpPort: number
  smtpPort: number
  /** From the start of the process to its first answer on /readyz. */
  readyMs: number
  databaseUrl: string
  metric(name: string): Promise<number | null>
  stop(): Promise<void>
}

const environment = (dataFolder: string, more: Record<string, string> = {}) => ({
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
  // The figures are those of lists; home has its own.
  HONGYAN_START_IN_INBOX: 'on',
  HONGYAN_LOG: 'info',
  HONGYAN_HOSTNAME: 'mail.bench.test',
  // Nobody answers there: what senders publish is unknown, as for a domain without records.
  HONGYAN_DNS: '127.0.0.1:9',
  HONGYAN_DATA: dataFolder,
  ...more,
})

export interface StartOptions {
  environment?: Record<string, string>
  /** Arguments for node, e.g. `--cpu-prof`. */
  node?: string[]
}

export async function startServer(dataFolder: string, options: StartOptions = {}): Promise<Server> {
  const since = performance.now()
  const child = spawn(node, [...serverFlags, ...(options.node ?? []), main, 'serve'], {
    env: environment(dataFolder, options.environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ports = await readPorts(child)
  await untilReady(ports.http)
  const readyMs = performance.now() - since
  const { pid } = child
  if (pid === undefined) throw new Error('the server has no process')
  return {
    pid,
    dataFolder,
    httpPort: ports.http,
    smtpPort: ports.smtp,
    readyMs,
    databaseUrl: readFileSync(join(dataFolder, 'database-url'), 'utf8'),
    metric: (name) => readMetric(ports.http, name),
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Ports stand in the log line `ready`. Everything the server says is read on, so that it never waits for us. */
async function readPorts(child: ChildProcess): Promise<{ http: number; smtp: number }> {
  const said: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${said.join('').slice(-2_000)}`)))
    lines.on('line', (line) => {
      if (said.length < 200) said.push(`${line}\n`)
      const found = /"http":(\d+),"smtp":(\d+),"msg":"ready"/.exec(line)
      if (found) resolve({ http: Number(found[1]), smtp: Number(found[2]) })
    })
  })
}

async function untilReady(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function readMetric(port: number, name: string): Promise<number | null> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

/** Runs a command of the product; `input` goes to its standard input. */
export async function command(dataFolder: string, words: string[], input = ''): Promise<string> {
  const child = spawn(node, [main, ...words], {
    env: environment(dataFolder),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stdin.end(input)
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`hongyan ${words.join(' ')}: ${said}`)
  return said
}
