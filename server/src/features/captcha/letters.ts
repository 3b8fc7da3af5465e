import type { Chance } from './landscape.ts'
import { asDataUrl, png } from './png.ts'

const size = { width: 168, height: 60 }
const count = 5

/**
 * Our own letters, as strokes between points of a grid of 5 by 7 (`xy xy`, strokes apart by `|`): no font is needed, and
 * none is left out that two people would read differently.
 */
const strokes: Readonly<Record<string, string>> = {
  2: '01 10 30 41 42 06 46',
  3: '00 40 23 33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 02 32 43 45 36 06',
  6: '40 20 03 05 16 36 45 44 33 03',
  7: '00 40 16',
  9: '06 26 43 41 30 10 01 02 13 43',
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  K: '00 06|40 03 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
}
const known = Object.keys(strokes)

type Point = readonly [number, number]
type Line = readonly [Point, Point]

/** A picture of some characters, bent and crossed out, and what they are. */
export async function letterPicture(chance: Chance) {
  const answer = Array.from({ length: count }, () => known[Math.floor(chance() * known.length)])
  const lines = answer.flatMap((letter, index) =>
    placed(strokes[letter ?? ''] ?? '', index, chance),
  )
  const crossing = Array.from(
    { length: 2 },
    (): Line => [
      [0, chance() * size.height],
      [size.width, chance() * size.height],
    ],
  )
  const [bend, shift] = [3 + chance() * 2, chance() * 6.28]
  const data = new Uint8Array(size.width * size.height * 3).fill(255)
  const ink = [40 + chance() * 50, 60 + chance() * 50, 90 + chance() * 60]
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const bent: Point = [x + bend * Math.sin(y / 9 + shift), y + bend * Math.sin(x / 14 + shift)]
      const drawn =
        lines.some((line) => isNear(bent, line, 1.7)) ||
        crossing.some((line) => isNear(bent, line, 0.8))
      const grain = Math.random() < 0.06
      for (let channel = 0; channel < 3; channel++)
        data[(y * size.width + x) * 3 + channel] =
          drawn === grain ? 235 + Math.random() * 20 : (ink[channel] ?? 0) + Math.random() * 30
    }
  }
  return {
    ...size,
    answer: answer.join(''),
    image: asDataUrl(await png({ ...size, channels: 3, data })),
  }
}

/** The strokes of a letter at its place, turned and sized a little by chance. */
function placed(written: string, index: number, chance: Chance): Line[] {
  const turn = (chance() - 0.5) * 0.6
  const scale = 4.6 + chance() * 1.2
  const left = 20 + index * 31 + chance() * 6
  const top = size.height / 2 + (chance() - 0.5) * 10
  const put = (point: string): Point => {
    const [x, y] = [(Number(point[0]) - 2) * scale, (Number(point[1]) - 3) * scale]
    return [
      left + x * Math.cos(turn) - y * Math.sin(turn),
      top + x * Math.sin(turn) + y * Math.cos(turn),
    ]
  }
  return written.split('|').flatMap((stroke) => {
    const points = stroke.split(' ').map(put)
    return points.slice(1).map((to, at): Line => [points[at] ?? to, to])
  })
}

function isNear([x, y]: Point, [[ax, ay], [bx, by]]: Line, reach: number): boolean {
  if (x < Math.min(ax, bx) - reach || x > Math.max(ax, bx) + reach) return false
  if (y < Math.min(ay, by) - reach || y > Math.max(ay, by) + reach) return false
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const share = length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
  const along = Math.max(0, Math.min(1, share))
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) <= reach
}
