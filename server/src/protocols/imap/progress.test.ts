import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOutput } from '../shared/output.ts'
import { progressMs, sayingProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('CLIENTACCESS-14 INPROGRESS (RFC 9585): who waits long is told so by its tag, and no more once the answer has begun', async () => {
  const line = new PassThrough()
  let heard = ''
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms)
    output.push()
    await new Promise((resolve) => setImmediate(resolve))
  }
  line.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  const output = createOutput(() => line, { unread: 1024, readTimeout: 1_000, leastRead: 1 })
  let finish: () => void = () => undefined
  const done = sayingProgress({ output, tag: 'a1' }, () => {
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  await pass(progressMs - 1)
  expect(heard).toBe('')
  await pass(progressMs + 1)
  const one = '* OK [INPROGRESS ("a1" NIL NIL)] Working on it\r\n'
  expect(heard).toBe(one + one)
  output.send('* 1 FETCH (BODY[] {5}\r\n')
  await pass(progressMs * 3)
  output.send('hello)\r\n')
  finish()
  await done
  await pass(progressMs * 3)
  expect(heard).toBe(`${one}${one}* 1 FETCH (BODY[] {5}\r\nhello)\r\n`)
})
