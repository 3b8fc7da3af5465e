import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import {
  type ModelServer,
  type ModelWriter,
  startModelServer,
} from '../../../testing/model-server.ts'
import { createGateway, type Gateway } from './gateway.ts'

const prompt = { system: 'system', user: 'user', maxTokens: 10 }
let first: ModelServer
let second: ModelServer
let gateway: Gateway

/** Models are real, waiting is not. */
beforeEach(async () => {
  first = await startModelServer()
  second = await startModelServer()
  gateway = createGateway({
    endpoints: [first, second].map(({ url }, at) => ({ url, key: '', model: String(at) })),
    silence: 30,
    log: createLog('silent'),
    metrics: createMetrics(),
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
