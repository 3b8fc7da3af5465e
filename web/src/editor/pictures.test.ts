// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { trackPictures } from './pictures.ts'

const base64 = (head: number[], bytes: number): string => {
  const whole = Buffer.alloc(bytes)
  whole.set(head)
  return whole.toString('base64')
}
/** The head of a PNG of so many points on each side, and nothing that could be drawn behind it. */
function png(side: number): string {
  const size = [side >> 24, side >> 16, side >> 8, side].map((part) => part & 255)
  const head = [0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
  return `data:image/png;base64,${base64([...head, ...size, ...size], 4096)}`
}
function imageOf(src: string): HTMLElement {
  const image = document.createElement('img')
  image.setAttribute('src', src)
  return image
}

afterEach(() => vi.restoreAllMocks())

it('T34 data in a text that is loaded is looked at once, however often the text is cleaned', () => {
  const pictures = trackPictures(() => undefined)
  const look = vi.spyOn(globalThis, 'atob')
  const bytewise = vi.spyOn(Uint8Array, 'from')
  const images = [imageOf(png(40)), imageOf(png(7_000))]
  const [small, giant] = images.map((image) => image.getAttribute('src'))
  for (let pass = 0; pass < 3; pass++) {
    for (const image of images) pictures.adopt(image, 'load')
  }
  expect(look).toHaveBeenCalledTimes(2)
  expect(bytewise).not.toHaveBeenCalled()
  const [drawn, sheet] = images.map((image) => image.getAttribute('src'))
  expect(drawn).toBe(small)
  expect(sheet).toMatch(/^data:image\/svg/)
  const text = document.createElement('div')
  text.append(...images)
  pictures.restore(text)
  expect(images.map((image) => image.getAttribute('src'))).toEqual([small, giant])
})
