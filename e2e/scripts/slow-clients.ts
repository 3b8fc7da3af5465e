/**
 * `node e2e/scripts/slow-clients.ts`: P5. 500 HTTP and 60 SMTP clients send a byte now and then, and a browser never
 * reads its socket. Others must not notice, and the slow ones must be gone after a minute.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { WebSocket } from 'ws'
import { type Api, connectApi } from '../durability/api.ts'
import { domain, makePeople, type Product, password, startProduct } from '../durability/product.ts'
import { connectSender } from '../durability/smtp-sender.ts'

const address = `a@${domain}`
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'hongyan-slow-'))
const product = await startProduct({ folder })
let isRight = true
try {
  await makePeople({ folder }, ['a'])
  const api = connectApi(product.httpPort)
  await api.logIn(address, password)
  await slowSenders(product, api)
  await deafBrowser(product, api)
} finally {
  const code = await product.end('SIGTERM')
  judge('exit code 0', code === 0)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
say(isRight ? 'P5 holds' : 'P5 DOES NOT HOLD')
process.exitCode = isRight ? 0 : 1

function judge(what: string, holds: boolean): void {
  say(`${holds ? 'ok ' : 'NO '} ${what}`)
  if (!holds) isRight = false
}

async function slowSenders({ httpPort, smtpPort }: Product, api: Api): Promise<void> {
  await listingTimes(api)
  const quiet = await listingTimes(api)
  const http = dribblers(500, httpPort, 'GET /api/platform/config HTTP/1.1\r\nX-Slow: ')
  const smtp = dribblers(60, smtpPort, 'EHLO ')
  await delay(2_000)
  const busy = await listingTimes(api)
  say(`a list beside them: p99 ${quiet.toFixed(1)} ms without, ${busy.toFixed(1)} ms with them`)
  judge('others need at most twice as long (and 10 ms)', busy <= quiet * 2 + 10)
  const sender = await connectSender(smtpPort)
  const raw = Buffer.from('Subject: beside\r\n\r\nhello\r\n')
  const answer = await sender.send({ sender: 'x@other.test', recipients: [address], raw })
  sender.close()
  judge('mail comes in beside them', answer.startsWith('250'))
  await delay(63_000)
  judge(`slow HTTP gone within a minute: ${http.open()} of 500 left`, http.open() === 0)
  judge(`slow SMTP gone within a minute: ${smtp.open()} of 60 left`, smtp.open() === 0)
  http.end()
  smtp.end()
}

/** Connections that send the beginning at once and then a byte every two seconds, for ever. */
function dribblers(count: number, port: number, beginning: string) {
  const open = new Set<Socket>()
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    socket.on('connect', () => socket.write(beginning))
    // Being cut off is what they are here for.
    socket.on('error', () => open.delete(socket))
    socket.on('close', () => open.delete(socket))
    socket.resume()
  }
  const timer = setInterval(() => {
    for (const socket of open) socket.write('a')
  }, 2_000)
  return {
    open: () => open.size,
    end: () => {
      clearInterval(timer)
      for (const socket of open) socket.destroy()
    },
  }
}

async function listingTimes(api: Api): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 300; n++) {
    const since = performance.now()
    await api.get(folders.list, {})
    times.push(performance.now() - since)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

/** Every change of 1,000 mails is told in one message of 8 kB. */
async function deafBrowser({ httpPort, smtpPort }: Product, api: Api): Promise<void> {
  const sender = await connectSender(smtpPort)
  for (let n = 0; n < 1_000; n++) {
    const raw = Buffer.from(`Subject: ${n}\r\n\r\nhello\r\n`)
    await sender.send({ sender: 'x@other.test', recipients: [address], raw })
  }
  sender.close()
  const { folderList } = await api.get(folders.list, {})
  const mailboxId = folderList.find((one) => one.role === 'inbox')?.folderId
  const mailUids = Array.from({ length: 1_000 }, (_, index) => index + 1)
  const url = `ws://127.0.0.1:${httpPort}/api/mail/message/${address}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${api.token}`])
  await once(socket, 'open')
  const greeted = once(socket, 'message')
  socket.send(JSON.stringify({ since: null }))
  await greeted
  socket.pause()
  let changes = 0
  while (changes < 3_000 && (await connections(httpPort)) > 0) {
    const body = { mailboxId, mailUids, starred: changes % 2 === 0 }
    await api.get(messages.star, body)
    changes++
  }
  judge(`a browser that never reads was dropped after ${changes} changes`, changes < 3_000)
  socket.terminate()
}

async function connections(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^hongyan_push_connections (\d+)/m.exec(text)?.[1])
}
