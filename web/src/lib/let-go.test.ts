// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdFile, holdMail } from './let-go.ts'

let taken = 0

beforeEach(() => {
  taken = 0
  vi.stubGlobal(
    'ArrayBuffer',
    class {
      constructor() {
        taken++
      }
      slice() {
        return this
      }
    },
  )
  window.requestIdleCallback = (run) => {
    run({ didTimeout: false, timeRemaining: () => 50 })
    return 1
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'deviceMemory')
})

const closed = (count: number, close: (() => void) | undefined): void => {
  for (let index = 0; index < count; index++) close?.()
}
const machineOf = (memory: number): void => {
  Object.defineProperty(navigator, 'deviceMemory', { value: memory, configurable: true })
}

it('T34 memory is taken after four mails with pictures or much HTML, on a machine that has it', () => {
  machineOf(8)
  closed(8, holdMail('<p>two lines</p>'))
  closed(8, holdMail(null))
  expect(taken).toBe(0)
  closed(4, holdMail('<p><img src="cid:a"></p>'))
  closed(4, holdMail('x'.repeat(60_000)))
  closed(4, holdFile())
  expect(taken).toBe(3)
})

it.each([
  ['that does not say what it has', undefined],
  ['of 2 GB', 2],
])('T34 none is taken on a machine %s', (_which, memory) => {
  if (memory !== undefined) machineOf(memory)
  closed(12, holdFile())
  expect(taken).toBe(0)
})
