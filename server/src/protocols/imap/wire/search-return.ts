import { type Scanner, WireError } from './scanner.ts'
import { writeSequenceSet } from './sequence-set.ts'

const items = ['MIN', 'MAX', 'ALL', 'COUNT'] as const
type Item = (typeof items)[number]
/** Each of them, SAVE and PARTIAL, some said twice. */
const mostResults = 20

/** What an extended search is answered with (RFC 4731). */
export interface Returned {
  items: readonly Item[]
  /** For `$` (RFC 5182). */
  save: boolean
  /** From one place to another; below zero from the end (RFC 9394). */
  partial: readonly [number, number] | null
}

/** `(MIN COUNT PARTIAL 1:500)` and a space. */
export function readReturn(scan: Scanner): Returned {
  const found = new Set<Item>()
  let save = false
  let partial: Returned['partial'] = null
  scan.list(() => {
    const word = scan.word()
    const item = items.find((one) => one === word)
    if (item) found.add(item)
    else if (word === 'SAVE') save = true
    else if (word === 'PARTIAL' && !partial) partial = readPartial(scan)
    else throw new WireError('unknown result')
  }, mostResults)
  scan.space()
  if (partial && found.has('ALL')) throw new WireError('ALL or PARTIAL')
  if (found.size === 0 && !save && !partial) found.add('ALL')
  return { items: items.filter((one) => found.has(one)), save, partial }
}

/** ` 1:500` or ` -1:-100` (RFC 9394 §3.1). */
export function readPartial(scan: Scanner): readonly [number, number] {
  scan.space()
  const one = readPlace(scan)
  if (!scan.skip(':')) throw new WireError(': expected')
  const other = readPlace(scan)
  if (one < 0 !== other < 0) throw new WireError('bad range')
  return [one, other]
}

function readPlace(scan: Scanner): number {
  const sign = scan.skip('-') ? -1 : 1
  const value = scan.number()
  if (value === 0) throw new WireError('places begin at 1')
  return sign * value
}

/** Those of a list that lie at some places, in its order. */
export function partOf<T>(list: readonly T[], [one, other]: readonly [number, number]): T[] {
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  return low < 0 ? list.slice(low, high === -1 ? undefined : high + 1) : list.slice(low - 1, high)
}

interface Found {
  tag: string
  by: 'uid' | 'sequence'
  /** In the order that they are told in. */
  numbers: readonly number[]
  modseq: number | null
}

/** The ESEARCH response; empty where nothing but to keep it was asked for. */
export function returnedText(found: Found, { items: wanted, save, partial }: Returned): string {
  if (save && wanted.length === 0 && !partial) return ''
  const { tag, by, numbers, modseq } = found
  const parts: Record<Item, string | null> = {
    MIN: numbers.length > 0 ? `MIN ${numbers[0]}` : null,
    MAX: numbers.length > 0 ? `MAX ${numbers.at(-1)}` : null,
    ALL: numbers.length > 0 ? `ALL ${writeSequenceSet(numbers)}` : null,
    COUNT: `COUNT ${numbers.length}`,
  }
  const list = [`(TAG "${tag}")`, ...(by === 'uid' ? ['UID'] : [])]
  list.push(...wanted.flatMap((one) => parts[one] ?? []))
  if (partial) {
    const some = writeSequenceSet(partOf(numbers, partial))
    list.push(`PARTIAL (${partial.join(':')} ${some || 'NIL'})`)
  }
  if (modseq !== null) list.push(`MODSEQ ${modseq}`)
  return `* ESEARCH ${list.join(' ')}\r\n`
}
