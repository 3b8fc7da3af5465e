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

/** The browser's decoder, held to one picture at a time; what comes of each picture is told by its name. */
function slowDecoder() {
  const pictures = sparingPictures()
  const waiting = new Map<string, () => void>()
  let decoding = 0
  let most = 0
  class Decoder {
    private readonly data: string
    constructor({ data }: { data: string }) {
      this.data = data
    }
    async decode() {
      most = Math.max(most, ++decoding)
      await new Promise<void>((resolve) => waiting.set(this.data, resolve))
      decoding--
      if (this.data.startsWith('broken')) throw new Error('no picture')
      return { image: frameOf(this.data) }
    }
  }
  const OneByOne = pictures.oneByOne(Decoder as unknown as typeof ImageDecoder)
  if (!OneByOne) throw new Error('no decoder')
  const frames = new Map<string, object>()
  const frameOf = (name: string): object => {
    const frame = frames.get(name) ?? { width: 9, height: 9 }
    frames.set(name, frame)
    return frame
  }
  return {
    decode: (data: string) =>
      new OneByOne({ data, type: 'image/jpeg' } as unknown as ImageDecoderInit).decode(),
    send: (bitmap: object | null) => {
      const picture = bitmap && { bitmap, width: 9, height: 9 }
      pictures.sparing({ action: 'obj', data: ['img', 1, 'Image', picture] }, [])
    },
    frameOf,
    /** Those that have been begun and not ended. */
    begun: async () => {
      for (let turn = 0; turn < 9; turn++) await Promise.resolve()
      return [...waiting.keys()]
    },
    finish: (name: string) => {
      waiting.get(name)?.()
      waiting.delete(name)
    },
    most: () => most,
  }
}

it('T34 pictures are decoded one after the other, the next when what the last became was sent', async () => {
  const { decode, send, frameOf, begun, finish, most } = slowDecoder()
  const first = decode('first')
  void decode('second')
  expect(await begun()).toEqual(['first'])
  finish('first')
  await first
  expect(await begun()).toEqual([])
  // A picture that the decoder had nothing to do with.
  send({})
  expect(await begun()).toEqual([])
  send(frameOf('first'))
  expect(await begun()).toEqual(['second'])
  expect(most()).toBe(1)
})

it('T34 a picture that cannot be decoded gives back one turn, not a second one when it is sent all the same', async () => {
  const { decode, send, begun, finish, most } = slowDecoder()
  const broken = expect(decode('broken')).rejects.toThrow('no picture')
  void decode('second')
  void decode('third')
  expect(await begun()).toEqual(['broken'])
  finish('broken')
  await broken
  // What the library unpacked by itself; or nothing.
  send({})
  send(null)
  expect(await begun()).toEqual(['second'])
  expect(most()).toBe(1)
})

it('T34 a picture of which nothing could be made after it was decoded holds up no other', async () => {
  const { decode, send, begun, finish } = slowDecoder()
  const first = decode('first')
  void decode('second')
  await begun()
  finish('first')
  await first
  send(null)
  expect(await begun()).toEqual(['second'])
})

it('T34 a photograph is decoded no larger than it will be drawn', async () => {
  const pictures = sparingPictures()
  const asked: ImageDecoderInit[] = []
  class Decoder {
    constructor(init: ImageDecoderInit) {
      asked.push(init)
    }
    async decode() {
      return { image: {} }
    }
    close() {
      asked.push({ data: new Uint8Array(), type: 'closed' })
    }
  }
  const OneByOne = pictures.oneByOne(Decoder as unknown as typeof ImageDecoder)
  if (!OneByOne) throw new Error('no decoder')
  // Two bytes, then the head of a frame of 4,000 by 3,000 points.
  const data = new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3, 0, 0])
  await new OneByOne({ data, type: 'image/jpeg' }).decode()
  const [, { desiredWidth = 0, desiredHeight = 0 } = {}, last] = asked
  expect(last?.type).toBe('closed')
  expect(desiredWidth).toBeGreaterThan(2_000)
  expect(desiredWidth).toBeLessThan(3_000)
  expect(desiredWidth / desiredHeight).toBeCloseTo(4 / 3, 2)
})
