import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOutput } from '../shared/output.ts'
import { progressMs, sayingProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('CLIENTACCESS-14 INPROGRESS (RFC 9585): who waits long is told so by its tag, and no more once the answer has begun', async () => {
  const line = new PassThrough()
  let heard = ''
  line.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  const output = createOutput(() => line, { unread: 1024, readTimeout: 1_000 })
  let finish: () => void = () => undefined
  const done = sayingProgress({ output, tag: 'a1' }, () => {
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  await vi.advanceTimersByTimeAsync(progressMs - 1)
  expect(heard).toBe('')
  await vi.advanceTimersByTimeAsync(progressMs + 1)
  const one = '* OK [INPROGRESS ("a1" NIL NIL)] Working on it\r\n'
  expect(heard).toBe(one + one)
  output.send('* 1 FETCH (BODY[] {5}\r\n')
  await vi.advanceTimersByTimeAsync(progressMs * 3)
  output.send('hello)\r\n')
  finish()
  await done
  await vi.advanceTimersByTimeAsync(progressMs * 3)
  expect(heard).toBe(`${one}${one}* 1 FETCH (BODY[] {5}\r\nhello)\r\n`)
})
