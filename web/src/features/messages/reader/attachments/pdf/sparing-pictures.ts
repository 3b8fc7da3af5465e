import { pictureSize } from '@hongyan/mime/picture-size'
import { ownPoints } from './own-points.ts'
import type { Answer } from './pdf-answer.ts'

interface Picture {
  bitmap: ImageBitmap | VideoFrame
  width: number
  height: number
  ref?: unknown
}

/** Of the pictures of a document that are held at once, 4 bytes each: what is drawn of all pages at most. */
const mostPixels = 24_000_000
/** Of what room is left one picture takes so much: the last ones of a thousand are still seen, coarser. */
const share = 1 / 4
const leastPixels = 4_096
/** The pictures of the pages near the view may have so much together: four scanned sheets, or two of the largest. */
const togetherOf = (mostOfOne: number): number => Math.max(37_500_000, 2.25 * mostOfOne)
/** Pictures up to this size are drawn however many there are. */
const small = 500_000

/** The holder of what several pages show. */
const common = Symbol('common')

/** Makes pictures smaller by how many there are, so that no number of them takes a tab's memory (T34). */
export function sparingPictures() {
  /** Pages that are drawn: what is unpacked for another one is thrown away where it arrives. */
  const live = new Set<unknown>()
  const held = new Map<unknown, number>()
  const pixelsOf = new Map<unknown, number>()
  /** Pixels that were unpacked for each page: what a picture leaves behind is not gone at once. */
  const unpacked = new Map<unknown, number>()
  const turns = turnsOfOne()
  const pointsOf = ownPoints()
  let isCrowded = false
  const mostOfRoom = (): number => Math.max(leastPixels, (mostPixels - sum(held)) * share)
  return {
    /** @returns what moves with the message */
    sparing: (message: Answer, moved: readonly Transferable[]): Transferable[] => {
      const { holder, picture, copied } = pictureOf(message)
      // The page lets all pages have what one of them had.
      if (copied !== undefined) add(held, common, pixelsOf.get(copied) ?? 0)
      if (holder === undefined) return [...moved]
      turns.sent(picture?.bitmap)
      if (!picture || (holder !== common && !live.has(holder))) return [...moved]
      add(unpacked, holder, picture.width * picture.height)
      shrink(picture, mostOfRoom())
      const pixels = picture.width * picture.height
      pixelsOf.set(picture.ref, pixels)
      add(held, holder, pixels)
      return [picture.bitmap]
    },
    /** What the next picture may have, of one by itself. */
    mostOfNext: (mostOfOne: number): number => {
      const room = togetherOf(mostOfOne) - sum(unpacked)
      isCrowded = room < mostOfOne
      return Math.max(small, Math.min(mostOfOne, room))
    },
    /** Whether the last one had less than it would have had by itself. */
    isCrowded: (): boolean => isCrowded,
    asked: (page: unknown): void => {
      live.add(page)
    },
    gone: (page: unknown): void => {
      live.delete(page)
      held.delete(page)
      unpacked.delete(page)
    },
    /** The browser's own decoder works beside the worker: here on one picture until that has been sent. */
    oneByOne: (decoder: typeof ImageDecoder | undefined) =>
      decoder &&
      class extends decoder {
        private readonly init: ImageDecoderInit
        constructor(init: ImageDecoderInit) {
          super(init)
          this.init = init
        }
        override async decode(options?: ImageDecodeOptions): Promise<ImageDecodeResult> {
          const turn = await turns.take()
          try {
            const smaller = smallerDecoder(decoder, this.init, mostOfRoom())
            const { image, complete } = await (smaller?.decode(options) ?? super.decode(options))
            smaller?.close()
            turn.frame = await pointsOf(image)
            // The library takes either.
            return { image: turn.frame as VideoFrame, complete }
          } catch (error) {
            // What the library then unpacks itself is sent without a turn.
            turns.end(turn)
            throw error
          }
        }
      },
  }
}

interface Turn {
  /** What it unpacked, until that is sent. */
  frame: unknown
}

/** One turn at a time, each ended once, however much of it goes wrong. */
function turnsOfOne() {
  const waiting: (() => void)[] = []
  let held: Turn | null = null
  const end = (turn: Turn): void => {
    if (held !== turn) return
    // Given on, so that nobody takes it who did not wait.
    held = waiting.length > 0 ? { frame: null } : null
    waiting.shift()?.()
  }
  return {
    take: async (): Promise<Turn> => {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve))
      held = { frame: null }
      return held
    },
    end,
    /** A picture was sent, or nothing in the place of one that could not be made of what was unpacked. */
    sent: (bitmap: unknown): void => {
      if (held?.frame && (bitmap === undefined || bitmap === held.frame)) end(held)
    },
  }
}

/** A photograph is unpacked at an eighth of its sides or more, as a browser can: not to be made smaller afterwards. */
function smallerDecoder(
  decoder: typeof ImageDecoder,
  init: ImageDecoderInit,
  most: number,
): ImageDecoder | null {
  const { data, type } = init
  const size = type === 'image/jpeg' && data instanceof Uint8Array ? pictureSize(data) : null
  const scale = size ? Math.sqrt(most / (size.width * size.height)) : 1
  if (!size || scale >= 1) return null
  const side = (length: number) => Math.max(1, Math.ceil(length * scale))
  return new decoder({
    ...init,
    desiredWidth: side(size.width),
    desiredHeight: side(size.height),
  })
}

type Pixels = Map<unknown, number>
const sum = (pixels: Pixels): number => [...pixels.values()].reduce((all, one) => all + one, 0)
const add = (to: Pixels, holder: unknown, pixels: number) =>
  to.set(holder, (to.get(holder) ?? 0) + pixels)

function pictureOf({ action, data = [] }: Answer) {
  const isOfPage = action === 'obj'
  if (!isOfPage && action !== 'commonobj') return {}
  const [kind, value] = data.slice(isOfPage ? 2 : 1) as [unknown, Partial<Picture> | null]
  const copied = kind === 'CopyLocalImage' ? (value as { imageRef: unknown }).imageRef : undefined
  if (kind !== 'Image') return { copied }
  const picture = value?.bitmap ? (value as Picture) : null
  return { holder: isOfPage ? data[1] : common, picture }
}

function shrink(picture: Picture, most: number): void {
  const { bitmap, width, height } = picture
  const scale = Math.sqrt(most / (width * height))
  if (scale >= 1) return
  const side = (length: number) => Math.max(1, Math.floor(length * scale))
  const canvas = new OffscreenCanvas(side(width), side(height))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  Object.assign(picture, {
    width: canvas.width,
    height: canvas.height,
    bitmap: canvas.transferToImageBitmap(),
  })
}
