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
  const { width, height } = size
  const wanted = Math.max(1, Math.round(width * Math.sqrt(copyPixels / (width * height))))
  const bitmap = await createImageBitmap(blob ?? new Blob([dataBytes(url)]), {
    resizeWidth: wanted,
    resizeQuality: 'medium',
  })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  // It lies on its side where its camera did: the head of the file does not say so.
  const isTurned = width > height !== bitmap.width > bitmap.height
  const density = bitmap.width / (isTurned ? height : width)
  bitmap.close()
  const copy = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
  return { url: URL.createObjectURL(copy), density }
}
