import type { Attachment } from '@hongyan/contract/messages'
import { drawableType } from '@hongyan/mime/picture-size'
import { bareContentId, contentIdOf } from './html-rules.ts'

export interface InlinePicture {
  element: HTMLElement
  /** The picture itself, or what lies behind a table: the letter papers of mail programs. */
  place: 'src' | 'background'
  contentId: string
}

/** Notes a picture of the mail behind a table before the sanitiser takes every `background` away. */
export function noteBackground(element: Element, found: InlinePicture[]): void {
  if (!/^(?:TABLE|TD|TH)$/.test(element.tagName)) return
  const address = element.getAttribute('background') ?? ''
  if (!/^\s*cid:/i.test(address) || !('style' in element)) return
  const contentId = contentIdOf(address.trim())
  found.push({ element: element as HTMLElement, place: 'background', contentId })
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

/** Attachments that the mail's text shows as pictures need no place in the attachment strip. */
export const isShownInline = (attachment: Attachment, unsafeHtml: string): boolean =>
  attachment.contentId !== null &&
  attachment.type.startsWith('image/') &&
  unsafeHtml.toLowerCase().includes(`cid:${bareContentId(attachment.contentId)}`)

/**
 * Loads each picture once as a blob: the frame's policy allows no address of the server. Returns what
 * stops the loading and frees the memory.
 */
export function fillPictures(pictures: InlinePicture[], attachments: Attachment[]): () => void {
  const stop = new AbortController()
  const urls: string[] = []
  for (const attachment of attachments) {
    const { contentId } = attachment
    if (contentId === null) continue
    const images = pictures.filter((one) => one.contentId === bareContentId(contentId))
    if (images.length === 0 || images.every(isShown)) continue
    // Of a mail that was decrypted here: it is in memory, and its owner frees it.
    if (attachment.url.startsWith('blob:')) {
      for (const one of images) show(one, attachment.url)
      continue
    }
    void loadPicture(attachment.url, stop.signal).then((blob) => {
      if (!blob || stop.signal.aborted) return
      const url = URL.createObjectURL(blob)
      urls.push(url)
      for (const one of images) show(one, url)
    })
  }
  return () => {
    stop.abort()
    for (const url of urls) URL.revokeObjectURL(url)
  }
}

const isShown = ({ element, place }: InlinePicture): boolean =>
  place === 'src' ? element.hasAttribute('src') : element.style.backgroundImage !== ''

function show({ element, place }: InlinePicture, url: string): void {
  if (place === 'src') element.setAttribute('src', url)
  else element.style.backgroundImage = `url("${url}")`
}

/** A pixel picture of our own server; null when it is none, too large for the memory, or cannot be had. */
export async function loadPicture(url: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit' })
    if (!response.ok) return null
    const blob = await response.blob()
    return isDrawable(new Uint8Array(await blob.arrayBuffer())) ? blob : null
  } catch {
    return null
  }
}

/** The one check that every picture of a mail goes through, wherever it comes from (T34). */
export const isDrawable = (bytes: Uint8Array): boolean => drawableType(bytes) !== null
