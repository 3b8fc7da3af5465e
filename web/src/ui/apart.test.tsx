// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { Apart } from './apart.tsx'

let faults = 0

function Faulty() {
  if (faults > 0) {
    faults--
    throw new Error('a fault')
  }
  return <p>beside</p>
}

it('G118 a fault beside the screens leaves them, and what had it begins anew', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const host = document.createElement('div')
  faults = 2
  await act(async () => {
    createRoot(host, { onCaughtError: () => undefined }).render(
      <>
        <main>what is being written</main>
        <Apart>
          <Faulty />
        </Apart>
      </>,
    )
  })
  expect(host.textContent).toContain('what is being written')
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))))
  expect(host.textContent).toBe('what is being writtenbeside')
})
