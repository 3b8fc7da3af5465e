import type { Stretch } from './bystander.ts'
import type { Tally } from './tally.ts'

/** What came of one kind of attack. */
export interface Row {
  name: string
  tally: Tally
  seconds: number
  /** Longest stall of the server's main loop, in ms of its own work. */
  stall: number
  /** MB above idle, at the worst. */
  above: number
  /** MB in all, at the worst. */
  peak: number
  /** MB when it was over. */
  rest: number
  /** MB of the database, at the worst. */
  database: number
  bystander: Stretch
  load: number
}

/** What is promised: ms of stall, MB above idle and in all, ms of the bystander's list (p95). */
export const goals = { stall: 50, above: 512, memoryInAll: 2_048, list: 100 }

interface Report {
  rows: readonly Row[]
  /** Why it ended before its end, '' when it did not. */
  died: string
  load: number
  heap: string
  say(line: string): void
}

const columns = [
  'cases',
  'stall ms',
  'MB above',
  'MB in all',
  'MB after',
  'database',
  'list p95',
  'worst',
  'open p95',
  'search',
  'delivery',
  'refused',
  'accepted',
  'failed',
  'load',
  's',
] as const

/** Prints the table. @returns true when every goal is met */
export function report({ rows, died, load, heap, say }: Report): boolean {
  say('')
  say(`| attack | ${columns.join(' | ')} |`)
  say(`|---|${columns.map(() => '---:').join('|')}|`)
  for (const row of rows) say(`| ${row.name} | ${cellsOf(row).join(' | ')} |`)
  say('')
  const missed = [...rows.flatMap(missedBy), ...(died ? [died] : [])]
  for (const one of missed) say(`MISSED ${one}`)
  say(
    missed.length === 0
      ? `every goal is met (heap ${heap} MB, load ${load.toFixed(1)})`
      : `${missed.length} goals missed (heap ${heap} MB, load ${load.toFixed(1)})`,
  )
  return missed.length === 0
}

function cellsOf({ tally, bystander, ...row }: Row): string[] {
  const { list, open, search, delivery, refused } = bystander
  const figures = [
    tally.cases,
    row.stall,
    row.above,
    row.peak,
    row.rest,
    row.database,
    list.p95,
    list.worst,
    open.p95,
    search.p95,
    delivery.p95,
    tally.refusedWrongly.length + refused.length,
    tally.acceptedWrongly.length,
    tally.failures.length,
  ]
  return [...figures.map((one) => one.toFixed(0)), row.load.toFixed(1), row.seconds.toFixed(0)]
}

function missedBy({ name, tally, bystander, stall, above, peak }: Row): string[] {
  const say = (is: boolean, what: string): string[] => (is ? [`${name}: ${what}`] : [])
  return [
    ...say(stall > goals.stall, `stall ${stall.toFixed(0)} ms`),
    ...say(above > goals.above, `${above.toFixed(0)} MB above idle`),
    ...say(peak > goals.memoryInAll, `${peak.toFixed(0)} MB in all`),
    ...say(
      bystander.list.p95 > goals.list,
      `the bystander's list ${bystander.list.p95.toFixed(0)} ms (p95)`,
    ),
    ...say(tally.refusedWrongly.length + bystander.refused.length > 0, 'honest ones were refused'),
    ...say(tally.acceptedWrongly.length > 0, 'forged ones were accepted'),
    ...say(tally.failures.length > 0, 'the server failed'),
  ]
}
