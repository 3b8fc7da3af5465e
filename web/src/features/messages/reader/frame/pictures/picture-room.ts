import { isAskedFor, maxUnaskedMoving, type PictureSize } from '@hongyan/mime/picture-size'
import { copyPixels, isGiant, type SmallCopy, smallCopies } from './small-copy.ts'

/**
 * Pixels of one mail's pictures that are drawn at once, 4 bytes each: two of a telephone's. Fifty pictures that are each
 * allowed were 10 GB together (T34).
 */
const mostPixels = 25_000_000
/**
 * Pixels of its giants that are unpacked one after the other without being asked for: three of 24 megapixels. A browser gives
 * back late what each took. A JPEG is unpacked small, and counts not.
 */
const mostUnasked = 75_000_000
/** On paper all are drawn, one after the other: fifty photographs, each as a small copy. */
const mostOnPaper = 8 * mostPixels
/** Of one that moves several of its pictures are kept: what is drawn, what it is laid over, what comes next. */
const movingCopies = 4
/** How far from the view a picture is drawn. */
const margin = '50%'

export interface PicturePlace {
  element: HTMLElement
  /** The picture itself, or what lies behind a table: the letter papers of mail programs. */
  place: 'src' | 'background'
}

/** One picture, wherever it stands in the mail: a browser keeps it once. */
export interface RoomPicture {
  url: string
  size: PictureSize
  places: readonly PicturePlace[]
  /** What it is made of; else it is written in its address. */
  blob?: Blob
  /** Its address was made for this mail, and goes with it. */
  isOurs?: boolean
}

export interface PictureRoom {
  /** Draws it while there is room; else when it comes into view, for those that have left it. */
  put(picture: RoomPicture): void
  /** Whether a picture was put there. */
  holds(place: PicturePlace): boolean
  /** All that was put there is drawn, as far as there is room. */
  settled(): Promise<void>
  /** Those that are so large that they are only said to be there may be drawn. */
  allowAsked(): void
  /** The mail is gone. */
  end(): void
}

interface Held extends RoomPicture {
  /** That it takes. */
  pixels: number
  /** What is drawn in its stead. */
  isGiant: boolean
  /** Not drawn before somebody asks for it. */
  isAskedFor: boolean
  isDrawn: boolean
  /** Places in view. */
  near: Set<Element>
}

interface RoomOptions {
  /** Who prints a mail asked for all of it. */
  onPaper?: boolean
  /** So many pictures are not drawn before they are asked for. */
  onAsked?: (count: number) => void
}

/**
 * Where the pictures of one mail find room: what does not is an empty sheet of its size, so that nothing moves. Of giants a
 * small copy is drawn, once they come into view.
 */
export function pictureRoom({ onPaper = false, onAsked }: RoomOptions = {}): PictureRoom {
  const most = onPaper ? mostOnPaper : mostPixels
  // The one that was drawn longest ago comes first.
  const held = new Set<Held>()
  const holders = new Map<Element, Held[]>()
  const copies = smallCopies()
  const isOneTooMany = unaskedOf()
  const sheetOf = emptySheets()
  let used = 0
  let isFull = false
  let isOver = false

  const draw = (one: Held): void => {
    held.delete(one)
    held.add(one)
    one.isDrawn = true
    used += one.pixels
    if (one.isGiant) {
      void copies.of(one).then((copy) => {
        if (copy && one.isDrawn && !isOver) showAll(one, copy)
      })
    } else showAll(one, { url: one.url, density: 1 })
  }
  const clear = (one: Held): void => {
    one.isDrawn = false
    used -= one.pixels
    showAll(one, sheetOf(seenSize(one)))
  }
  const fits = ({ pixels }: Held): boolean => used + pixels <= most
  const makeRoom = (one: Held): void => {
    for (const other of held) {
      if (fits(one)) return
      if (other.isDrawn && other.near.size === 0) clear(other)
    }
  }
  const settle = (): void => {
    const isDue = (one: Held) => !one.isDrawn && !one.isAskedFor && one.near.size > 0
    for (const one of [...held].filter(isDue)) {
      makeRoom(one)
      if (fits(one)) draw(one)
    }
  }
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        for (const { near } of holders.get(target) ?? []) {
          if (isIntersecting) near.add(target)
          else near.delete(target)
        }
      }
      settle()
    },
    { rootMargin: margin, scrollMargin: margin },
  )
  const watch = ({ places }: Held): void => {
    for (const { element } of places) observer.observe(element)
  }
  const hold = (one: Held): void => {
    held.add(one)
    for (const { element } of one.places) {
      holders.set(element, [...(holders.get(element) ?? []), one])
    }
    if (isFull) watch(one)
  }
  const tellAsked = (): void => onAsked?.([...held].filter((one) => one.isAskedFor).length)
  const wait = (): void => {
    if (isFull) return
    isFull = true
    for (const other of held) watch(other)
  }
  return {
    put: (picture) => {
      if (isOver) return free(picture)
      const one = heldFrom(picture, onPaper)
      if (!onPaper && !one.isAskedFor) one.isAskedFor = isOneTooMany(one)
      hold(one)
      if (one.isAskedFor) tellAsked()
      const isNow = !one.isAskedFor && fits(one) && (onPaper || !one.isGiant)
      // The place of what is still being made is kept, too.
      if (!isNow || one.isGiant) showAll(one, sheetOf(one.size))
      if (isNow) draw(one)
      else wait()
    },
    holds: ({ element, place }) =>
      holders.get(element)?.some((one) => one.places.some((other) => other.place === place)) ??
      false,
    settled: copies.settled,
    allowAsked: () => {
      for (const one of held) one.isAskedFor = false
      tellAsked()
      settle()
    },
    end: () => {
      isOver = true
      observer.disconnect()
      for (const one of held) free(one)
      copies.end()
      held.clear()
      holders.clear()
    },
  }
}

