import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { ownScript } from '../../../../lib/trusted.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import styles from './preview-dialog.module.css'

/** Pages that are drawn; a longer document is saved and opened elsewhere. */
const maxPages = 60
/** Widest page in CSS pixels, before it is zoomed. */
const pageWidth = 900
/** Of one page, 4 bytes each: a sheet of paper at twice the density of an old screen has 4.6 million. */
const maxPagePixels = 8_000_000
/** Of all pages that are drawn at once. */
const maxPixels = 24_000_000
/** Of a picture on a page: a sheet scanned with 600 dots to the inch has 35 million. A few bytes can say any number. */
const maxPicturePixels = 35_000_000
/** What a canvas may measure in the browsers that allow least. */
const maxSide = 8192

interface PdfViewProps {
  url: string
  name: string
  /** 1: as wide as the dialog. */
  zoom: number
}

/**
 * A PDF drawn onto canvases by our own code in a worker (ADR 16): its scripts, forms, links and attachments are not looked at,
 * and it can load nothing. The text of each page is its label for screen readers.
 */
export function PdfView({ url, name, zoom }: PdfViewProps) {
  const { t } = useTranslation('reader')
  const [drawn] = useState(() => new Map<number, number>())
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let stopped = false
    const loading = load(url)
    loading
      .then(({ task }) => task.promise)
      .then(
        (document) => !stopped && setPdf(document),
        () => !stopped && setFailed(true),
      )
    return () => {
      stopped = true
      void loading.then(({ end }) => end()).catch(() => undefined)
    }
  }, [url])
  if (failed) return <EmptyState title={t('preview.unsupported')} text={t('preview.saveInstead')} />
  if (!pdf) {
    return (
      <div className={styles.waiting}>
        <Spinner label={t('common:loading')} />
      </div>
    )
  }
  const count = Math.min(pdf.numPages, maxPages)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: pages scroll by keyboard too
    <section className={styles.pages} tabIndex={0} aria-label={name} data-scroller>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages never change places
        <PdfPage key={index} pdf={pdf} number={index + 1} zoom={zoom} drawn={drawn} />
      ))}
      {pdf.numPages > count && <p>{t('preview.cut')}</p>}
    </section>
  )
}

async function load(url: string) {
  const response = await fetch(url, { credentials: 'omit' })
  if (!response.ok) throw new Error('the file could not be loaded')
  const base = new URL(`${import.meta.env.BASE_URL}pdf/`, document.baseURI).href
  const port = new Worker(ownScript(workerUrl), { type: 'module' })
  const task = getDocument({
    // Its types know of no worker that others made.
    worker: new PDFWorker({ port: port as unknown as null }),
    data: new Uint8Array(await response.arrayBuffer()),
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    enableXfa: false,
    stopAtErrors: false,
    useWasm: false,
    maxImageSize: maxPicturePixels,
    verbosity: 0,
  })
  const end = () => task.destroy().finally(() => port.terminate())
  return { task, end }
}

interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  /** Pixels of the pages that are drawn now. */
  drawn: Map<number, number>
}

/** Drawn only while it is near the view; else an empty sheet of its size stands there. */
function PdfPage({ pdf, number, zoom, drawn }: PdfPageProps) {
  const { t } = useTranslation('reader')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const near = useNear(canvas)
  useEffect(() => {
    const element = canvas.current
    if (!near || !element) return
    let stop = (): void => undefined
    let stopped = false
    void pdf.getPage(number).then((page) => {
      if (stopped) return
      const room = Math.min(maxPagePixels, maxPixels - sum(drawn))
      stop = draw(page, element, { zoom, room })
      drawn.set(number, element.width * element.height)
      return textOf(page).then((words) => !stopped && setText(words))
    })
    return () => {
      stopped = true
      stop()
      drawn.delete(number)
      // Its memory goes at once; the sheet keeps its size.
      element.width = 0
      element.height = 0
    }
  }, [pdf, number, zoom, near, drawn])
  return (
    <canvas
      ref={canvas}
      width={0}
      height={0}
      className={styles.sheet}
      role="img"
      aria-label={`${t('preview.page', { number })} ${text}`}
    />
  )
}

const sum = (drawn: ReadonlyMap<number, number>): number =>
  [...drawn.values()].reduce((total, pixels) => total + pixels, 0)

/** Whether an element is in the view of its scroller, or less than a view away. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      (seen) => setNear(seen.at(-1)?.isIntersecting === true),
      { root: target.closest('[data-scroller]'), rootMargin: '100% 0px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return near
}

interface Sheet {
  zoom: number
  /** Pixels it may take. */
  room: number
}

/** Returns what stops the drawing. */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, { zoom, room }: Sheet): () => void {
  const { width, height } = page.getViewport({ scale: 1 })
  const shown = Math.min(2, pageWidth / width) * zoom
  canvas.style.width = `calc(min(100%, ${(width * shown) / zoom}px) * ${zoom})`
  canvas.style.aspectRatio = `${width} / ${height}`
  // A page can ask for any size: what is above the limits is drawn coarser (review F4).
  const scale = Math.min(
    shown * Math.min(2, window.devicePixelRatio),
    Math.sqrt(Math.max(0, room) / (width * height)),
    maxSide / Math.max(width, height),
  )
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  if (canvas.width === 0 || canvas.height === 0) return () => undefined
  const task = page.render({ canvas, viewport })
  // A drawing that is stopped ends with an error of its own.
  task.promise.catch(() => undefined)
  return () => task.cancel()
}

/** Characters of a page that are read out. */
const mostText = 2_000

/** A page may have any number of letters: no more are asked for than are taken. */
async function textOf(page: PDFPageProxy): Promise<string> {
  const pieces: ReadableStreamDefaultReader<Awaited<ReturnType<PDFPageProxy['getTextContent']>>> =
    page.streamTextContent().getReader()
  let text = ''
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    for (const item of piece.value.items) {
      if (text.length < mostText && 'str' in item) text += `${item.str} `
    }
    if (text.length >= mostText) await pieces.cancel(new Error('enough'))
  }
  return text.slice(0, mostText).trimEnd()
}
