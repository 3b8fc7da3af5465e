import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../../lib/i18n.ts'
import styles from '../preview-dialog.module.css'

/** Widest page in CSS pixels, before it is zoomed. */
const pageWidth = 900
/** Of one page, 4 bytes each: a sheet of paper at twice the density of an old screen has 4.6 million. */
const maxPagePixels = 8_000_000
/** Of all pages that are drawn at once. */
const maxPixels = 24_000_000
/** What a canvas may measure in the browsers that allow least. */
const maxSide = 8192

interface PdfPageProps {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  /** Pixels of the pages that are drawn now. */
  drawn: Map<number, number>
}

/** Drawn only while it is near the view; else an empty sheet of its size stands there. */
export function PdfPage({ pdf, number, zoom, drawn }: PdfPageProps) {
  const { t } = useTranslation('reader')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const near = useNear(canvas)
  useEffect(() => {
    const element = canvas.current
    if (!near || !element) return
    let stop = (): void => undefined
    let stopped = false
    const load = async () => {
      const page = await pdf.getPage(number)
      if (stopped) return
      const room = Math.min(maxPagePixels, maxPixels - sum(drawn))
      const end = draw(page, element, { zoom, room })
      stop = () => {
        end()
        // Its pictures go with it: a reader who turns sixty pages holds three.
        page.cleanup()
      }
      drawn.set(number, element.width * element.height)
      const words = await textOf(page)
      if (!stopped) setText(words)
    }
    // One that cannot be read, or of a document that was closed, stays an empty sheet.
    load().catch(() => undefined)
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