function free({ url, isOurs }: RoomPicture): void {
  if (isOurs) URL.revokeObjectURL(url)
}

function heldFrom(picture: RoomPicture, onPaper: boolean): Held {
  const { width, height, frames } = picture.size
  const pixels = width * height * (frames > 1 ? movingCopies : 1)
  const giant = isGiant(width * height, onPaper)
  return {
    ...{ ...picture, isGiant: giant, isDrawn: false, near: new Set() },
    isAskedFor: !onPaper && isAskedFor(picture.size),
    pixels: giant ? copyPixels : pixels,
  }
}

/** Says of each picture whether it is one too many of those that take memory without being asked for. */
function unaskedOf() {
  let giants = 0
  let moving = 0
  return ({ size: { type, width, height, frames }, isGiant: giant }: Held): boolean => {
    if (frames > 1) {
      moving += width * height * frames
      return moving > maxUnaskedMoving
    }
    if (!giant || type === 'image/jpeg') return false
    giants += width * height
    return giants > mostUnasked
  }
}

type Sides = Pick<PictureSize, 'width' | 'height'>

/** So finely a sheet's height is told from its width, in a mail of many shapes less; of a line it is not. */
const grain = { few: 1_000, many: 20 }
const mostShapes = 40
const line = 50

/**
 * Drawings as large as pictures, whose place they keep. Each is a page of its own to the browser, which it keeps for long: those
 * of nearly one shape are one, drawn more or less densely.
 */
function emptySheets(): (size: Sides) => SmallCopy {
  const drawn = new Set<string>()
  return (size) => {
    const fine = emptySheet(size, grain.few)
    if (drawn.size < mostShapes) drawn.add(fine.url)
    return drawn.has(fine.url) ? fine : emptySheet(size, grain.many)
  }
}

function emptySheet({ width, height }: Sides, fineness: number): SmallCopy {
  const least = Math.min(width, height)
  const scale = least * line < Math.max(width, height) ? 1 : fineness / least
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><rect width="100%" height="100%" fill="#f0f3f5"/></svg>`
  return {
    density: wide / Math.max(1, width),
    url: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  }
}

/** Turned as its camera was held: the head of the file does not say so. */
function seenSize({ places, size }: RoomPicture): Sides {
  const image = places[0]?.element
  // The element lives in the frame's realm: `instanceof` of ours would say no.
  const width = image && 'naturalWidth' in image ? Number(image.naturalWidth) : 0
  const height = image && 'naturalHeight' in image ? Number(image.naturalHeight) : 0
  return width > 0 && height > 0 ? { width, height } : size
}

function showAll({ places }: RoomPicture, copy: SmallCopy): void {
  for (const place of places) show(place, copy)
}

/** A copy stands there as large as what it is of: its pixels lie less densely. */
function show({ element, place }: PicturePlace, { url, density }: SmallCopy): void {
  const isCopy = density !== 1
  if (place === 'background') {
    const image = isCopy ? `image-set(url("${url}") ${density}x)` : `url("${url}")`
    element.style.setProperty('background-image', image)
    return
  }
  element.setAttribute('src', isCopy ? '' : url)
  if (isCopy) element.setAttribute('srcset', `${url} ${density}x`)
  else element.removeAttribute('srcset')
}
