// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Announcer } from '../../../../../ui/announcer.tsx'
import { AskedPictures } from './asked-pictures.tsx'

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

it('T34 that pictures are kept back is said once all of them are found', () => {
  const shown = (count: number) =>
    act(() =>
      root.render(
        <>
          <Announcer />
          <AskedPictures count={count} onShow={() => undefined} />
        </>,
      ),
    )
  const said = () => document.querySelector('[data-announcer]')?.textContent
  shown(0)
  act(() => void vi.runAllTimers())
  expect(said()).toBe('')
  shown(1)
  expect(said()).toBe('')
  shown(3)
  act(() => void vi.runAllTimers())
  expect(said()).not.toBe('')
})
