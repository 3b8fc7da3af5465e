import type { Attachment } from '@hongyan/contract/messages'
import { type Preview, reader } from '@hongyan/contract/reader'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { call } from '../../../../lib/api.ts'
import { fullTime } from '../../../../lib/dates.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { lazyPart } from '../../../../lib/lazy-part.tsx'
import { holdFile } from '../../../../lib/let-go.ts'
import { useDateStyle } from '../../../../lib/me.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import {
  iconBack,
  iconChevronLeft,
  iconChevronRight,
  iconDownload,
  iconPlus,
} from '../../../../ui/icons.ts'
import { iconMinus } from '../../../../ui/icons-later.ts'
import { Isolated } from '../../../../ui/isolated.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { fullNameOf, plainLine } from '../../people.ts'
import { AskedPictures } from '../frame/pictures/asked-pictures.tsx'
import { ReaderBody } from '../reader-body.tsx'
import { AttachmentCards } from './attachment-cards.tsx'
import { FileTable, FileText } from './file-text.tsx'
import styles from './preview-dialog.module.css'

const PdfView = lazyPart(() => import('./pdf/pdf-view.tsx'), 'PdfView', { waiting: Waiting })

interface Level {
  attachments: readonly Attachment[]
  at: number
}

type Into = (attachments: readonly Attachment[], index: number) => void

interface PreviewDialogProps {
  attachments: readonly Attachment[]
  /** Index of the file that is shown first. */
  start: number
  onClose: () => void
}

/** Attachments to look at, one after the other; what cannot be shown says so and can be saved. */
export function PreviewDialog({ attachments, start, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('reader')
  // Files of a message inside the message lie on top of it; the way back is kept.
  const [stack, setStack] = useState<Level[]>([{ attachments, at: start }])
  const [zoom, setZoom] = useState(1)
  const [zooms, setZooms] = useState(false)
  const level = stack.at(-1)
  const attachment = level?.attachments[level.at]
  if (!level || !attachment) return null
  const { at, attachments: files } = level
  const name = plainLine(attachment.fileName) || t('unnamed')
  const step = (by: 1 | -1) => {
    setZoom(1)
    setStack([...stack.slice(0, -1), { ...level, at: (at + by + files.length) % files.length }])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    // What can be scrolled sideways has these keys first.
    if (by === 0 || files.length < 2 || scrollsSideways(event.target)) return
    event.preventDefault()
    step(by)
  }
  const into = (inner: readonly Attachment[], index: number) =>
    setStack([...stack, { attachments: inner, at: index }])
  return (
    <Dialog
      title={name}
      closeLabel={t('common:close')}
      width={1000}
      tall
      onClose={onClose}
      onKeyDown={onKeyDown}
      footer={
        <>
          {stack.length > 1 && (
            <Button icon={iconBack} onClick={() => setStack(stack.slice(0, -1))}>
              {t('common:back')}
            </Button>
          )}
          {files.length > 1 && (
            <span className={styles.steps}>
              <IconButton
                icon={iconChevronLeft}
                label={t('preview.previous')}
                onClick={() => step(-1)}
              />
              <span aria-live="polite">{`${at + 1} / ${files.length}`}</span>
              <IconButton
                icon={iconChevronRight}
                label={t('preview.next')}
                onClick={() => step(1)}
              />
            </span>
          )}
          {zooms && <ZoomButtons zoom={zoom} onZoom={setZoom} />}
          <a className={styles.download} href={attachment.url} download={name}>
            <Icon icon={iconDownload} size={18} />
            {t('save')}
          </a>
        </>
      }
    >
      <Content
        key={attachment.section}
        attachment={attachment}
        name={name}
        onInto={into}
        zoom={zoom}
        onZooms={setZooms}
      />
    </Dialog>
  )
}

/** Of a picture or a page, 1 fits the dialog. */
const zoomSteps: readonly number[] = [1, 1.5, 2, 3, 4]

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { t } = useTranslation('reader')
  const at = zoomSteps.indexOf(zoom)
  const to = (index: number) => () => onZoom(zoomSteps[index] ?? 1)
  return (
    <span className={styles.steps}>
      <IconButton
        icon={iconMinus}
        label={t('preview.zoomOut')}
        disabled={at <= 0}
        onClick={to(at - 1)}
      />
      <span className={styles.zoomText} aria-live="polite">{`${zoom * 100}%`}</span>
      <IconButton
        icon={iconPlus}
        label={t('preview.zoomIn')}
        disabled={at >= zoomSteps.length - 1}
        onClick={to(at + 1)}
      />
    </span>
  )
}

function scrollsSideways(target: EventTarget): boolean {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at instanceof HTMLDialogElement) return false
    if (at.scrollWidth > at.clientWidth && getComputedStyle(at).overflowX !== 'visible') return true
  }
  return false
}

