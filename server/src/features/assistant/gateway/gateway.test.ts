import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { createMetrics, type Metrics } from '../../../platform/metrics.ts'
import {
  type ModelAnswer,
  type ModelServer,
  type ModelWriter,
  startModelServer,
} from '../../../testing/model-server.ts'
import { createGateway, type Gateway } from './gateway.ts'

const prompt = { system: 'system', user: 'user', maxTokens: 10 }
let first: ModelServer
let second: ModelServer
let gateway: Gateway
let metrics: Metrics

/** Models are real, waiting is not. */
beforeEach(async () => {
  first = await startModelServer()
  second = await startModelServer()
  metrics = createMetrics()
  gateway = createGateway({
    endpoints: [first, second].map(({ url }, at) => ({ url, key: '', model: String(at) })),
    silence: 30,
    log: createLog('silent'),
    metrics,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await first.stop()
  await second.stop()
})

const ask = () => gateway.ask(prompt, { signal: new AbortController().signal, who: 'one' })

it('AI-42 a model that sends comments and says nothing has failed after its seconds, and the second answers', async () => {
  first.answer = ({ raw }) => {
    raw(': still here\n\n')
    vi.advanceTimersByTime(29_000)
    raw(': still here\n\n')
    vi.advanceTimersByTime(2_000)
  }
  const said: unknown[] = []
  for await (const one of ask()) said.push(one)
  expect(said).toEqual([{ content: 'the model says so', thought: '', model: '1' }])
})

it('AI-42 the time that the listener takes is no silence of the model', async () => {
  const asked = Promise.withResolvers<ModelWriter>()
  first.answer = (write) => {
    write.delta({ content: '一' })
    asked.resolve(write)
  }
  const answer = ask()
  expect((await answer.next()).value).toMatchObject({ content: '一' })
  vi.advanceTimersByTime(120_000)
  const { delta, done } = await asked.promise
  delta({ content: '二' })
  done()
  expect((await answer.next()).value).toMatchObject({ content: '二' })
  expect((await answer.next()).done).toBe(true)
})

const content = (words: string) => ({ choices: [{ delta: { content: words } }] })

it.each<[string, ModelAnswer]>([
  [
    'is not to be longer',
    ({ delta, done }) => {
      delta({ content: '一' })
      done('length')
    },
  ],
  [
    'has no end',
    ({ raw, response }) => {
      raw(`data: ${JSON.stringify(content('一'))}\n\n`)
      const more = `data: ${JSON.stringify(content('二'.repeat(1_000)))}\n\n`
      while (response.writable && !response.destroyed && response.writableLength < 1_000_000)
        raw(more)
    },
  ],
])(
  'AI-42 AI-23 an answer that %s breaks off, and is none of the model’s failures',
  async (_, fault) => {
    first.answer = fault
    const said: string[] = []
    const hear = async () => {
      for await (const one of ask()) said.push(one.content)
    }
    await expect(hear()).rejects.toThrow()
    expect(said[0]).toBe('一')
    expect(said.join('').length).toBeLessThan(50_000)
  },
)

it('AI-42 a small answer that unpacks to anything is given up, and the second answers', async () => {
  const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024, ':\n'))
  first.answer = ({ response }) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Encoding': 'gzip' })
    response.write(bomb)
  }
  const said: unknown[] = []
  for await (const one of ask()) said.push(one)
  expect(said).toEqual([{ content: 'the model says so', thought: '', model: '1' }])
})

it.each([
  [100, undefined],
  [20, '1'],
])(
  'AI-42 a model that says it read %i tokens of a long question was shown a part of it',
  async (tokens, count) => {
    first.answer = ({ delta, raw, done }) => {
      delta({ content: '一' })
      const last = {
        choices: [{ delta: {}, finish_reason: 'stop' }],
        usage: { prompt_tokens: tokens },
      }
      raw(`data: ${JSON.stringify(last)}\n\n`)
      done()
    }
    const asking = { signal: new AbortController().signal, who: 'one' }
    for await (const one of gateway.ask({ ...prompt, user: 'word '.repeat(80) }, asking))
      expect(one.content).toBe('一')
    const [, counted] = /hongyan_assistant_short_contexts\S* (\d+)/.exec(await metrics.text()) ?? []
    expect(counted).toBe(count)
  },
)

it('AI-42 both names of what a model thinks may come, one of them empty', async () => {
  first.answer = ({ delta, done }) => {
    delta({ reasoning_content: '', reasoning: '想', content: '' })
    delta({ content: '一' })
    done()
  }
  const said: unknown[] = []
  for await (const one of ask()) said.push(one)
  expect(said).toEqual([
    { content: '', thought: '想', model: '0' },
    { content: '一', thought: '', model: '0' },
  ])
})

it.each([
  ['says no more', []],
  ['goes on by a byte a second', [...'data: {"choices":[{"delta":{"content":"x"}']],
])('AI-42 AI-23 a model that begins and then %s has failed after its seconds', async (_, bytes) => {
  const asked = Promise.withResolvers<ModelWriter>()
  first.answer = (write) => {
    write.delta({ content: '一' })
    asked.resolve(write)
  }
  const answer = ask()
  expect((await answer.next()).value).toMatchObject({ content: '一' })
  const { raw } = await asked.promise
  const failed = expect(answer.next()).rejects.toThrow('it fell silent')
  for (let second = 0; second <= 30; second++) {
    // What waits in between is let come first.
    await new Promise((resolve) => setImmediate(resolve))
    raw(bytes[second] ?? ': ')
    vi.advanceTimersByTime(1_000)
  }
  await failed
})
