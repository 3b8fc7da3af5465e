import type { Pixels } from './png.ts'

/** From 0 (included) to 1. */
export type Chance = () => number

/** A soft picture of hills in one of many moods, another one each time: nothing to learn by heart. */
export function landscape(width: number, height: number, chance: Chance): Pixels {
  const data = new Uint8Array(width * height * 3)
  const mood = chance() * 360
  const hills = Array.from({ length: 4 }, (_, index) => ({
    from: height * (0.3 + index * 0.17),
    waves: Array.from({ length: 3 }, (_, wave) => ({
      high: height * (0.1 - wave * 0.02) * (0.4 + chance()),
      long: (0.008 + chance() * 0.03) * (wave + 1),
      shift: chance() * 6.28,
    })),
    color: rgb(mood + index * 14 + chance() * 20, 0.42, 0.62 - index * 0.11),
  }))
  const [high, low] = [rgb(mood + 150 + chance() * 60, 0.5, 0.86), rgb(mood + 40, 0.5, 0.72)]
  for (let x = 0; x < width; x++) {
    const tops = hills.map(({ from, waves }) =>
      waves.reduce((sum, { high, long, shift }) => sum + high * Math.sin(x * long + shift), from),
    )
    for (let y = 0; y < height; y++) {
      let color = mixed(high, low, y / height)
      tops.forEach((top, index) => {
        if (y > top) color = hills[index]?.color ?? color
      })
      const grain = (Math.random() - 0.5) * 10
      for (let channel = 0; channel < 3; channel++)
        data[(y * width + x) * 3 + channel] = clamp((color[channel] ?? 0) + grain)
    }
  }
  return { width, height, channels: 3, data }
}

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

type Color = readonly [number, number, number]

const mixed = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** @param hue in degrees; saturation and lightness from 0 to 1 */
function rgb(hue: number, saturation: number, lightness: number): Color {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const channel = (shift: number) => {
    const place = (shift + hue / 30) % 12
    return 255 * (lightness - strength * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}
