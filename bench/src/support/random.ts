/** A stream of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export type Random = () => number

export function random(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const whole = (next: Random, from: number, to: number): number =>
  from + Math.floor(next() * (to - from + 1))

export function pick<T>(next: Random, list: readonly T[]): T {
  const one = list[Math.floor(next() * list.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/** Few of a list often, most of it seldom: rank r about as often as 1/r. */
export function zipf<T>(next: Random, list: readonly T[]): T {
  const one = list[Math.floor(list.length ** next()) - 1]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}
