import type { Attachment } from '@hongyan/contract/messages'
import { drawablePicture, type PictureSize } from '@hongyan/mime/picture-size'
import { dataBytes } from '../../../../../lib/data-bytes.ts'
import { bareContentId, contentIdOf } from '../clean/html-rules.ts'
import { inTurns } from './in-turns.ts'
import type { PicturePlace, PictureRoom } from './picture-room.ts'

export interface InlinePicture extends PicturePlace {
  contentId: string
}

/** Notes a picture of the mail behind a table before the sanitiser takes every `background` away. */
export function noteBackground(element: HTMLElement, found: InlinePicture[]): void {
  if (!/^(?:TABLE|TD|TH)$/.test(element.tagName)) return
  const address = element.getAttribute('background') ?? ''
  if (!/^\s*cid:/i.test(address)) return
  found.push({ element, place: 'background', contentId: contentIdOf(address.trim()) })
}

/** Takes the `cid:` pictures out of a mail before it is shown; they are filled in when they are here. */
export function takePictures(fragment: DocumentFragment): InlinePicture[] {
  return [...fragment.querySelectorAll('img')].flatMap((image) => {
    const src = image.getAttribute('src') ?? ''
    if (!/^\s*cid:/i.test(src)) return []
    image.removeAttribute('src')
    return [{ element: image, place: 'src' as const, contentId: contentIdOf(src) }]
  })
}

/** Names of pictures in a text that are looked at: a mail has not so many parts. */
const mostNames = 10_000
const named = /cid:([^"'\s<>)]{1,998})/gi

/** Attachments that the mail's text shows as pictures need no place in the attachment strip. One pass over the text. */
export function listedOf<One extends Pick<Attachment, 'contentId' | 'type'>>(
  attachments: readonly One[],
  unsafeHtml: string,
): One[] {
  if (!attachments.some(({ contentId }) => contentId !== null)) return [...attachments]
  const raw = new Set<string>()
  for (const [found] of unsafeHtml.matchAll(named)) {
    raw.add(found)
    if (raw.size > mostNames) break
  }
  const shown = new Set([...raw].map(contentIdOf))
  return attachments.filter(
    ({ contentId, type }) =>
      contentId === null || !type.startsWith('image/') || !shown.has(bareContentId(contentId)),
  )
}

/** A picture that is in memory already knows its size. */
type PictureFile = Attachment & { picture?: PictureSize & { blob: Blob } }

/**
 * Loads each picture once as a blob: the frame's policy allows no address of the server. Returns what stops the loading;
 * what is loaded belongs to the room.
 */
export function fillPictures(
  pictures: readonly InlinePicture[],
  attachments: readonly PictureFile[],
  room: PictureRoom,
): () => void {
  const wanted = Map.groupBy(pictures, ({ contentId }) => contentId)
  const jobs: ((signal: AbortSignal) => Promise<void>)[] = []
  for (const { contentId, url, picture } of attachments) {
    const name = contentId === null ? '' : bareContentId(contentId)
    const places = wanted.get(name)
    // Of two files with one name the first is meant.
    wanted.delete(name)
    if (!places || places.every(room.holds)) continue
    // Of a mail that was decrypted here: it is in memory, and its owner frees it.
    if (picture) room.put({ url, size: picture, places, blob: picture.blob })
    else jobs.push((signal) => loadInto(room, { url, places, signal }))
  }
  return inTurns(jobs)
}

interface Loading {
  url: string
  places: readonly PicturePlace[]
  signal: AbortSignal
}

/** Loads a pixel picture of our own server; none, one too large for the memory, or that cannot be had, is not shown. */
export async function loadInto(room: PictureRoom, { url, places, signal }: Loading) {
  try {
    const response = await fetch(url, { signal, credentials: 'omit' })
    if (!response.ok) return
    const blob = await response.blob()
    const size = drawablePicture(new Uint8Array(await blob.arrayBuffer()))
    if (!size || signal.aborted) return
    room.put({ url: URL.createObjectURL(blob), size, places, blob, isOurs: true })
  } catch {
    // It stays away.
  }
}

/** Pictures that are written into the mail itself are drawn when they say how large they are, and that is not too much (T34). */
export function dataPicture(src: string): PictureSize | null {
  try {
    return drawablePicture(dataBytes(src))
  } catch {
    return null
  }
}
