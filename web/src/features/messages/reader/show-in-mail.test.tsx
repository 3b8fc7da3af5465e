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
      <div>
        <p>The offer stands. The meeting is on Friday.</p>
        <style>{'p { color: red }'}</style>
        <p>
          All of it
          <b> is </b>
          paid <i>by us</i>.
        </p>
      </div>
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
  // Across elements, and none of a style sheet.
  expect(showInMail('Friday. All of it is paid by')).toBe(true)
  const [across] = [...(highlights.get('shown-mail') ?? [])]
  const { startContainer, startOffset, endContainer, endOffset } = across ?? new Range()
  expect(startContainer.nodeValue?.slice(startOffset)).toBe('Friday.')
  expect(endContainer.nodeValue?.slice(0, endOffset)).toBe('by')
  expect(showInMail('red')).toBe(false)
  expect(showInMail(' ')).toBe(false)
  act(() => root.unmount())
})
