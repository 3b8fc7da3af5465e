import { readFileSync, readlinkSync } from 'node:fs'

/**
 * When a process began, as the kernel tells it: boot id and clock ticks since boot. A pid alone is handed out
 * again after a crash or a reboot; pid and start time together are not.
 * @returns '' where /proc does not exist, undefined when the process is gone
 */
export function processStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return isSignalable(pid) ? '' : undefined
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // proc(5): "pid (name) state ppid …"; the name may hold spaces and brackets, so count after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state] = fields
  if (state === 'Z' || state === 'X') return undefined
  return `${readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${fields[19] ?? ''}`
}

/** True while the process runs. A zombie, dead but not yet collected by its parent, does not run. */
export const isProcessAlive = (pid: number): boolean => processStartTime(pid) !== undefined

/** The folder a process works in, where the system tells (Linux, same user or root). */
export function processFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
