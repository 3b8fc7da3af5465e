import { isRemote } from './html-rules.ts'
import { loadPicture } from './inline-pictures.ts'
import { isTracker } from './trackers.ts'

/** A picture of another server, taken out of a mail; it comes back only through our proxy. */
export interface RemotePicture {
  element: Element
  place: 'src' | 'background'
  /** As the server names it in its answer. */
  url: string
}

export interface RemoteFindings {
  pictures: RemotePicture[]
  trackers: number
}

const cssUrl = /url\("((?:https?:)?\/\/[^"\\]{1,4000})"\)/i

/** The remote picture that a style puts behind an element, as the browser's own parser reads it; it loads nothing here. */
function cssBackground(element: Element, style: string): string {
  if (!style.includes('//') || !/background/i.test(style) || !('style' in element)) return ''
  return cssUrl.exec((element as HTMLElement).style.backgroundImage)?.[1] ?? ''
}

/** Notes the remote pictures of an element before the sanitiser takes their addresses away. */
export function noteRemote(element: Element, found: RemoteFindings): void {
  const style = element.getAttribute('style') ?? ''
  const src = element.tagName === 'IMG' ? element.getAttribute('src') : null
  const url = src !== null && isRemote(src) ? webUrl(src) : null
  if (url) {
    const look = { width: element.getAttribute('width'), height: element.getAttribute('height') }
    if (isTracker({ url, style, ...look })) found.trackers++
    else found.pictures.push({ element, place: 'src', url })
  }
  const behind = element.getAttribute('background') ?? cssBackground(element, style)
  const backgroundUrl = isRemote(behind) ? webUrl(behind) : null
  if (backgroundUrl) found.pictures.push({ element, place: 'background', url: backgroundUrl })
}

function webUrl(text: string): string | null {
  try {
    const url = new URL(text.trim(), 'https://remote.invalid/')
    return /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/**
 * Loads allowed pictures as blobs: the frame's policy allows no address at all, so that nothing in a mail can be loaded
 * but what stands in this list. Returns what stops the loading and frees the memory.
 */
export function fillRemote(
  pictures: readonly RemotePicture[],
  sources: ReadonlyMap<string, string>,
): () => void {
  const stop = new AbortController()
  const made: string[] = []
  for (const [url, group] of Map.groupBy(pictures, (one) => one.url)) {
    const src = sources.get(url)
    if (src === undefined) continue
    void loadPicture(src, stop.signal).then((blob) => {
      if (!blob || stop.signal.aborted) return
      const address = URL.createObjectURL(blob)
      made.push(address)
      for (const { element, place } of group) show(element, place, address)
    })
  }
  return () => {
    stop.abort()
    for (const address of made) URL.revokeObjectURL(address)
  }
}

/** The element lives in the frame's realm: `instanceof` of ours would say no. */
function show(element: Element, place: RemotePicture['place'], address: string): void {
  if (place === 'src') {
    element.setAttribute('src', address)
  } else if ('style' in element) {
    const { style } = element as HTMLElement
    style.setProperty('background-image', `url("${address}")`)
  }
}
