import { ownScript } from '../../../../../lib/trusted.ts'
import type { CopyAnswer, CopyQuestion } from './copy-worker.ts'
import copyWorker from './copy-worker.ts?worker&url'

/** Larger than a telephone's photograph: somebody who reads sees no more of it than of its copy. */
const giant = 12_500_000
/** Of a copy: as wide as a screen of the highest density shows it in a mail. */
export const copyPixels = 4_000_000

/** On paper all pictures are drawn at once, and no sheet shows more than a copy does. */
export const isGiant = (pixels: number, onPaper: boolean): boolean =>
  pixels > (onPaper ? copyPixels : giant)

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
 * 200 MB: unpacked beside the page, one after the other, they are freed at once.
 */
export function smallCopies() {
  const made = new Map<Source, Promise<SmallCopy | null>>()
  const ended = new AbortController()
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  const make = async (source: Source): Promise<SmallCopy | null> => {
    // The mail has gone while others were made.
    if (ended.signal.aborted) return null
    worker ??= new Worker(ownScript(copyWorker), { type: 'module' })
    const { copy } = await asked(
      worker,
      { picture: source.blob ?? source.url, mostPixels: copyPixels },
      ended.signal,
    )
    if (!copy || ended.signal.aborted) return null
    const { width, height } = source.size
    // It lies on its side where its camera did: the head of the file does not say so.
    const density = copy.width / (copy.isOnItsSide === width > height ? width : height)
    return { url: URL.createObjectURL(copy.file), density }
  }
  return {
    of: (source: Source): Promise<SmallCopy | null> => {
      const known = made.get(source) ?? last.then(() => make(source))
      made.set(source, known)
      last = known
      return known
    },
    /** Those that were asked for are made. */
    settled: async (): Promise<void> => void (await last),
    end: (): void => {
      ended.abort()
      // What it unpacked goes with it.
      worker?.terminate()
      for (const one of made.values()) {
        void one.then((copy) => copy && URL.revokeObjectURL(copy.url))
      }
    },
  }
}

/** The answer to one question; none when the worker cannot be loaded, or was ended. */
const asked = (worker: Worker, question: CopyQuestion, ended: AbortSignal): Promise<CopyAnswer> =>
  new Promise((resolve) => {
    const none = () => resolve({ copy: null })
    worker.onmessage = ({ data }: MessageEvent<CopyAnswer>) => resolve(data)
    worker.onerror = none
    ended.addEventListener('abort', none, { once: true })
    worker.postMessage(question)
  })
