/**
 * `node e2e/scripts/bombs.ts [part of a name]`: P13 through the door. For each hostile message a server of its own:
 * time to its 250, memory it took, the longest stall of the main loop, and the time to open it and its first file.
 * On a busy machine waiting for a processor is not counted: the smaller of wall clock and work is judged.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { type Bomb, bombs } from '../../mime/test/bombs.ts'
import { type Api, connectApi } from '../durability/api.ts'
import {
  domain,
  makePeople,
  type Product,
  type ProductOptions,
  password,
  startProduct,
} from '../durability/product.ts'
import { connectSender } from '../durability/smtp-sender.ts'
import { cpuMs, createProbe, peakMemory, resetPeak } from '../hostile/watch-server.ts'

/** What is promised for each: ms to the 250, MB, ms of stall, ms to open. */
const limits = { send: 1_000, memory: 128, stall: 50, open: 1_000 }
/** The largest honest mail takes its time and its memory; nobody else may wait for it. */
const limitsOfLargest = { ...limits, send: Infinity, memory: Infinity, open: Infinity }
const address = `a@${domain}`
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const wanted = process.argv[2] ?? ''
const folder = await mkdtemp(join(tmpdir(), 'hongyan-bombs-'))
const probe = createProbe(folder)
const { stall } = probe
const options: ProductOptions = {
  folder,
  node: probe.node,
  environment: probe.environment,
}
let broken = 0
try {
  await prepare()
  const all = [...bombs, { name: 'largest mail', make: largest }]
  for (const bomb of all.filter(({ name }) => name.includes(wanted))) await measure(bomb)
} finally {
  await rm(folder, { recursive: true, force: true })
}
say(broken === 0 ? 'P13 holds' : `${broken} above the promise`)
process.exitCode = broken === 0 ? 0 : 1

async function prepare(): Promise<void> {
  const product = await startProduct(options)
  await makePeople({ folder }, ['a'])
  await product.end('SIGTERM')
}

async function measure(bomb: Bomb): Promise<void> {
  const product = await startProduct(options)
  try {
    await warmUp(product)
    report(bomb, await figuresOf(product, Buffer.from(bomb.make(1))))
  } finally {
    await product.end('SIGTERM')
  }
}

interface Figures {
  size: number
  answer: string
  send: number
  /** What all threads of the server worked for that, in ms. */
  cpu: number
  memory: number
  sendStall: number
  /** Null when it was refused. */
  open: number | null
  openStall: number
}

async function figuresOf(product: Product, raw: Buffer): Promise<Figures> {
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  await newest(api)
  const before = await resetPeak(product.pid)
  await stall(product)
  const cpuBefore = await cpuMs(product.pid)
  const sent = await timed(() => send(product, raw))
  const cpu = (await cpuMs(product.pid)) - cpuBefore
  const sendStall = await stall(product)
  const figures = { size: raw.length, answer: sent.value, send: sent.ms, cpu, sendStall }
  const memory = async () => (await peakMemory(product.pid)) - before
  if (!sent.value.startsWith('250'))
    return { ...figures, memory: await memory(), open: null, openStall: 0 }
  const mailId = await newest(api)
  await stall(product)
  const opened = await timed(() => openWithFile(api, mailId))
  const openStall = await stall(product)
  return { ...figures, memory: await memory(), open: opened.ms, openStall }
}

/** 50 MB of files in base64. */
function largest(): Uint8Array {
  const head =
    'Subject: largest\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nsee below\r\n' +
    '--b\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename="a.zip"\r\n' +
    'Content-Transfer-Encoding: base64\r\n\r\n'
  const file = randomBytes(50 * 1024 * 1024).toString('base64')
  const lines = file.replace(/.{76}/g, '$&\r\n')
  return Buffer.from(`${head}${lines}\r\n--b--\r\n`)
}

function report({ name }: Bomb, one: Figures): void {
  const limit = name === 'largest mail' ? limitsOfLargest : limits
  const longest = Math.max(one.sendStall, one.openStall)
  const isAbove =
    Math.min(one.send, one.cpu) > limit.send ||
    one.memory > limit.memory ||
    longest > limit.stall ||
    (one.open ?? 0) > limit.open
  if (isAbove) broken++
  const figure = (value: number, unit: string) => `${value.toFixed(0).padStart(6)} ${unit}`
  say(
    `${name.padEnd(30)}${(one.size / 1e6).toFixed(1).padStart(6)} MB${figure(one.send, 'ms')} (${one.cpu.toFixed(0)} of work)` +
      `${figure(one.memory, 'MB')} stall${figure(one.sendStall, 'ms')}  ` +
      `${one.open === null ? one.answer.slice(0, 40) : `open${figure(one.open, 'ms')} stall${figure(one.openStall, 'ms')}`}` +
      `${isAbove ? '  ABOVE' : ''}`,
  )
}

/** What a reader does: the text, and the first file. */
async function openWithFile(api: Api, mailId: number): Promise<void> {
  const { attachments } = await api.get(messages.detail, { mailId })
  const [first] = attachments
  if (first) await api.download(first.url)
}

/** Code is compiled, connections are open and a parsing thread runs, as in any server that has done something. */
async function warmUp(product: Product): Promise<void> {
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  for (const size of [1_000, 100_000, 1_000_000]) {
    const raw = `Subject: warm\r\n\r\n${'some words in a line of text\r\n'.repeat(size / 30)}`
    await send(product, Buffer.from(raw))
    await api.get(messages.detail, { mailId: await newest(api) })
  }
}

async function send(product: Product, raw: Buffer): Promise<string> {
  const sender = await connectSender(product.smtpPort)
  const answer = await sender.send({ sender: 'peer@other.test', recipients: [address], raw })
  sender.close()
  return answer
}

async function newest(api: Api): Promise<number> {
  const { folderList } = await api.get(folders.list, {})
  const inbox = folderList.find((one) => one.role === 'inbox')
  const page = await api.get(messages.list, { mailboxId: inbox?.folderId, pageSize: 100 })
  return Math.max(0, ...page.list.map((one) => one.mailId))
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const since = performance.now()
  const value = await work()
  return { value, ms: performance.now() - since }
}
