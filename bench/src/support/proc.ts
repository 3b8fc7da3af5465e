import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of a second in /proc (USER_HZ), the same on every Linux of today. */
const ticksPerSecond = 100

/** CPU time used so far, in ms. */
export interface CpuTime {
  server: number
  database: number
}

/** The process and all its descendants. Linux only: reads /proc. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    parents.set(Number(name), Number(statOf(Number(name))[1]))
  }
  const family = new Set([pid])
  for (let grown = true; grown; ) {
    const before = family.size
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child)
    grown = family.size > before
  }
  return [...family]
}

/** What the server process and the database under it have computed until now. */
export function cpuTimeOf(pid: number): CpuTime {
  const time = { server: 0, database: 0 }
  for (const id of familyOf(pid)) {
    const stat = statOf(id)
    // utime and stime are fields 14 and 15 of proc(5), counted from 1.
    const ms = ((Number(stat[11]) + Number(stat[12])) / ticksPerSecond) * 1000
    if (Number.isFinite(ms)) time[id === pid ? 'server' : 'database'] += ms
  }
  return time
}

/** Proportional set size of the server and all its descendants: shared pages are counted once. */
export function residentMegabytes(pid: number): number {
  const kilobytes = familyOf(pid).map((id) =>
    Number(/^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** Pages of memory that a process has met for the first time (minor faults); 0 where it ended, or this is no Linux. */
export const faultsOf = (pid: number): number => Number(statOf(pid)[7] ?? 0)

/** Fields after the name, which may hold spaces. */
function statOf(pid: number): string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}
