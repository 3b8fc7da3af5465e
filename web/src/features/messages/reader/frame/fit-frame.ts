import { pin } from './our-marks.ts'

/** Narrower than this the mail is scaled down instead of scrolled sideways. */
const phone = 700
const smallest = 0.4
/** Higher than this no letter is: the frame scrolls its content then. In CSS pixels. */
const tallest = 60_000

/**
 * Keeps the frame as high as its content, also when pictures arrive or a quote unfolds. Wide newsletters
 * are zoomed to fit a phone; `zoom` is what the reader chose. Returns the stopper.
 */
export function fitFrame(frame: HTMLIFrameElement, body: HTMLElement, zoom = 1): () => void {
  let width = -1
  const root = body.ownerDocument.documentElement
  const fit = () => {
    if (frame.clientWidth !== width) {
      width = frame.clientWidth
      zoomToFit(frame, body, zoom)
    }
    const sideways = body.scrollWidth > frame.clientWidth ? 16 : 0
    const wanted = Math.ceil(heightOf(body)) + sideways
    const height = Math.min(wanted, tallest)
    pin(root, { 'overflow-y': wanted > tallest ? 'auto' : 'hidden' })
    if (frame.offsetHeight !== height) frame.style.height = `${height}px`
  }
  const observer = new ResizeObserver(fit)
  observer.observe(body)
  observer.observe(frame)
  fit()
  return () => observer.disconnect()
}

/** With its margins, and with what stands out of boxes that are lower than their content. */
function heightOf(body: HTMLElement): number {
  const { top } = body.ownerDocument.documentElement.getBoundingClientRect()
  const box = body.getBoundingClientRect()
  const style = body.ownerDocument.defaultView?.getComputedStyle(body)
  const below = Math.max(0, Number.parseFloat(style?.marginBottom ?? '') || 0)
  const zoom = Number.parseFloat(body.style.zoom) || 1
  const overflowing = box.top + body.scrollHeight * zoom
  const bottom = overflowing > box.bottom + 1 ? overflowing : box.bottom
  return bottom - top + below
}

function zoomToFit(frame: HTMLIFrameElement, body: HTMLElement, zoom: number): void {
  pin(body, { zoom: '1' })
  const wanted = body.scrollWidth
  const isWide = frame.clientWidth < phone && wanted > frame.clientWidth + 1
  const fitted = isWide ? Math.max(smallest, frame.clientWidth / wanted) : 1
  if (fitted * zoom !== 1) pin(body, { zoom: String(fitted * zoom) })
}
