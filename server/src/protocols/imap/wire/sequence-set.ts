/** Ranges as they were written; Infinity stands for `*`. */
export type SequenceSet = readonly (readonly [number, number])[]

/** `$`: what the last search kept (RFC 5182). The open mailbox knows which they are. */
export const savedResult: SequenceSet = Object.freeze([])

const largest = 0xffffffff

/** A line has room for sixty thousand; RFC 9051 §4 asks for lines of 8 kB. So many cost some milliseconds. */
const mostRanges = 20_000
const [star, colon, comma, zero] = [0x2a, 0x3a, 0x2c, 0x30]

/** Null when it is none (RFC 9051 §9, sequence-set), or one of more ranges than anybody needs. One walk over its characters. */
export function readSequenceSet(text: string): SequenceSet | null {
  const ranges: [number, number][] = []
  let at = 0
  const readNumber = (): number => {
    if (text.charCodeAt(at) === star) {
      at++
      return Number.POSITIVE_INFINITY
    }
    const from = at
    let value = 0
    for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, ++at))
      value = value * 10 + digit
    const isWritten = at > from && at - from <= 10 && text.charCodeAt(from) !== zero
    return isWritten && value <= largest ? value : Number.NaN
  }
  do {
    const from = readNumber()
    let to = from
    if (text.charCodeAt(at) === colon) {
      at++
      to = readNumber()
    }
    if (Number.isNaN(from + to)) return null
    const last = ranges.at(-1)
    // Numbers in a row are one range.
    if (last && from === last[1] + 1 && last[0] <= last[1] && to >= from) last[1] = to
    else if (ranges.push([from, to]) > mostRanges) return null
  } while (text.charCodeAt(at++) === comma)
  return at > text.length ? ranges : null
}

/** -1: there is none. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - zero
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** Ranges in order, none touching another; `*` is the largest number in use (RFC 9051 §9, seq-range). */
export function resolved(set: SequenceSet, max: number): SequenceSet {
  if (isInOrder(set)) return set
  const known = (one: number): number => (one === Number.POSITIVE_INFINITY ? max : one)
  const starts = Float64Array.from(set, ([from, to]) => Math.min(known(from), known(to)))
  const merged: [number, number][] = []
  for (const index of ascending(starts)) {
    const [one = 0, other = 0] = set[index] ?? []
    const from = starts[index] ?? 0
    const to = Math.max(known(one), known(other))
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** As most programs say them. */
function isInOrder(set: SequenceSet): boolean {
  let before = -1
  for (const [from, to] of set) {
    if (from <= before + 1 || to < from || to === Number.POSITIVE_INFINITY) return false
    before = to
  }
  return true
}

/** Places of numbers below 2^33, the least first: sorted as numbers, which is many times faster than by a function. */
function* ascending(numbers: Float64Array): Generator<number> {
  const places = 2 ** 20
  const keys = numbers.map((number, place) => number * places + place).sort()
  for (const key of keys) yield key % places
}

/** Places in an ascending list of numbers that a set names: one walk through both. */
export function placesIn(numbers: readonly number[], set: SequenceSet): number[] {
  const ranges = resolved(set, numbers.at(-1) ?? 0)
  const places: number[] = []
  let at = 0
  for (const [from, to] of ranges) {
    at = Math.max(at, lowerBound(numbers, from))
    for (; at < numbers.length && (numbers[at] ?? 0) <= to; at++) places.push(at)
  }
  return places
}

/** The first place whose number is not below `value`. */
export function lowerBound(numbers: readonly number[], value: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** As a set is written: runs as ranges (RFC 4315 COPYUID). */
export const writeSequenceSet = (numbers: readonly number[]): string => writeRanges(runsOf(numbers))

/** Numbers that follow on each other, from one to another. */
export function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const one of numbers) {
    const last = runs.at(-1)
    if (last && one === last[1] + 1) last[1] = one
    else runs.push([one, one])
  }
  return runs
}

/** Ranges that are in order and do not overlap. */
export function writeRanges(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`)).join(',')
}
