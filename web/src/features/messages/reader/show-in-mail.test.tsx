// @vitest-environment happy-dom
import type { MessageDetail } from '@hongyan/contract/messages'
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useOpenMail } from './open-mail.ts'
import { showInMail } from './show-in-mail.ts'

function Reader() {
  const place = useRef<HTMLDivElement>(null)
  useOpenMail({ mailId: 1 } as MessageDetail, place, () => undefined)
  return (
    <div ref={place}>
      <div>The offer stands. The meeting is on Friday.</div>
    </div>
  )
}

class Marks extends Set<Range> {
  constructor(...ranges: Range[]) {
    super(ranges)
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('AI-02 words that are looked up one after the other are marked for a while each, those of a search for good', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  const highlights = new Map<string, Marks>()
  vi.stubGlobal('Highlight', Marks)
  vi.stubGlobal('CSS', { highlights })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<Reader />))
  const searched = new Marks()
  highlights.set('hit-mail', searched)
  const marked = () =>
    [...highlights.values()].flatMap((marks) => [...marks].map((range) => range.toString()))

  expect(showInMail('The  offer stands.')).toBe(true)
  vi.advanceTimersByTime(3_000)
  expect(showInMail('on Friday')).toBe(true)
  vi.advanceTimersByTime(3_000)
  expect(marked()).toEqual(['on Friday'])
  vi.advanceTimersByTime(3_000)
  expect(marked()).toEqual([])
  expect([...highlights.values()]).toEqual([searched])
  expect(showInMail('on Monday')).toBe(false)
  act(() => root.unmount())
})