interface ContentProps {
  attachment: Attachment
  name: string
  onInto: Into
  zoom: number
  /** Whether what is shown can be zoomed. */
  onZooms: (zooms: boolean) => void
}

function Content({ attachment, name, onInto, zoom, onZooms }: ContentProps) {
  const { t } = useTranslation('reader')
  const { previewId, section } = attachment
  const { data, error } = useQuery({
    queryKey: ['preview', previewId ?? section],
    queryFn: ({ signal }) => call(reader.preview, { params: { id: previewId ?? '' } }, { signal }),
    enabled: previewId !== null,
    retry: false,
    gcTime: 60_000,
    meta: { heavy: true },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next file is another one
  useEffect(holdFile, [section])
  const zooms = data?.kind === 'picture' || data?.kind === 'pdf'
  useEffect(() => onZooms(zooms), [zooms, onZooms])
  if (previewId === null || (error && !data)) {
    return (
      <EmptyState
        title={error?.message ?? t('preview.unsupported')}
        text={t('preview.saveInstead')}
      />
    )
  }
  if (!data) return <Waiting />
  return (
    <div className={styles.content}>
      {'truncated' in data && data.truncated && <Banner tone="info">{t('preview.cut')}</Banner>}
      <Shown preview={data} name={name} onInto={onInto} zoom={zoom} />
    </div>
  )
}

function Waiting() {
  const { t } = useTranslation('reader')
  return (
    <div className={styles.waiting}>
      <Spinner label={t('common:loading')} />
    </div>
  )
}

interface ShownProps {
  preview: Preview
  name: string
  onInto: Into
  zoom: number
}

function Shown({ preview, name, onInto, zoom }: ShownProps) {
  switch (preview.kind) {
    case 'picture':
      return <Picture picture={preview} name={name} zoom={zoom} />
    case 'pdf':
      return <PdfView url={preview.url} name={name} zoom={zoom} />
    case 'text':
      return <FileText text={preview.text} />
    case 'table':
      return <FileTable rows={preview.rows} />
    case 'html':
      return <Document unsafeHtml={preview.unsafeHtml} />
    default:
      return <Message message={preview} onInto={onInto} />
  }
}

interface PictureProps extends Pick<ShownProps, 'name' | 'zoom'> {
  picture: Extract<Preview, { kind: 'picture' }>
}

/** One that takes the tab's memory is drawn when somebody insists (T34). */
function Picture({ picture: { url, isGiant }, name, zoom }: PictureProps) {
  const [insisted, setInsisted] = useState(false)
  if (isGiant && !insisted) return <AskedPictures count={1} onShow={() => setInsisted(true)} />
  return (
    <div className={styles.pictureBox} tabIndex={zoom > 1 ? 0 : undefined}>
      <img
        className={[styles.picture, zoom > 1 && styles.zoomed].filter(Boolean).join(' ')}
        style={zoom > 1 ? { width: `${zoom * 100}%` } : undefined}
        src={url}
        alt={name}
      />
    </div>
  )
}

/** HTML of a document goes through the same three layers as a mail's. */
function Document({ unsafeHtml }: { unsafeHtml: string }) {
  const source = useMemo(
    () => ({ unsafeHtml, text: null, attachments: [], from: '' }),
    [unsafeHtml],
  )
  return <ReaderBody source={source} quotes="open" />
}

interface MessageProps {
  message: Extract<Preview, { kind: 'message' }>
  onInto: Into
}

function Message({ message, onInto }: MessageProps) {
  const { t } = useTranslation('reader')
  const dateStyle = useDateStyle()
  const { subject, from, to, cc, sentTime, text, unsafeHtml, attachments } = message
  const source = useMemo(
    () => ({ unsafeHtml, text, attachments, from: from[0]?.address ?? '' }),
    [unsafeHtml, text, attachments, from],
  )
  const listed = attachments.filter(({ inline }) => !inline)
  const facts: [string, string][] = [
    ['from', from.map(fullNameOf).join(t('semicolon'))],
    ['toLabel', to.map(fullNameOf).join(t('semicolon'))],
    ['cc', cc.map(fullNameOf).join(t('semicolon'))],
    ['time', sentTime ? fullTime(sentTime, dateStyle) : ''],
  ]
  return (
    <article>
      <h3 className={styles.subject}>
        <Isolated>{plainLine(subject) || t('list:noSubject')}</Isolated>
      </h3>
      <dl className={styles.facts}>
        {facts.map(([key, value]) =>
          value === '' ? null : (
            <div key={key}>
              <dt>{t(madeKey(key))}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <ReaderBody source={source} />
      <AttachmentCards attachments={listed} onPreview={(index) => onInto(listed, index)} />
    </article>
  )
}
