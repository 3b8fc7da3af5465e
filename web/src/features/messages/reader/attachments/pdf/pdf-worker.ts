import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { boundedPages } from './bounded-pages.ts'
import type { Answer } from './pdf-answer.ts'
import { sparingPictures } from './sparing-pictures.ts'

/** What the page is told of a document that is not shown whole: a picture was left out, or a part of a page. */
export interface PdfNote {
  left: 'picture' | 'part'
  /** It would have been drawn without the pictures beside it. */
  isCrowded?: boolean
}

/**
 * The library's worker, held to what one document may take: a few bytes can ask for any memory, and the library bounds
 * no more than the size of one picture. All that it answers passes here.
 */
const send = globalThis.postMessage.bind(globalThis)
const answer = (message: unknown, transfer: Transferable[] = []) => send(message, { transfer })
const note = (said: PdfNote): void => answer(said)
const pictures = sparingPictures()
const pages = boundedPages()

Object.assign(globalThis, {
  postMessage: (message: Answer, moved?: readonly Transferable[] | null) => {
    if (pages.isShorter(message)) note({ left: 'part' })
    answer(message, pictures.sparing(message, moved ?? []))
  },
  // Without it the pictures of a page are unpacked one after the other, not all at once.
  DecompressionStream: undefined,
  ImageDecoder: pictures.oneByOne(globalThis.ImageDecoder),
  Uint8Array: bounded(Uint8Array),
  Uint8ClampedArray: bounded(Uint8ClampedArray),
})
// It says so by no other way, and then goes on without the picture.
console.warn = (text: unknown) => {
  if (String(text).includes('exceeded maximum allowed size'))
    note({ left: 'picture', isCrowded: pictures.isCrowded() })
}
addEventListener('message', ({ data }: MessageEvent<Partial<Asked> | null>) => {
  if (data?.action === 'GetOperatorList') pictures.asked(data.data?.pageProxyId)
  if (data?.action === 'CleanupPage') pictures.gone(data.data?.pageProxyId)
  const options = data?.data?.evaluatorOptions
  if (!options) return
  const { maxImageSize: mostOfOne } = options
  // Asked before each picture is unpacked.
  Object.defineProperty(options, 'maxImageSize', { get: () => pictures.mostOfNext(mostOfOne) })
})

interface Asked {
  action: string
  data: { pageProxyId?: unknown; evaluatorOptions?: { maxImageSize: number } } | null
}

/** In bytes, of one list: what a picture in colour takes, with room to grow. A stream of a kilobyte unpacks to gigabytes. */
const mostBytes = 70_000_000

function bounded<Bytes extends new (size: number) => object>(bytes: Bytes): Bytes {
  return new Proxy(bytes, {
    construct: (target, args: [size: number]) => {
      // Also asked with a buffer, which is no new one.
      if (args[0] > mostBytes) {
        note({ left: 'part' })
        throw new RangeError('more than one document may take')
      }
      return new target(...args)
    },
  })
}
