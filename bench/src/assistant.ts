import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server as ModelServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { assistantPath, assistantProtocol, unwrapTwice } from '@hongyan/contract/assistant-wire'
import type { Folder } from '@hongyan/contract/folders'
import type { MessagePage } from '@hongyan/contract/messages'
import type { Promised } from './promise.ts'
import { connectHttp, type HttpClient, logIn } from './support/http-client.ts'
import { listPath } from './support/mailbox.ts'
import { addPeople, makeOrganisation, password } from './support/people.ts'
import { type Server, startServer } from './support/server.ts'
import { connectSmtp, toWire } from './support/smtp-client.ts'
import { type Figure, figure, percentile } from './support/stats.ts'

/** Readers with some windows each: together the streams that are open at once. */
const readers = Array.from({ length: 25 }, (_, index) => `asker${index}@bench.test`)
const windows = 8
/** Of one person in a minute (E35). */
const times = 40
const stallMetric = 'hongyan_event_loop_stall_ms'
const characters = 5_000

/**
 * The assistant: what the built-in engine makes of a mail of 5,000 characters, the loop meanwhile, and how soon the first word of
 * a model is shown, alone and with 200 answers at once. The model is a stand-in on the same cores.
 */
export const assistant: Promised = {
  name: 'assistant',
  needs: 'own',
  run: async () => {
    const model = await startModel()
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    try {
      await makeOrganisation(folder)
      const server = await startServer(folder, {
        environment: {
          HONGYAN_AI_URL: `http://127.0.0.1:${(model.server.address() as AddressInfo).port}/v1`,
          HONGYAN_AI_MODEL: 'bench',
          HONGYAN_AI_FOR: 'chat',
          HONGYAN_AI_PER_HOUR: '100000',
        },
      })
      await addPeople(server.databaseUrl, readers)
      try {
        return [...(await builtIn(server)), ...(await streams(server, model))]
      } finally {
        await server.stop()
      }
    } finally {
      model.server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function builtIn(server: Server): Promise<Figure[]> {
  const [address = ''] = readers
  const asker = await openAsker(server, address)
  const mailId = await deliverLong(server, asker.client, address)
  const figures: Figure[] = []
  for (const [name, path] of [
    ['summary', 'mail/main/ai/digest/mail'],
    ['check', 'mail/main/ai/fishing/mail'],
  ] as const) {
    const samples: number[] = []
    await asker.ask(path, { content: '', mailId })
    await server.metric(stallMetric)
    for (let time = 0; time < times; time++) {
      const since = performance.now()
      await asker.ask(path, { content: '', mailId })
      samples.push(performance.now() - since)
    }
    const stall = (await server.metric(stallMetric)) ?? Number.NaN
    figures.push(
      figure({
        name: `assistant: built-in ${name} of ${characters} characters, asked and answered`,
        size: 1,
        samples,
        unit: 'ms',
        limit: 'p95 < 100 ms',
        met: percentile(samples, 0.95) < 100,
      }),
      figure({
        name: `assistant: longest stall of the main loop during the ${name}`,
        size: 1,
        samples: [stall],
        unit: 'ms',
        limit: '<= 20 ms',
        met: stall <= 20,
      }),
    )
  }
  asker.close()
  return figures
}

async function streams(server: Server, model: Model): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const people of [readers.slice(0, 1), readers]) {
    const each = people.length === 1 ? 1 : windows
    const askers = await Promise.all(
      people.flatMap((address) => Array.from({ length: each }, () => openAsker(server, address))),
    )
    const rounds = people.length === 1 ? times : 3
    const samples: number[] = []
    const lists = askers.length === 1 ? null : await listMeanwhile(server)
    for (let round = 0; round < rounds; round++) {
      const words = askers.map((_, index) => `word${round}x${index}`)
      const heard = await Promise.all(
        askers.map((one, index) =>
          one.ask('mail/main/ai/question', { question: words[index] ?? '' }),
        ),
      )
      heard.forEach(({ first }, index) => {
        samples.push(first - (model.began.get(words[index] ?? '') ?? Number.NaN))
      })
    }
    if (lists) figures.push(await lists.end())
    for (const one of askers) one.close()
    const p95 = percentile(samples, 0.95)
    figures.push(
      figure({
        name: "assistant: from the model's first byte to the first word in the browser",
        size: askers.length,
        samples,
        unit: 'ms',
        ...(askers.length === 1 ? { limit: 'p95 <= 50 ms', met: p95 <= 50 } : {}),
      }),
    )
  }
  return figures
}

/** Asks for an inbox again and again until it is told to end. */
async function listMeanwhile(server: Server) {
  // A connection answers one call at a time: this one is nobody else's.
  const client = await connectHttp(server.httpPort)
  await logIn(client, readers[0] ?? '', password)
  const { folderList } = await client.data<{ folderList: Folder[] }>('mail/main/folder/list')
  const inbox = folderList.find((one) => one.role === 'inbox')?.folderId ?? 0
  const samples: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const since = performance.now()
      await client.data<MessagePage>(listPath(inbox))
      samples.push(performance.now() - since)
      await wait(5)
    }
  })()
  return {
    end: async (): Promise<Figure> => {
      isOver = true
      await asking
      client.close()
      return figure({
        name: 'assistant: first page of a list while 200 answers are written',
        size: 200,
        samples,
        unit: 'ms',
        limit: 'p95 < 150 ms',
        met: percentile(samples, 0.95) < 150,
      })
    },
  }
}

