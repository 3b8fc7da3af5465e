import { type Chance, landscape } from './landscape.ts'
import { asDataUrl, type Pixels, png } from './png.ts'

const size = { width: 320, height: 160 }
/** The piece is a square with a knob on its right side and one on top, in a box of so many pixels. */
const box = 52
const knob = 9

/** A picture with a hole, the piece that fits into it, and how far it must be moved. */
export async function slidePuzzle(chance: Chance) {
  const picture = landscape(size.width, size.height, chance)
  const x = box + 20 + Math.floor(chance() * (size.width - 2 * box - 20))
  const top = 4 + Math.floor(chance() * (size.height - box - 8))
  const piece = cutOut(picture, x, top)
  shade(picture, { x, top, by: 0.45 })
  // A second, fainter hole: who only looks for a dark square has two to choose from.
  const false_ = { x: Math.floor(chance() * (size.width - box)), top: otherRow(top), by: 0.7 }
  shade(picture, false_)
  return {
    ...size,
    top,
    answer: String(x),
    image: asDataUrl(await png(picture)),
    piece: asDataUrl(await png(piece)),
  }
}

const otherRow = (top: number): number =>
  top > (size.height - box) / 2
    ? Math.max(0, top - box - 8)
    : Math.min(size.height - box, top + box + 8)

/** Whether a point of the box belongs to the piece. */
function isInside(x: number, y: number): boolean {
  const side = box - knob - 1
  if (x < side && y >= knob) return true
  const right = Math.hypot(x - side, y - (box + knob) / 2) <= knob
  const above = Math.hypot(x - side / 2, y - knob) <= knob
  return right || above
}

const isEdge = (x: number, y: number): boolean =>
  isInside(x, y) &&
  !(isInside(x - 1, y) && isInside(x + 1, y) && isInside(x, y - 1) && isInside(x, y + 1))

function cutOut(picture: Pixels, left: number, top: number): Pixels {
  const data = new Uint8Array(box * box * 4)
  for (let y = 0; y < box; y++) {
    for (let x = 0; x < box; x++) {
      if (!isInside(x, y)) continue
      const from = ((top + y) * picture.width + left + x) * 3
      const color = isEdge(x, y) ? [255, 255, 255] : picture.data.subarray(from, from + 3)
      data.set([...color, 255], (y * box + x) * 4)
    }
  }
  return { width: box, height: box, channels: 4, data }
}

function shade(
  picture: Pixels,
  { x: left, top, by }: { x: number; top: number; by: number },
): void {
  for (let y = 0; y < box; y++) {
    for (let x = 0; x < box; x++) {
      if (!isInside(x, y)) continue
      const at = ((top + y) * picture.width + left + x) * 3
      for (let channel = 0; channel < 3; channel++)
        picture.data[at + channel] = (picture.data[at + channel] ?? 0) * by
    }
  }
}
