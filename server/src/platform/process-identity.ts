import { readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/**
 * When a process began, as the kernel tells it: boot id and clock ticks since boot. A pid alone is handed out
 * again after a crash or a reboot; pid and start time together are not.
 * @returns '' where /proc does not exist, undefined when the process is gone
 */
export function processStartTime(pid: number): string | undefined {
  if (process.platform !== 'linux') return isSignalable(pid) ? '' : undefined
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  const fields = stat && fieldsOf(stat)
  if (!fields || isOver(fields)) return undefined
  return `${readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${fields[19] ?? ''}`
}

/** proc(5): "pid (name) state ppid …"; the name may hold spaces and brackets, so count after the last one. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
const isOver = ([state]: string[]): boolean => state === 'Z' || state === 'X'

/** True while the process runs. A zombie, dead but not yet collected by its parent, does not run. */
export const isProcessAlive = (pid: number): boolean => processStartTime(pid) !== undefined

/** The same for who asks again and again: on a machine under load the kernel was seen to take 100 ms for the answer. */
export async function isStillAlive(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return isSignalable(pid)
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat !== undefined && !isOver(fieldsOf(stat))
}

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
