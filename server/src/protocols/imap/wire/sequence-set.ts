/** Ranges as they were written; Infinity stands for `*`. */
export type SequenceSet = readonly (readonly [number, number])[]

/** `$`: what the last search kept (RFC 5182). The open mailbox knows which they are. */
export const savedResult: SequenceSet = Object.freeze([])

const largest = 0xffffffff

/** Null when it is none (RFC 9051 §9, sequence-set). Linear in its length. */
export function readSequenceSet(text: string): SequenceSet | null {
  const ranges: [number, number][] = []
  for (const part of text.split(',')) {
    const [from = '', to = from, more] = part.split(':')
    const range: [number, number] = [numberOf(from), numberOf(to)]
    if (more !== undefined || range.some(Number.isNaN)) return null
    ranges.push(range)
  }
  return ranges
}

function numberOf(text: string): number {
  if (text === '*') return Number.POSITIVE_INFINITY
  const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN
  return value <= largest ? value : Number.NaN
}

/** Ranges in order, none touching another; `*` is the largest number in use (RFC 9051 §9, seq-range). */
export function resolved(set: SequenceSet, max: number): [number, number][] {
  const sorted = set
    .map(([from, to]): [number, number] => {
      const start = from === Number.POSITIVE_INFINITY ? max : from
      const end = to === Number.POSITIVE_INFINITY ? max : to
      return start <= end ? [start, end] : [end, start]
    })
    .sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
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
