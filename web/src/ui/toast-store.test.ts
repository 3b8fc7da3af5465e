import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdToasts, lastAction, releaseToasts, toast, useToasts } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ list: [] })
})
afterEach(() => vi.useRealTimers())

const shown = () => useToasts.getState().list.map(({ text }) => text)

it('ERRORS-04 an error is shown for 5 seconds', () => {
  toast({ kind: 'error', text: '错误' })
  vi.advanceTimersByTime(4_999)
  expect(shown()).toEqual(['错误'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('what the newest toast offers can be done without reaching it', () => {
  const done: string[] = []
  for (const text of ['first', 'second']) {
    toast({ kind: 'info', text, action: { label: 'undo', run: () => done.push(text) } })
  }
  toast({ kind: 'info', text: 'no action' })
  lastAction()?.()
  lastAction()?.()
  expect(done).toEqual(['second', 'first'])
  expect(lastAction()).toBe(null)
  expect(shown()).toEqual(['no action'])
})

it('web.md none goes while one is held; released, each has what it had left and at least a moment', () => {
  toast({ kind: 'success', text: 'long' })
  vi.advanceTimersByTime(1_000)
  holdToasts()
  toast({ kind: 'info', text: 'came while held' })
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['long', 'came while held'])
  releaseToasts()
  vi.advanceTimersByTime(1_999)
  expect(shown()).toEqual(['long', 'came while held'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['came while held'])
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual([])
})
