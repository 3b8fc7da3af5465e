import { dataBytes } from '../clean/data-bytes.ts'

/** Larger than a telephone's photograph: somebody who reads sees no more of it than of its copy. */
const giant = 12_500_000
/** Of a copy: as wide as a screen of the highest density shows it in a mail. */
export const copyPixels = 4_000_000

export const isGiant = (pixels: number): boolean => pixels > giant

export interface SmallCopy {
  url: string
  /** Its pixels for each of the picture. */
  density: number
}

interface Source {
  url: string
  size: { width: number; height: number }
  blob?: Blob
}

/**
 * Small copies of giant pictures. A browser keeps what it unpacked for as long as it has memory, and 50 megapixels are
 * 200 MB: unpacked here, one after the other, they are freed at once.
 */
export function smallCopies() {
  const made = new Map<Source, Promise<SmallCopy | null>>()
  let last: Promise<unknown> = Promise.resolve()
  let isOver = false
  const make = async (source: Source): Promise<SmallCopy | null> => {
    // The mail has gone while others were made.
    if (isOver) return null
    try {
      return await copyOf(source)
    } catch {
      // No picture after all.
      return null
    }
  }
  return {
    of: (source: Source): Promise<SmallCopy | null> => {
      const known = made.get(source) ?? last.then(() => make(source))
      made.set(source, known)
      last = known
      return known
    },
    end: (): void => {
      isOver = true
      for (const one of made.values()) {
        void one.then((copy) => copy && URL.revokeObjectURL(copy.url))
      }
    },
  }
}

async function copyOf({ url, size, blob }: Source): Promise<SmallCopy> {
  const bitmap = await createImageBitmap(blob ?? new Blob([dataBytes(url)]))
  const { width, height } = bitmap
  const scale = Math.min(1, Math.sqrt(copyPixels / (width * height)))
  const copy = new OffscreenCanvas(sideOf(width, scale), sideOf(height, scale))
  try {
    drawSmall(bitmap, copy)
  } finally {
    bitmap.close()
  }
  // It lies on its side where its camera did: the head of the file does not say so.
  const isTurned = size.width > size.height !== width > height
  const density = copy.width / (isTurned ? size.height : size.width)
  const file = await copy.convertToBlob({ type: 'image/webp', quality: 0.9 })
  // Its memory goes at once, not when somebody cleans up.
  Object.assign(copy, { width: 0, height: 0 })
  return { url: URL.createObjectURL(file), density }
}

const sideOf = (side: number, scale: number): number => Math.max(1, Math.round(side * scale))

/** Lines of a copy that are made at once. */
const band = 128

/**
 * In two steps, the second of which halves: one step would leave pixels out. In bands, and not by the browser's own smoothing or
 * resizing: those make a further copy of the whole, and keep it for a while.
 */
function drawSmall(bitmap: ImageBitmap, copy: OffscreenCanvas): void {
  const twice = new OffscreenCanvas(copy.width * 2, band * 2)
  const steps = [twice.getContext('2d'), copy.getContext('2d')] as const
  const [first, second] = steps
  if (!first || !second) throw new Error('no canvas')
  const lines = bitmap.height / copy.height
  for (let top = 0; top < copy.height; top += band) {
    const count = Math.min(band, copy.height - top)
    const { width } = copy
    first.clearRect(0, 0, width * 2, band * 2)
    first.drawImage(
      ...([bitmap, 0, top * lines, bitmap.width, count * lines] as const),
      ...([0, 0, width * 2, count * 2] as const),
    )
    second.drawImage(twice, 0, 0, width * 2, count * 2, 0, top, width, count)
  }
  Object.assign(twice, { width: 0, height: 0 })
}
