import type { ServerResponse } from 'node:http'
import { type SeenRequest, startWebStub, type WebStub } from './web-stub.ts'

/** One answer of the model, written as the test wants it. */
export type ModelAnswer = (write: ModelWriter, request: SeenRequest) => Promise<void> | void

export interface ModelWriter {
  /** One chunk of an answer. */
  delta(delta: Record<string, unknown>): void
  /** The end as it should be, or for another reason: `length`, of its longest answer. */
  done(reason?: string): void
  /** Bytes as they are. */
  raw(bytes: string | Uint8Array): void
  status(code: number): void
  /** The connection dies. */
  cut(): void
  response: ServerResponse
}

/** A server that speaks the protocol of OpenAI's chat completions, and all its faults. */
export interface ModelServer extends Omit<WebStub, 'seen'> {
  url: string
  answer: ModelAnswer
  /** What was asked: the messages of each request, as one text. */
  prompts: string[]
  /** Every byte that came, headers too. */
  bytes(): string
}

export async function startModelServer(): Promise<ModelServer> {
  const stub = await startWebStub((request, response) => {
    const { messages } = JSON.parse(request.body) as { messages: { content: string }[] }
    model.prompts.push(messages.map((one) => one.content).join('\n'))
    void model.answer(writerOf(response), request)
  })
  const model: ModelServer = {
    ...stub,
    url: `http://127.0.0.1:${stub.port}/v1`,
    prompts: [],
    answer: ({ delta, done }) => {
      delta({ content: 'the model says so' })
      done()
    },
    bytes: () => stub.seen.map((one) => JSON.stringify(one)).join('\n'),
  }
  return model
}

function writerOf(response: ServerResponse): ModelWriter {
  let isOpen = false
  const open = (): void => {
    if (!isOpen) response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    isOpen = true
  }
  const raw = (bytes: string | Uint8Array): void => {
    open()
    response.write(bytes)
  }
  const event = (data: unknown): void => raw(`data: ${JSON.stringify(data)}\n\n`)
  return {
    raw,
    response,
    delta: (delta) => event({ choices: [{ index: 0, delta, finish_reason: null }] }),
    done: (reason = 'stop') => {
      event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
      raw('data: [DONE]\n\n')
      response.end()
    },
    status: (code) => {
      response.writeHead(code, { 'Content-Type': 'application/json' })
      response.end('{"error":{"message":"no"}}')
    },
    cut: () => {
      open()
      response.socket?.destroy()
    },
  }
}
