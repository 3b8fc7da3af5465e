import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { folders } from '@hongyan/contract/folders'
import { WebSocket } from 'ws'
import { type Api, connectApi } from './api.ts'
import {
  domain,
  endPostgres,
  makePeople,
  type Product,
  password,
  postgresPids,
  startProduct,
  untilReady,
} from './product.ts'
import { connectSender, type SmtpSender } from './smtp-sender.ts'

export interface RestartPlan {
  restarts: number
  /** Time between two of them, in ms. */
  between: number
  sockets: number
  perSecond: number
}

export interface RestartReport {
  /** From each stop of PostgreSQL to the next 200 of an endpoint that reads it, in ms. */
  recoveries: number[]
  /** How often each SMTP answer came, by code and status. */
  smtp: Map<string, number>
  /** How often each HTTP status came. */
  http: Map<number, number>
  /** Answers 503 without Retry-After. */
  withoutRetryAfter: number
  socketsClosed: number
  /** Sockets that were told of a mail that came in at the end. */
  socketsTold: number
  exitCode: number | null
}

const address = `a@${domain}`

/** P3: the database is stopped at once, again and again, while people read and mail comes in. */
export async function runRestarts(plan: RestartPlan): Promise<RestartReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hongyan-restart-'))
  const product = await startProduct({ folder })
  const report: RestartReport = {
    recoveries: [],
    smtp: new Map(),
    http: new Map(),
    withoutRetryAfter: 0,
    socketsClosed: 0,
    socketsTold: 0,
    exitCode: null,
  }
  try {
    await makePeople({ folder }, ['a'])
    const api = connectApi(product.httpPort)
    await api.logIn(address, password)
    const sockets = await openSockets({ product, api, plan, report })
    await underLoad({ product, api, plan, report }, () =>
      restartAll({ folder, product, plan, report }),
    )
    await tellAll(product, sockets, report)
  } finally {
    report.exitCode = await product.end('SIGTERM')
    endPostgres(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return report
}

interface Scene {
  product: Product
  api: Api
  plan: RestartPlan
  report: RestartReport
}

async function openSockets({ product, api, plan, report }: Scene): Promise<WebSocket[]> {
  const url = `ws://127.0.0.1:${product.httpPort}/api/mail/message/${address}`
  return Promise.all(
    Array.from({ length: plan.sockets }, async () => {
      const socket = new WebSocket(url, ['hongyan.v1', `bearer.${api.token}`])
      await once(socket, 'open')
      const greeted = once(socket, 'message')
      socket.send(JSON.stringify({ since: null }))
      await greeted
      socket.on('close', () => report.socketsClosed++)
      return socket
    }),
  )
}

async function underLoad(scene: Scene, work: () => Promise<void>): Promise<void> {
  const { plan } = scene
  let isOver = false
  const repeat = async (step: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      await step()
      await delay(1000 / plan.perSecond)
    }
  }
  const line = createLine(scene)
  const load = Promise.all([repeat(() => read(scene)), repeat(line.send)])
  await work()
  isOver = true
  await load
  line.close()
}

async function read({ api, report }: Scene): Promise<void> {
  const { status, retryAfter } = await api.call(folders.list, {})
  report.http.set(status, (report.http.get(status) ?? 0) + 1)
  if (status === 503 && retryAfter === null) report.withoutRetryAfter++
}

/** One connection to the SMTP port, which must never be closed by the server. */
function createLine({ product, report }: Scene): { send(): Promise<void>; close(): void } {
  let open: SmtpSender | null = null
  let number = 0
  const count = (kind: string) => report.smtp.set(kind, (report.smtp.get(kind) ?? 0) + 1)
  return {
    send: async () => {
      try {
        open ??= await connectSender(product.smtpPort)
        const raw = Buffer.from(`Subject: load ${++number}\r\n\r\nhello\r\n`)
        const answer = await open.send({ sender: 'x@other.test', recipients: [address], raw })
        count(answer.split(' ').slice(0, 2).join(' '))
      } catch (thrown) {
        count(thrown instanceof Error ? thrown.message : 'unknown')
        open = null
      }
    },
    close: () => open?.close(),
  }
}

interface Restarting {
  folder: string
  product: Product
  plan: RestartPlan
  report: RestartReport
}

async function restartAll({ folder, product, plan, report }: Restarting): Promise<void> {
  for (let round = 0; round < plan.restarts; round++) {
    await delay(plan.between)
    const since = performance.now()
    // An immediate stop (pg_ctl): no goodbye to anybody, recovery at the next start.
    process.kill(postgresPids(folder).postmaster, 'SIGQUIT')
    await untilDown(product.httpPort)
    await untilReady(product.httpPort)
    report.recoveries.push(performance.now() - since)
  }
  await delay(plan.between)
}

async function untilDown(port: number): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (status !== 200) return
    await delay(5)
  }
}

async function tellAll(
  product: Product,
  sockets: readonly WebSocket[],
  report: RestartReport,
): Promise<void> {
  const told = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('message', (data) => {
          if (String(data).includes('after all that')) resolve()
        })
      }),
  )
  const sender = await connectSender(product.smtpPort)
  const raw = Buffer.from('Subject: after all that\r\n\r\nhello\r\n')
  await sender.send({ sender: 'x@other.test', recipients: [address], raw })
  sender.close()
  const counted = told.map((one) =>
    one.then(() => {
      report.socketsTold++
    }),
  )
  await Promise.race([Promise.all(counted), delay(5_000)])
  for (const socket of sockets) {
    socket.removeAllListeners('close')
    socket.close()
  }
}
