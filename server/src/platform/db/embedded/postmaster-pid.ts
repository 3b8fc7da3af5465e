import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive, processFolder } from '../../process-identity.ts'

/** What a running PostgreSQL writes about itself (`postmaster.pid`, miscadmin.h LOCK_FILE_LINE_*). */
export interface PostmasterPid {
  pid: number
  port: number
  /** '' when it listens on TCP alone. */
  socketFolder: string
}

/** Reads `postmaster.pid`; undefined when there is none or it is cut short. */
export function readPostmasterPid(cluster: string): PostmasterPid | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
  const [pid, , , port, socketFolder] = text.split('\n')
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 0) return undefined
  return { pid: number, port: Number(port ?? 0), socketFolder: socketFolder ?? '' }
}

/**
 * Whether that pid is a PostgreSQL of this cluster and not a stranger who got the number later, as happens
 * after a reboot or in a container. PostgreSQL works in its cluster's folder; where the system does not tell,
 * a living pid is believed.
 */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!isProcessAlive(pid)) return false
  const folder = processFolder(pid)
  return folder === undefined || folder === cluster
}
