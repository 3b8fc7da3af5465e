/** Narrower than this the mail is scaled down instead of scrolled sideways. */
const phone = 700
const smallest = 0.4

/**
 * Keeps the frame as high as its content, also when pictures arrive or a quote unfolds. Wide newsletters
 * are zoomed to fit a phone. Returns the stopper.
 */
export function fitFrame(frame: HTMLIFrameElement, body: HTMLElement): () => void {
  let width = -1
  const fit = () => {
    if (frame.clientWidth !== width) {
      width = frame.clientWidth
      zoomToFit(frame, body)
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

function zoomToFit(frame: HTMLIFrameElement, body: HTMLElement): void {
  body.style.removeProperty('zoom')
  const wanted = body.scrollWidth
  if (frame.clientWidth >= phone || wanted <= frame.clientWidth + 1) return
  body.style.setProperty('zoom', String(Math.max(smallest, frame.clientWidth / wanted)))
}
