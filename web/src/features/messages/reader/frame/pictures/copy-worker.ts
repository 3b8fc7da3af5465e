import { dataBytes } from '../clean/data-bytes.ts'

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
  const source = typeof picture === 'string' ? new Blob([dataBytes(picture)]) : picture
  const bitmap = await createImageBitmap(source)
  const scale = Math.min(1, Math.sqrt(mostPixels / (bitmap.width * bitmap.height)))
  const isOnItsSide = bitmap.width > bitmap.height
  const copy = new OffscreenCanvas(sideOf(bitmap.width, scale), sideOf(bitmap.height, scale))
  try {
    drawSmall(bitmap, copy)
  } finally {
    bitmap.close()
  }
  const { width, height } = copy
  const file = await copy.convertToBlob({ type: 'image/webp', quality: 0.9 })
  free(copy)
  return { file, width, height, isOnItsSide }
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
  const twice = new OffscreenCanvas(width * 2, band * 2)
  const first = twice.getContext('2d')
  const second = copy.getContext('2d')
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
