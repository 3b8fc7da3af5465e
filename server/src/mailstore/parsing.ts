import { Worker } from 'node:worker_threads'
import type { MessageContent } from '@hongyan/mime/content'
import { readContent } from '@hongyan/mime/content'
import { parseMessage } from '@hongyan/mime/parse'
import type { ParsedMessage } from '@hongyan/mime/types'
import { messageOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { prepareMessage } from './prepare.ts'
import type { PreparedMessage } from './types.ts'

/** Up to this size a message is taken apart on the spot: a linear parser needs some milliseconds for it. */
const inlineBytes = 128 * 1024
/** A message that takes longer is stored with its headers only and shown as too complex. */
const limitMs = 5_000
/** What is read of a message that defeated the worker. */
const headBytes = 64 * 1024
/** Body characters given to a reader. */
export const maxReaderText = 2_000_000

/** A message opened for reading. */
export interface OpenedMessage {
  parsed: ParsedMessage
  content: MessageContent
}

/** Parses small messages here and big ones in a worker thread with its own memory limit and a deadline. */
export interface Parsing {
  prepare(raw: Buffer): Promise<PreparedMessage>
  open(raw: Buffer): Promise<OpenedMessage>
  stop(): Promise<void>
}

interface Waiting {
  resolve(result: unknown): void
  reject(reason: Error): void
  timer: NodeJS.Timeout
}

export function createParsing(log: Log): Parsing {
  let worker: Worker | null = null
  let nextId = 1
  const waiting = new Map<number, Waiting>()

  const giveUp = (reason: Error) => {
    const old = worker
    worker = null
    void old?.terminate()
    for (const one of waiting.values()) {
      clearTimeout(one.timer)
      one.reject(reason)
    }
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./prepare-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    })
    started.unref()
    started.on('message', ({ id, result }: { id: number; result: unknown }) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (one) clearTimeout(one.timer)
      one?.resolve(result)
    })
    started.on('error', (reason) => {
      if (worker === started) giveUp(reason instanceof Error ? reason : new Error(String(reason)))
    })
    return started
  }

  const ask = (task: 'prepare' | 'open', raw: Buffer): Promise<unknown> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      const id = nextId++
      const timer = setTimeout(() => giveUp(new Error('parsing took too long')), limitMs)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, task, raw, maxText: maxReaderText })
    })

  const openHere = (raw: Buffer): OpenedMessage => {
    const parsed = parseMessage(raw)
    return { parsed, content: readContent(raw, parsed, { maxText: maxReaderText }) }
  }

  return {
    prepare: async (raw) => {
      if (raw.length <= inlineBytes) return prepareMessage(raw)
      try {
        const prepared = (await ask('prepare', raw)) as Omit<PreparedMessage, 'raw'>
        return { ...prepared, raw }
      } catch (thrown) {
        log.warn(
          { bytes: raw.length, reason: messageOf(thrown) },
          'a message was too complex to index',
        )
        return { ...prepareMessage(headOf(raw)), raw }
      }
    },
    open: async (raw) => {
      if (raw.length <= inlineBytes) return openHere(raw)
      try {
        return (await ask('open', raw)) as OpenedMessage
      } catch (thrown) {
        log.warn(
          { bytes: raw.length, reason: messageOf(thrown) },
          'a message was too complex to open',
        )
        const head = openHere(headOf(raw))
        return { ...head, content: { ...head.content, truncated: true } }
      }
    },
    stop: async () => {
      giveUp(new Error('the server is stopping'))
    },
  }
}

/** The header and a little of the body: enough to list and find a message that nothing else can be done with. */
const headOf = (raw: Buffer): Buffer => raw.subarray(0, headBytes)
