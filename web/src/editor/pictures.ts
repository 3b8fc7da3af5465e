import { drawablePicture, isAskedFor, pictureSize } from '@hongyan/mime/picture-size'
import { dataBytes } from '../lib/data-bytes.ts'
import { sheetColor } from '../ui/mail-colors.ts'

/**
 * `paste`: foreign text that becomes part of ours, cleaned to what an editor can make.
 * `load`: our own draft, or an original that the user wants to edit: kept as it looks.
 */
export type CleanMode = 'paste' | 'load'

/** Address of a pasted picture that came beside the HTML, see `offer`. */
export const pictureBeside = 'cid:beside.hongyan'

/** Attribute that says which picture an `<img>` of the frame stands for; it never leaves the frame. */
const mark = 'data-picture'

/**
 * Pictures of the text. In the frame they load from a blob or a signed address; in the mail they
 * are `cid:` parts. Kept by mark and not in the element, so that undo brings them back whole.
 */
export interface Pictures {
  /** Addresses for the `cid:` pictures of a text that is about to be loaded. */
  know: (addresses: Record<string, string>) => void
  /** Pictures that came beside the HTML of a paste, in its order, for those that it names by a file of the writer's disk. */
  offer: (files: readonly (File | null)[]) => void
  /** Settles where an `<img>` of cleaned HTML may load from. */
  adopt: (image: HTMLElement, mode: CleanMode) => void
  /** Attributes of a picture that is being uploaded. */
  begin: (key: string, blobUrl: string) => Record<string, string>
  /** The upload ended: with its Content-ID, or null when it failed. */
  settle: (key: string, contentId: string | null) => void
  /** Turns a copy of the text into what is sent. */
  restore: (root: HTMLElement) => void
  marked: (root: HTMLElement, key: string) => HTMLElement[]
}

/** @param found called for a picture that was pasted as data and must be uploaded */
export function trackPictures(found: (key: string, file: File) => void): Pictures {
  /** Mark → what the mail says in `src`; null while uploading or after it failed. */
  const sources = new Map<string, string | null>()
  /** Address in the frame → mark, so that copy and paste inside the text keeps the picture. */
  const marks = new Map<string, string>()
  const isGiant = findGiants()
  let offered: (File | null)[] = []

  const place = (image: HTMLElement, key: string, address: string | null): void => {
    image.setAttribute(mark, key)
    if (address === null) image.removeAttribute('src')
    else image.setAttribute('src', address)
  }
  const know = (addresses: Record<string, string>): void => {
    for (const [contentId, address] of Object.entries(addresses)) {
      sources.set(`cid:${contentId}`, `cid:${contentId}`)
      marks.set(address, `cid:${contentId}`)
    }
  }
  const addressOf = (key: string): string | null => {
    for (const [address, known] of marks) if (known === key) return address
    return null
  }

  /** What the mail says for this address, or null when the picture cannot stay. */
  const markFor = (src: string, mode: CleanMode): string | null => {
    const known = marks.get(src)
    if (known !== undefined) return known
    if (/^cid:/i.test(src)) {
      const key = `cid:${decode(src.slice(4))}`
      return mode === 'load' || sources.has(key) ? key : null
    }
    return mode === 'load' && /^https?:/i.test(src) ? src : null
  }
  const adopt = (image: HTMLElement, mode: CleanMode): void => {
    const src = image.getAttribute('src')?.trim() ?? ''
    const key = markFor(src, mode)
    if (key !== null) {
      if (!sources.has(key)) sources.set(key, key)
      place(image, key, marks.has(src) ? src : addressOf(key))
    } else if (mode === 'paste') adoptPasted(image, src)
    else if (!isPictureData(src)) leaveWords(image)
    else if (isGiant(src)) adoptAs(image, newSheet(), src)
  }
  /** Gives it a mark: `address` is what it is drawn from, `source` what the mail says. */
  const adoptAs = (image: HTMLElement, address: string, source: string | null): string => {
    const key = newKey()
    sources.set(key, source)
    marks.set(address, key)
    place(image, key, address)
    return key
  }
  const adoptPasted = (image: HTMLElement, src: string): void => {
    if (src === pictureBeside) adoptFile(image, offered.shift() ?? null)
    else if (isPictureData(src)) adoptData(image, src)
    else leaveWords(image)
  }
  const adoptFile = (image: HTMLElement, file: File | null): void => {
    if (file === null) {
      leaveWords(image)
      return
    }
    found(adoptAs(image, URL.createObjectURL(file), null), file)
  }
  const adoptData = (image: HTMLElement, src: string): void => {
    const file = fileOf(src)
    if (file === null) {
      image.remove()
      return
    }
    found(adoptAs(image, src, null), file)
  }

  return {
    know,
    offer(files) {
      offered = [...files]
    },
    adopt,
    begin(key, blobUrl) {
      sources.set(key, null)
      marks.set(blobUrl, key)
      return { [mark]: key, class: 'is-uploading', alt: '' }
    },
    settle(key, contentId) {
      sources.set(key, contentId === null ? null : `cid:${contentId}`)
    },
    restore(root) {
      for (const image of root.querySelectorAll<HTMLElement>(`img[${mark}]`)) {
        const source = sources.get(image.getAttribute(mark) ?? '') ?? null
        if (source === null) image.remove()
        else image.setAttribute('src', source)
        image.removeAttribute(mark)
      }
    },
    marked: (root, key) =>
      Array.from(root.querySelectorAll<HTMLElement>(`img[${mark}="${CSS.escape(key)}"]`)),
  }
}

/** A picture that cannot be had: what it is called stays. */
const leaveWords = (image: HTMLElement): void => image.replaceWith(image.getAttribute('alt') ?? '')

let keys = 0
export function newKey(): string {
  keys += 1
  return `pasted-${keys}`
}

const isPictureData = (src: string): boolean =>
  /^data:image\/(png|jpe?g|gif|webp);base64,/i.test(src)

function decode(contentId: string): string {
  try {
    return decodeURIComponent(contentId)
  } catch {
    return contentId
  }
}

function fileOf(dataUrl: string): File | null {
  const bytes = bytesOf(dataUrl)
  const type = dataUrl.slice(5, dataUrl.indexOf(';'))
  return bytes && new File([bytes], `picture.${type.slice(6)}`, { type })
}

/** Only called for base64 data of a picture type. */
function bytesOf(dataUrl: string): Uint8Array<ArrayBuffer> | null {
  try {
    return dataBytes(dataUrl)
  } catch {
    // Not base64 after all: there is nothing to show.
    return null
  }
}

/** What stands in the text for a giant of the mail: each is an address of its own, which leads back to it. */
const newSheet = (): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" id="${newKey()}" width="400" height="300"><rect width="100%" height="100%" fill="${sheetColor}"/></svg>`,
  )}`

/** Which data would take the memory of the tab unpacked (T34). Each is looked at once: a text is cleaned more often, and it takes long. */
function findGiants(): (src: string) => boolean {
  const known = new Map<string, boolean>()
  return (src) => {
    const before = known.get(src)
    if (before !== undefined) return before
    const bytes = bytesOf(src)
    const size = bytes && pictureSize(bytes)
    const giant = bytes !== null && size !== null && (!drawablePicture(bytes) || isAskedFor(size))
    known.set(src, giant)
    return giant
  }
}
