import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import styles from './preview-dialog.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** Pages that are drawn; a longer document is saved and opened elsewhere. */
const maxPages = 60
/** Widest page in CSS pixels. */
const pageWidth = 900

interface PdfViewProps {
  url: string
  name: string
}

/**
 * A PDF drawn onto canvases by our own code in a worker (ADR 16): its scripts, forms, links and attachments are not looked at,
 * and it can load nothing. The text of each page is its label for screen readers.
 */
export function PdfView({ url, name }: PdfViewProps) {
  const { t } = useTranslation('reader')
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let stopped = false
    const loading = load(url)
    loading
      .then((task) => task.promise)
      .then(
        (document) => !stopped && setPdf(document),
        () => !stopped && setFailed(true),
      )
    return () => {
      stopped = true
      void loading.then((task) => task.destroy()).catch(() => undefined)
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
    <section className={styles.pages} tabIndex={0} aria-label={name}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages never change places
        <PdfPage key={index} pdf={pdf} number={index + 1} />
      ))}
      {pdf.numPages > count && <p>{t('preview.cut')}</p>}
    </section>
  )
}

async function load(url: string) {
  const response = await fetch(url, { credentials: 'omit' })
  if (!response.ok) throw new Error('the file could not be loaded')
  const base = new URL(`${import.meta.env.BASE_URL}pdf/`, document.baseURI).href
  return getDocument({
    data: new Uint8Array(await response.arrayBuffer()),
    cMapUrl: `${base}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${base}standard_fonts/`,
    enableXfa: false,
    stopAtErrors: false,
    useWasm: false,
    verbosity: 0,
  })
}

function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation('reader')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    let stop = (): void => undefined
    void pdf.getPage(number).then((page) => {
      if (canvas.current) stop = draw(page, canvas.current)
      return textOf(page).then(setText)
    })
    return () => stop()
  }, [pdf, number])
  return <canvas ref={canvas} role="img" aria-label={`${t('preview.page', { number })} ${text}`} />
}

/** Returns what stops the drawing. */
function draw(page: PDFPageProxy, canvas: HTMLCanvasElement): () => void {
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(2, pageWidth / natural.width) * Math.min(2, window.devicePixelRatio)
  const viewport = page.getViewport({ scale })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.style.width = `${Math.min(pageWidth, viewport.width)}px`
  const task = page.render({ canvas, viewport })
  // A drawing that is stopped ends with an error of its own.
  task.promise.catch(() => undefined)
  return () => task.cancel()
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .slice(0, 2000)
}
