import { once } from 'node:events'
import { assistant } from '@hongyan/contract/assistant'
import {
  type AssistantMessage,
  assistantProtocol,
  unwrapTwice,
} from '@hongyan/contract/assistant-wire'
import type { CallInput } from '@hongyan/contract/endpoint'
import { settings } from '@hongyan/contract/settings'
import { WebSocket } from 'ws'
import type { HttpClient } from './http-client.ts'
import type { TestServer } from './start-test-server.ts'

/** An answer as the panel would have it in the end. */
export interface WholeAnswer {
  content: string
  thought: string
  last: AssistantMessage
  all: AssistantMessage[]
}

/** The assistant's panel without a browser: calls, and the socket whose address the platform config gives. */
export interface AssistantClient {
  socket: WebSocket
  /** Frames as they came. */
  frames: string[]
  /** Waits for a message that fits, of those that were not taken yet. */
  next(fits: (message: AssistantMessage) => boolean): Promise<AssistantMessage>
  /** Sends a ticket and waits for the finish marker. */
  answerTo(ticket: string): Promise<WholeAnswer>
  ask<K extends keyof typeof assistant>(
    name: K,
    body: CallInput<(typeof assistant)[K]>['body'],
  ): Promise<WholeAnswer>
  closed: Promise<number>
}

export async function openAssistant(
  server: TestServer,
  client: HttpClient,
): Promise<AssistantClient> {
  const { aiUrl } = await client.get(settings.platform, {})
  const protocols = [assistantProtocol, `bearer.${client.tokens?.accessToken}`]
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${aiUrl}`, protocols)
  const frames: string[] = []
  const received: AssistantMessage[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    frames.push(String(data))
    const message = unwrapTwice(String(data))
    if (message) received.push(message)
    for (const wake of waiting.splice(0)) wake()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await once(socket, 'open')

  const next = async (fits: (message: AssistantMessage) => boolean): Promise<AssistantMessage> => {
    for (;;) {
      const at = received.findIndex(fits)
      if (at >= 0) return received.splice(at, 1)[0] as AssistantMessage
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  const answerTo = async (ticket: string): Promise<WholeAnswer> => {
    socket.send(ticket)
    const all: AssistantMessage[] = []
    const request = ticket.split('.')[0]
    for (;;) {
      const message = await next((one) => one.request === request)
      all.push(message)
      if (message.finish) break
    }
    const text = (key: 'content' | 'thought') => all.map((one) => one[key] ?? '').join('')
    const last = all.at(-1) as AssistantMessage
    return { content: text('content'), thought: text('thought'), last, all }
  }
  return {
    socket,
    frames,
    next,
    answerTo,
    closed,
    ask: async (name, body) =>
      answerTo(
        await client.get(assistant[name], { body } as CallInput<(typeof assistant)[typeof name]>),
      ),
  }
}
