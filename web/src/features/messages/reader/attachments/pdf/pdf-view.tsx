import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '../../../../../lib/i18n.ts'
import { announce } from '../../../../../ui/announcer.tsx'
import { Banner } from '../../../../../ui/banner.tsx'
import { Button } from '../../../../../ui/button.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { iconImageOff } from '../../../../../ui/icons-later.ts'
import { Spinner } from '../../../../../ui/spinner.tsx'
import styles from '../preview-dialog.module.css'
import { loadPdf } from './load-pdf.ts'
import { PdfPage } from './pdf-page.tsx'
import type { PdfNote } from './pdf-worker.ts'
import { openSheets } from './sheets.ts'

/** Pages that are drawn; a longer document is saved and opened elsewhere. */
const maxPages = 60

interface PdfViewProps {
  url: string
  name: string
  /** 1: as wide as the dialog. */
  zoom: number
}

/** A PDF, and what of it is not shown; pictures that take the tab's memory are drawn when somebody insists (T34). */
export function PdfView(props: PdfViewProps) {
  const [insisted, setInsisted] = useState(false)
  return (
    <Pages
      key={`${insisted} ${props.url}`}
      {...props}
      insisted={insisted}
      onInsist={() => setInsisted(true)}
    />
  )
}

interface PagesProps extends PdfViewProps {
  insisted: boolean
  onInsist: () => void
}

/**
 * Drawn onto canvases by our own code in a worker (ADR 16): its scripts, forms, links and attachments are not looked at,
 * and it can load nothing. The text of each page is its label for screen readers.
 */
function Pages({ url, name, zoom, insisted, onInsist }: PagesProps) {
  const { t } = useTranslation('reader')
  const [sheets] = useState(openSheets)
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [failed, setFailed] = useState(false)
  const [lacksPicture, setLacksPicture] = useState(false)
  const [lacksPart, setLacksPart] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onLeft = ({ left, isCrowded }: PdfNote) => {
      if (signal.aborted) return
      if (isCrowded) sheets.lacks()
      if (left === 'picture') setLacksPicture(true)
      else setLacksPart(true)
    }
    loadPdf({ url, insisted, onLeft, signal }).then(
      (document) => !signal.aborted && setPdf(document),
      () => !signal.aborted && setFailed(true),
    )
    return () => stop.abort()
  }, [url, insisted, sheets])
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
    <>
      {lacksPicture && <LeftOut insisted={insisted} onInsist={onInsist} />}
      {lacksPart && <Left text={t('preview.cut')} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: pages scroll by keyboard too */}
      <section className={styles.pages} tabIndex={0} aria-label={name} data-scroller>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages never change places
          <PdfPage key={index} pdf={pdf} number={index + 1} zoom={zoom} sheets={sheets} />
        ))}
        {pdf.numPages > count && <p>{t('preview.cut')}</p>}
      </section>
    </>
  )
}

/** Beside it stands the dialog's own button that saves the file. */
function LeftOut({ insisted, onInsist }: Pick<PagesProps, 'insisted' | 'onInsist'>) {
  const { t } = useTranslation('reader')
  const show = (
    <Button size="sm" onClick={onInsist}>
      {t('showGiants')}
    </Button>
  )
  return (
    <Left
      text={t(insisted ? 'preview.pictureTooLarge' : 'preview.pictureLeft')}
      icon={iconImageOff}
      action={insisted ? undefined : show}
    />
  )
}

function Left({ text, ...shown }: { text: string; icon?: string; action?: ReactNode }) {
  useEffect(() => announce(text), [text])
  return (
    <Banner tone="info" {...shown}>
      {text}
    </Banner>
  )
}
