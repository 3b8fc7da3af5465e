/**
 * Loaded into the server by `node --import`: on SIGUSR2 it writes the longest stall of the main loop since the
 * last time, in ms, to the file that PROBE_FILE names. A stall is counted as the time that the main thread itself
 * worked without a pause: on a busy machine waiting for a processor is nobody's fault. PROBE_STALLS names a file for a line
 * about each that is long: its begin and length in ms, and what of it were collections.
 */
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const tickMs = 5
const longMs = 25
const { PROBE_FILE: file = '/dev/null', PROBE_GROUP: group, PROBE_STALLS: stalls } = process.env

// Threads of the server load this too.
if (isMainThread) watch()

function watch(): void {
  // Before anything else takes memory: all of it is counted to the group.
  if (group) writeFileSync(`${group}/cgroup.procs`, String(process.pid))
  let longest = 0
  let seenAt = performance.now()
  let seenCpu = cpuMs()
  setInterval(() => {
    const now = performance.now()
    const cpu = cpuMs()
    const stall = Math.min(now - seenAt - tickMs, cpu - seenCpu)
    longest = Math.max(longest, stall)
    if (stalls && stall > longMs) noteStall(stalls, now - seenAt, stall)
    seenAt = now
    seenCpu = cpu
  }, tickMs).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest))
    renameSync(`${file}.new`, file)
    longest = 0
  })
}

const collections: { startTime: number; duration: number; detail?: unknown }[] = []
if (isMainThread && stalls)
  new PerformanceObserver((list) => {
    collections.push(...list.getEntries())
    collections.splice(0, collections.length - 200)
  }).observe({ entryTypes: ['gc'] })

/** The observer tells of collections a turn later. */
function noteStall(to: string, wall: number, stall: number): void {
  const end = performance.now()
  const clock = Number(process.hrtime.bigint() / 1000n)
  setTimeout(() => {
    const within = collections.filter((one) => one.startTime > end - wall && one.startTime < end)
    const gc = within.map((one) => `${one.duration.toFixed(1)}${kindOf(one.detail)}`).join(' ')
    const line = { clock, wall, stall, gc }
    appendFileSync(to, `${JSON.stringify(line)}\n`)
  }, 200).unref()
}

/** Of what is new (s), of all (m), a step of it (i). */
const kindOf = (detail: unknown): string =>
  ({ 1: 's', 4: 'm', 8: 'i' })[(detail as { kind?: number } | undefined)?.kind ?? 0] ?? ''

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
