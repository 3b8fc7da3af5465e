import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../../lib/i18n.ts'
import styles from '../preview-dialog.module.css'
import type { Sheets } from './sheets.ts'

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
  /** The pages that are drawn now. */
  sheets: Sheets
}

/** Drawn only while it is near the view; else an empty sheet of its size stands there. */
export function PdfPage({ pdf, number, zoom, sheets }: PdfPageProps) {
  const { t } = useTranslation('reader')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  // Each sheet that is near holds its pictures: half a view before and behind what is seen.
  const near = useSeen(canvas, '50% 0px')
  const inMiddle = useSeen(canvas, '-49% 0px')
  const [turn, setTurn] = useState(0)
  const [ended, setEnded] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when its drawing has ended, too
  useEffect(() => {
    if (inMiddle && sheets.mayAskAgain(number)) setTurn((turns) => turns + 1)
  }, [inMiddle, ended, sheets, number])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn draws it anew
  useEffect(() => {
    const element = canvas.current
    if (!near || !element) return
    let stop = (): void => undefined
    let stopped = false
    const load = async () => {
      const page = await pdf.getPage(number)
      if (stopped) return
      const room = Math.min(maxPagePixels, maxPixels - sheets.pixels())
      sheets.begins(number)
      const { end, done } = draw(page, element, { zoom, room })
      stop = () => {
        end()
        // Its pictures go with it: a reader who turns sixty pages holds three.
        page.cleanup()
      }
      sheets.takes(number, element.width * element.height)
      void done.then(() => {
        if (stopped) return
        sheets.ends(number)
        setEnded((times) => times + 1)
      })
      const words = await textOf(page)
      if (!stopped) setText(words)
    }
    // One that cannot be read, or of a document that was closed, stays an empty sheet.
    load().catch(() => undefined)
    return () => {
      stopped = true
      stop()
      sheets.leaves(number)
      // Its memory goes at once; the sheet keeps its size.
      element.width = 0
      element.height = 0
    }
  }, [pdf, number, zoom, near, sheets, turn])
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

/** Whether an element is in the view of its scroller, made larger or smaller by this margin. */
function useSeen(element: RefObject<HTMLElement | null>, rootMargin: string): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      (seen) => setIsSeen(seen.at(-1)?.isIntersecting === true),
      { root: target.closest('[data-scroller]'), rootMargin },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, rootMargin])
  return isSeen
}

interface Sheet {
  zoom: number
  /** Pixels it may take. */
  room: number
}

interface Drawing {
  end: () => void
  /** However it ends: one that is stopped ends with an error of its own. */
  done: Promise<void>
}

function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, { zoom, room }: Sheet): Drawing {
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
  if (canvas.width === 0 || canvas.height === 0)
    return { end: () => undefined, done: Promise.resolve() }
  const task = page.render({ canvas, viewport })
  return { end: () => task.cancel(), done: task.promise.catch(() => undefined) }
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
