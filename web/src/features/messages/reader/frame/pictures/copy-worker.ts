import { pictureSize } from '@hongyan/mime/picture-size'
import { dataBytes } from '../../../../../lib/data-bytes.ts'

/** What it is asked for: the picture as a file, or as it is written in an address; and how many pixels the copy may have. */
export interface CopyQuestion {
  picture: Blob | string
  mostPixels: number
}
export interface CopyAnswer {
  copy: { file: Blob; width: number; height: number; isOnItsSide: boolean } | null
}

/** Draws small copies of giant pictures beside the page, which would stand still for as long as one is unpacked. */
addEventListener('message', ({ data }: MessageEvent<CopyQuestion>) => {
  copyOf(data).then(
    (copy) => postMessage({ copy } satisfies CopyAnswer),
    // No picture after all.
    () => postMessage({ copy: null } satisfies CopyAnswer),
  )
})

async function copyOf({ picture, mostPixels }: CopyQuestion): Promise<CopyAnswer['copy']> {
  const bytes =
    typeof picture === 'string'
      ? dataBytes(picture)
      : new Uint8Array<ArrayBuffer>(await picture.arrayBuffer())
  const isPhoto = pictureSize(bytes)?.type === 'image/jpeg'
  const bitmap = await unpacked(bytes, mostPixels)
  const scale = Math.min(1, Math.sqrt(mostPixels / (bitmap.width * bitmap.height)))
  const isOnItsSide = bitmap.width > bitmap.height
  const copy = new OffscreenCanvas(sideOf(bitmap.width, scale), sideOf(bitmap.height, scale))
  try {
    drawSmall(bitmap, copy)
  } finally {
    bitmap.close()
  }
  const { width, height } = copy
  const file = await copy.convertToBlob({
    type: isPhoto ? 'image/jpeg' : 'image/webp',
    quality: 0.9,
  })
  free(copy)
  return { file, width, height, isOnItsSide }
}

/**
 * A JPEG is unpacked small where the browser can: its blocks of 8 by 8 become single points, and 50 megapixels take 50 MB
 * instead of 200.
 */
async function unpacked(bytes: Uint8Array<ArrayBuffer>, mostPixels: number): Promise<ImageBitmap> {
  const size = pictureSize(bytes)
  if (size?.type !== 'image/jpeg' || !('ImageDecoder' in globalThis)) {
    return createImageBitmap(new Blob([bytes]))
  }
  const scale = Math.min(1, Math.sqrt(mostPixels / (size.width * size.height)))
  const decoder = new ImageDecoder({
    type: size.type,
    data: bytes,
    desiredWidth: sideOf(size.width, scale),
    desiredHeight: sideOf(size.height, scale),
  })
  try {
    const { image } = await decoder.decode()
    try {
      // Turned as its camera was held.
      return await createImageBitmap(image)
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}

const sideOf = (side: number, scale: number): number => Math.max(1, Math.round(side * scale))

/** Its memory goes at once, not when somebody cleans up. */
const free = (canvas: OffscreenCanvas): void => void Object.assign(canvas, { width: 0, height: 0 })

/** Lines of a copy that are made at once. */
const band = 128

/**
 * In two steps, the second of which halves: one step would leave pixels out. In bands, and not by the browser's own smoothing
 * or resizing: those make a further copy of the whole, and keep it for a while.
 */
function drawSmall(bitmap: ImageBitmap, copy: OffscreenCanvas): void {
  const { width, height } = copy
  const second = copy.getContext('2d')
  if (bitmap.width === width) {
    // It was unpacked small.
    second?.drawImage(bitmap, 0, 0)
    return
  }
  const twice = new OffscreenCanvas(width * 2, band * 2)
  const first = twice.getContext('2d')
  if (!first || !second) throw new Error('no canvas')
  const lines = bitmap.height / height
  for (let top = 0; top < height; top += band) {
    const count = Math.min(band, height - top)
    const part = [0, top * lines, bitmap.width, count * lines] as const
    first.clearRect(0, 0, width * 2, band * 2)
    first.drawImage(bitmap, ...part, 0, 0, width * 2, count * 2)
    second.drawImage(twice, 0, 0, width * 2, count * 2, 0, top, width, count)
  }
  free(twice)
}
