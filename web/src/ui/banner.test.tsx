// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') ?? document.body)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Offer() {
  const [taken, setTaken] = useState(false)
  return (
    <section>
      {taken ? (
        <p>shown</p>
      ) : (
        <Banner tone="info" action={<Button onClick={() => setTaken(true)}>Show</Button>}>
          There is more.
        </Banner>
      )}
      <button type="button">another</button>
    </section>
  )
}

const buttonOf = (text: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === text)

/** The offer is taken; who presses has the focus there or elsewhere. */
function take(from: string): void {
  act(() => root.render(<Offer />))
  buttonOf(from)?.focus()
  act(() => buttonOf('Show')?.click())
  act(() => void vi.runAllTimers())
  expect(buttonOf('Show')).toBeUndefined()
}

it('T34 an offer that goes when it is taken leaves the focus where it stood', () => {
  take('Show')
  expect(document.activeElement?.tagName).toBe('SECTION')
})

it('T34 whoever went on meanwhile keeps the focus', () => {
  take('another')
  expect(document.activeElement).toBe(buttonOf('another'))
})
