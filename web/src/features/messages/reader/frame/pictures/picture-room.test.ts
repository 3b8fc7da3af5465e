// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pictureRoom } from './picture-room.ts'

let seen: (changes: { target: Element; isIntersecting: boolean }[]) => void

beforeEach(() => {
  class Observer {
    observe = vi.fn()
    disconnect = vi.fn()
    constructor(callback: typeof seen) {
      seen = callback
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => vi.unstubAllGlobals())

const picture = (name: string, frames: number, side = 1_990) => ({
  url: `data:image/webp;${name}`,
  size: { type: 'image/webp', width: side, height: side, frames, inPasses: false },
  places: [{ element: document.createElement('img'), place: 'src' as const }],
})
const isDrawn = ({ url, places: [place] }: ReturnType<typeof picture>) =>
  place?.element.getAttribute('src') === url

it('T34 pictures that move without an end wait for a click, the first of them too, though there is room', () => {
  const asked = vi.fn()
  const room = pictureRoom({ onAsked: asked })
  const [endless, few, still] = [picture('a', 900), picture('b', 2, 900), picture('c', 1)]
  for (const one of [endless, few, still]) room.put(one)
  expect([endless, few, still].map(isDrawn)).toEqual([false, true, true])
  expect(asked).toHaveBeenLastCalledWith(1)
  const [place] = endless.places
  const look = () => seen([{ target: place?.element ?? document.body, isIntersecting: true }])
  look()
  expect(isDrawn(endless)).toBe(false)
  room.allowAsked()
  expect(asked).toHaveBeenLastCalledWith(0)
  expect(isDrawn(endless)).toBe(true)
  room.end()
})
