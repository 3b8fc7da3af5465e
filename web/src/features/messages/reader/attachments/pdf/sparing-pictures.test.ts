import { expect, it } from 'vitest'
import { sparingPictures } from './sparing-pictures.ts'

const mostOfOne = 12_500_000
/** A picture of a page as the library's worker sends it. */
const sent = (page: number, width: number, height: number) => ({
  action: 'obj',
  data: [`img_${page}`, page, 'Image', { bitmap: {}, width, height }],
})

it('T34 a picture that arrives after its page is gone takes no room of others', () => {
  const pictures = sparingPictures()
  for (let page = 0; page < 20; page++) {
    pictures.asked(page)
    pictures.gone(page)
    pictures.sparing(sent(page, 2_000, 2_500), [])
  }
  expect(pictures.mostOfNext(mostOfOne)).toBe(mostOfOne)
})

it('T34 the pictures of pages that are drawn have a room together, which a page that goes gives back', () => {
  const pictures = sparingPictures()
  const most = 16_000_000
  for (let picture = 0; picture < 230; picture++) {
    pictures.asked(picture % 3)
    pictures.sparing(sent(picture % 3, 1, 100_000), [])
  }
  expect(pictures.mostOfNext(most)).toBeLessThan(most)
  expect(pictures.isCrowded()).toBe(true)
  pictures.gone(0)
  expect(pictures.mostOfNext(most)).toBe(most)
  expect(pictures.isCrowded()).toBe(false)
})

it('T34 pictures are decoded one after the other, also behind one that cannot be', async () => {
  const pictures = sparingPictures()
  let decoding = 0
  class Decoder {
    private readonly data: string
    constructor({ data }: { data: string }) {
      this.data = data
    }
    async decode() {
      expect(++decoding).toBe(1)
      await Promise.resolve()
      decoding--
      if (this.data === 'broken') throw new Error('no picture')
      return this.data
    }
  }
  const OneByOne = pictures.oneByOne(Decoder as unknown as typeof ImageDecoder)
  if (!OneByOne) throw new Error('no decoder')
  const init = (data: string) => ({ data, type: 'image/jpeg' })
  const decode = (data: string) => new OneByOne(init(data) as unknown as ImageDecoderInit).decode()
  const [broken, whole] = [decode('broken'), decode('whole')]
  await expect(broken).rejects.toThrow('no picture')
  expect(await whole).toBe('whole')
})
