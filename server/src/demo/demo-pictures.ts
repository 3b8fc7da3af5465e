import { type Colour, encodePng } from './demo-png.ts'

const paper: Colour = [255, 255, 255]

/** A wide banner: two colours flowing into each other, with soft waves along the bottom. */
export function bannerPicture(from: Colour, to: Colour): Uint8Array {
  return encodePng(600, 180, (x, y) => {
    const base = blend(from, to, x / 600 + (y - 90) / 900)
    const far = 120 + 14 * Math.sin(x / 70) + 8 * Math.sin(x / 31)
    const near = 146 + 12 * Math.sin(x / 55 + 2)
    if (y > near) return blend(base, paper, 0.32)
    return y > far ? blend(base, paper, 0.16) : base
  })
}

/** A round badge with three geese in formation. */
export function logoPicture(colour: Colour): Uint8Array {
  const flock = [
    [48, 30],
    [30, 52],
    [66, 52],
  ] as const
  return encodePng(96, 96, (x, y) => {
    if (Math.hypot(x - 48, y - 48) > 46) return paper
    const isWing = flock.some(([left, top]) => {
      const away = Math.abs(x - left)
      return away < 15 && Math.abs(y - top - 12 + Math.sqrt(away) * 3) < 3.4 - away / 7
    })
    return isWing ? paper : blend(colour, [20, 30, 60], y / 260)
  })
}

/** A bar chart on a light grid; one bar per value from 0 to 1, with its plan behind it. */
export function barChart(values: number[], colour: Colour): Uint8Array {
  const step = 520 / values.length
  return encodePng(600, 300, (x, y) => {
    const index = Math.floor((x - 50) / step)
    const value = values[index]
    const inside = (x - 50) % step
    if (value !== undefined && x >= 50 && y < 260) {
      if (inside > step * 0.2 && inside < step * 0.62 && y > 260 - value * 220) return colour
      const plan = Math.min(1, value * 0.82 + 0.14)
      const isPlan = inside >= step * 0.62 && inside < step * 0.82 && y > 260 - plan * 220
      if (isPlan) return blend(colour, paper, 0.66)
    }
    return grid(x, y)
  })
}

/** A line chart: smooth line with a shaded foot. */
export function lineChart(values: number[], colour: Colour): Uint8Array {
  return encodePng(600, 300, (x, y) => {
    const at = ((x - 50) / 520) * (values.length - 1)
    if (at < 0 || at > values.length - 1) return grid(x, y)
    const index = Math.min(values.length - 2, Math.floor(at))
    const left = values[index] ?? 0
    const right = values[index + 1] ?? left
    const part = (1 - Math.cos((at - index) * Math.PI)) / 2
    const level = 260 - (left + (right - left) * part) * 220
    if (Math.abs(y - level) < 2.2) return colour
    return y > level && y < 260 ? blend(colour, grid(x, y), 0.82) : grid(x, y)
  })
}

/** A quiet landscape: sky, sun, three ranges of hills, water. `warmth` 0 is noon, 1 is dusk. */
export function landscapePicture(warmth: number, shift: number): Uint8Array {
  const high = blend([92, 156, 214], [66, 58, 112], warmth)
  const low = blend([214, 234, 246], [246, 176, 124], warmth)
  const hill = blend([66, 112, 96], [58, 44, 78], warmth)
  const columns = Array.from({ length: 960 }, (_, half) =>
    [0, 1, 2].map((range) => ridge(half / 2 + 0.25, range, shift)),
  )
  return encodePng(480, 300, (x, y) => {
    if (y > 232) {
      const ripple = 0.08 * Math.sin(y * 0.9 + Math.sin(x / 40 + shift) * 3)
      return blend(blend(low, hill, 0.35), high, 0.3 + ripple)
    }
    const tops = columns[Math.floor(x * 2)] ?? []
    const front = tops.findLastIndex((top) => y > top)
    if (front >= 0) return blend(hill, low, 0.62 - front * 0.28)
    if (Math.hypot(x - 350, y - 78) < 24) return blend([255, 250, 226], [255, 214, 150], warmth)
    return blend(high, low, y / 220)
  })
}

/** A screen design: sidebar, title bar and a coloured rota table. */
export function screenPicture(colour: Colour): Uint8Array {
  return encodePng(720, 440, (x, y) => {
    if (y < 44) return blend(colour, [20, 24, 40], 0.25)
    if (x < 150) return sidebar(x, y, colour)
    return rotaCell(x - 170, y - 100, colour)
  })
}

/** A block pattern like a QR code, for tickets; not a code that anything can read. */
export function ticketPicture(seed: number): Uint8Array {
  return encodePng(164, 164, (x, y) => {
    const column = Math.floor((x - 8) / 6)
    const row = Math.floor((y - 8) / 6)
    if (x < 8 || y < 8 || column > 24 || row > 24) return paper
    const corner = finder(column, row) ?? finder(24 - column, row) ?? finder(column, 24 - row)
    if (corner !== undefined) return corner ? [24, 24, 28] : paper
    const noise = Math.imul((column + 3) * 73856093 + seed, (row + 5) * 19349663)
    return (noise >>> 13) & 1 ? [24, 24, 28] : paper
  })
}

function finder(column: number, row: number): boolean | undefined {
  if (column > 7 || row > 7) return undefined
  const ring = Math.max(Math.abs(column - 3), Math.abs(row - 3))
  return ring === 3 || ring <= 1
}

function sidebar(x: number, y: number, colour: Colour): Colour {
  const row = (y - 64) % 36
  const isLine =
    y > 64 &&
    y < 300 &&
    row > 13 &&
    row < 23 &&
    x > 24 &&
    x < 112 - ((Math.floor(y / 36) * 2) % 3) * 14
  if (y > 100 && y < 132 && x < 146) return isLine ? colour : blend(colour, paper, 0.84)
  return isLine ? [178, 186, 198] : [244, 246, 249]
}

function rotaCell(x: number, y: number, colour: Colour): Colour {
  if (y > -34 && y < -22 && x > 0 && x < 180) return [96, 104, 120]
  if (x < 0 || y < 0 || x > 520 || y > 312) return paper
  const column = Math.floor(x / 74)
  const row = Math.floor(y / 39)
  if (x % 74 < 1 || y % 39 < 1) return [226, 230, 236]
  const kind = (column * 5 + row * 3) % 7
  const isShift = kind < 4 && x % 74 > 6 && x % 74 < 68 && y % 39 > 7 && y % 39 < 32
  if (!isShift) return column > 4 ? [250, 250, 252] : paper
  const tints: Colour[] = [colour, [236, 160, 72], [98, 176, 138], [142, 124, 206]]
  return blend(tints[kind] ?? colour, paper, 0.35)
}

function ridge(x: number, range: number, shift: number): number {
  const wide = Math.sin(x / (96 - range * 14) + shift * (range + 1))
  return 132 + range * 34 + 26 * wide + 9 * Math.sin(x / 23 + range * 2 + shift)
}

function grid(x: number, y: number): Colour {
  if (y > 260 && y < 262 && x > 46 && x < 574) return [150, 156, 166]
  const isRule = x > 50 && x < 570 && y > 38 && y < 260 && (y - 40) % 55 < 1
  return isRule ? [228, 231, 236] : paper
}

function blend(from: Colour, to: Colour, share: number): Colour {
  const part = Math.max(0, Math.min(1, share))
  return [mix(from[0], to[0], part), mix(from[1], to[1], part), mix(from[2], to[2], part)]
}

function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part
}
