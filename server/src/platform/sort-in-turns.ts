import { turnForBulk } from './in-turns.ts'

/** Small steps in one turn of the loop: some milliseconds. */
const stepsAtOnce = 2_000
/** So many are asked for together: a few tables that grow among them are not all in one turn. */
const stepsAsked = 500

/** Counts the steps of long work. @returns what to wait for after so many, so that others are served */
export function inSteps(): (steps?: number) => Promise<void> | null {
  let done = 0
  return (steps = 1) => {
    done += steps
    if (done < stepsAsked) return null
    const part = Math.min(1, done / stepsAtOnce)
    done = 0
    return turnForBulk(part)
  }
}

/** As `sort` orders them, in several turns of the loop where they are many. */
export async function sortInTurns<T>(
  list: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  if (list.length <= stepsAtOnce) return list.toSorted(compare)
  const pause = inSteps()
  let runs: T[][] = []
  for (let at = 0; at < list.length; at += stepsAtOnce) {
    runs.push(list.slice(at, at + stepsAtOnce).sort(compare))
    await pause(stepsAtOnce)
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge([runs[at] ?? [], runs[at + 1] ?? []], compare, pause))
    runs = merged
  }
  return runs[0] ?? []
}

/** Of equal ones those of the first list come first. */
async function merge<T>(
  [one, other]: readonly [readonly T[], readonly T[]],
  compare: (one: T, other: T) => number,
  pause: ReturnType<typeof inSteps>,
): Promise<T[]> {
  const merged: T[] = []
  let at = 0
  for (const next of one) {
    for (
      let first = other[at];
      first !== undefined && compare(first, next) < 0;
      first = other[at]
    ) {
      merged.push(first)
      at++
      await pause()
    }
    merged.push(next)
    await pause()
  }
  for (; at < other.length; at++) {
    merged.push(other[at] as T)
    await pause()
  }
  return merged
}