interface Asker {
  client: HttpClient
  /** @returns when the first words came */
  ask(path: string, body: object): Promise<{ first: number }>
  close(): void
}

async function openAsker(server: Server, address: string): Promise<Asker> {
  const client = await connectHttp(server.httpPort)
  const token = await logIn(client, address, password)
  const url = `ws://127.0.0.1:${server.httpPort}${assistantPath}`
  const socket = new WebSocket(url, [assistantProtocol, `bearer.${token}`])
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let heard: (frame: string) => void = () => undefined
  socket.addEventListener('message', ({ data }) => heard(String(data)))
  const ask = async (path: string, body: object): Promise<{ first: number }> => {
    const ticket = await client.data<string>(path, body)
    let first = Number.NaN
    const finished = new Promise<void>((resolve) => {
      heard = (frame) => {
        const message = unwrapTwice(frame)
        if (message?.content && Number.isNaN(first)) first = performance.now()
        if (message?.finish) resolve()
      }
    })
    socket.send(ticket)
    await finished
    return { first }
  }
  return {
    client,
    ask,
    close: () => {
      socket.close()
      client.close()
    },
  }
}

async function deliverLong(server: Server, client: HttpClient, to: string): Promise<number> {
  const sentence = 'Please send the report of the third quarter by Friday, the total is $12,500. '
  const text = sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters)
  const raw = `From: peer@example.org\r\nTo: ${to}\r\nSubject: report\r\nMessage-ID: <long@example.org>\r\n\r\n${text.replaceAll('. ', '.\r\n')}\r\n`
  const smtp = await connectSmtp(server.smtpPort)
  await smtp.send({ to, wire: toWire(Buffer.from(raw)), sender: 'peer@example.org' })
  smtp.close()
  const { folderList } = await client.data<{ folderList: Folder[] }>('mail/main/folder/list')
  const inbox = folderList.find((one) => one.role === 'inbox')?.folderId
  const { list } = await client.data<MessagePage>(listPath(inbox ?? 0))
  const mailId = list[0]?.mailId
  if (mailId === undefined) throw new Error('the mail did not come')
  return mailId
}

interface Model {
  server: ModelServer
  /** When the answer to a question began to be written. */
  began: Map<string, number>
}

/** Says three words, one after the other, to whoever asks. */
async function startModel(): Promise<Model> {
  const began = new Map<string, number>()
  const chunk = (content: string, last: boolean): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: last ? 'stop' : null }] })}\n\n`
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const word = /word\d+x\d+/.exec(body)?.[0] ?? ''
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    began.set(word, performance.now())
    response.write(chunk('one ', false))
    await wait(100)
    response.write(chunk('two ', false))
    await wait(100)
    response.end(`${chunk('three', true)}data: [DONE]\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, began }
}
