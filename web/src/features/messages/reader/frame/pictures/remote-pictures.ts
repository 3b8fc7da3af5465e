import { isRemote } from '../clean/html-rules.ts'
import { isTracker } from '../clean/trackers.ts'
import { byTurns, inTurns } from './in-turns.ts'
import { loadInto } from './inline-pictures.ts'
import type { PicturePlace, PictureRoom } from './picture-room.ts'

/** A picture of another server, taken out of a mail; it comes back only through our proxy. */
export interface RemotePicture extends PicturePlace {
  /** As the server names it in its answer. */
  url: string
}

export interface RemoteFindings {
  pictures: RemotePicture[]
  trackers: number
}

const cssUrl = /url\("((?:https?:)?\/\/[^"\\]{1,4000})"\)/i

/** The remote picture that a style puts behind an element, as the browser's own parser reads it; it loads nothing here. */
function cssBackground(element: HTMLElement, style: string): string {
  if (!style.includes('//') || !/background/i.test(style)) return ''
  return cssUrl.exec(element.style.backgroundImage)?.[1] ?? ''
}

/** Notes the remote pictures of an element before the sanitiser takes their addresses away. */
export function noteRemote(element: HTMLElement, found: RemoteFindings): void {
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
 * but what stands in this list. Returns what stops the loading; what is loaded belongs to the room.
 */
export function fillRemote(
  pictures: readonly RemotePicture[],
  sources: ReadonlyMap<string, string>,
  room: PictureRoom,
): () => void {
  const groups = [...Map.groupBy(pictures, (one) => one.url)]
  const jobs = byTurns(groups, ([url]) => new URL(url).host).flatMap(([url, places]) => {
    const src = sources.get(url)
    if (src === undefined || places.every(room.holds)) return []
    return [(signal: AbortSignal) => loadInto(room, { url: src, places, signal })]
  })
  return inTurns(jobs)
}
