/** Narrower than this the mail is scaled down instead of scrolled sideways. */
const phone = 700
const smallest = 0.4

/**
 * Keeps the frame as high as its content, also when pictures arrive or a quote unfolds. Wide newsletters
 * are zoomed to fit a phone; `zoom` is what the reader chose. Returns the stopper.
 */
export function fitFrame(frame: HTMLIFrameElement, body: HTMLElement, zoom = 1): () => void {
  let width = -1
  const fit = () => {
    if (frame.clientWidth !== width) {
      width = frame.clientWidth
      zoomToFit(frame, body, zoom)
    }
    const sideways = body.scrollWidth > frame.clientWidth ? 16 : 0
    const height = Math.ceil(body.getBoundingClientRect().height) + sideways
    if (frame.offsetHeight !== height) frame.style.height = `${height}px`
  }
  const observer = new ResizeObserver(fit)
  observer.observe(body)
  observer.observe(frame)
  fit()
  return () => observer.disconnect()
}

function zoomToFit(frame: HTMLIFrameElement, body: HTMLElement, zoom: number): void {
  body.style.removeProperty('zoom')
  const wanted = body.scrollWidth
  const isWide = frame.clientWidth < phone && wanted > frame.clientWidth + 1
  const fitted = isWide ? Math.max(smallest, frame.clientWidth / wanted) : 1
  if (fitted * zoom !== 1) body.style.setProperty('zoom', String(fitted * zoom))
}
