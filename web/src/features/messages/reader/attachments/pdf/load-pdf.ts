import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist'
import { ownScript } from '../../../../../lib/trusted.ts'
import type { PdfNote } from './pdf-worker.ts'
import pdfWorker from './pdf-worker.ts?worker&url'

/**
 * Pixels of a picture on a page. A sheet scanned with 300 dots to the inch has 9 million; with 600 it has 35, and is
 * unpacked when somebody insists, as a giant picture of a mail is (T34). A few bytes can say any number.
 */
const pictureMost = { asked: 12_500_000, insisted: 35_000_000 }

interface LoadOptions {
  url: string
  insisted: boolean
  /** Called when something is left out. */
  onLeft: (note: PdfNote) => void
  /** Nobody looks any more: nothing further is fetched, and the worker is ended. */
  signal: AbortSignal
}

/** In ms, for a worker to end by itself; one that is busy does not hear that it should. */
const patience = 1_000

export async function loadPdf({ url, insisted, onLeft, signal }: LoadOptions) {
  const response = await fetch(url, { credentials: 'omit', signal })
  if (!response.ok) throw new Error('the file could not be loaded')
  const data = new Uint8Array(await response.arrayBuffer())
  signal.throwIfAborted()
  const base = new URL(`${import.meta.env.BASE_URL}pdf/`, document.baseURI).href
  const port = new Worker(ownScript(pdfWorker), { type: 'module' })
  // The library leaves alone what it did not ask for.
  port.addEventListener('message', ({ data: note }: MessageEvent<PdfNote | { left?: never }>) => {
    if (note.left) onLeft(note)
  })
  const died = new Promise<never>((_, reject) => {
    const tell = () => reject(new Error('the worker of the document is gone'))
    // It could not be loaded, its memory was taken, or what it said could not be read: the library hears none of it.
    port.addEventListener('error', tell)
    port.addEventListener('messageerror', tell)
  })
  const task = getDocument({
    worker: new PDFWorker({
      // Its types know of no worker that others made.
      port: port as unknown as null,
      verbosity: VerbosityLevel.WARNINGS,
    }),
    data,
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    enableXfa: false,
    stopAtErrors: false,
    useWasm: false,
    maxImageSize: insisted ? pictureMost.insisted : pictureMost.asked,
    // What is larger becomes smaller while it is unpacked.
    canvasMaxAreaInBytes: 4 * pictureMost.asked,
    verbosity: VerbosityLevel.ERRORS,
  })
  const end = () =>
    Promise.race([task.destroy(), new Promise((resolve) => setTimeout(resolve, patience))])
      .catch(() => undefined)
      .finally(() => port.terminate())
  signal.addEventListener('abort', end, { once: true })
  return Promise.race([task.promise, died])
}
