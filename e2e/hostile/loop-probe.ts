/**
 * Loaded into the server by `node --import`: on SIGUSR2 it writes the longest stall of the main loop since the
 * last time, in ms, to the file that PROBE_FILE names. A stall is counted as the time that the main thread itself
 * worked without a pause: on a busy machine waiting for a processor is nobody's fault.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const tickMs = 5
const { PROBE_FILE: file = '/dev/null', PROBE_GROUP: group } = process.env

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
    longest = Math.max(longest, Math.min(now - seenAt - tickMs, cpu - seenCpu))
    seenAt = now
    seenCpu = cpu
  }, tickMs).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest))
    renameSync(`${file}.new`, file)
    longest = 0
  })
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
