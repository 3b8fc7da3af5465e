import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Product } from '../durability/product.ts'

const probe = fileURLToPath(new URL('./loop-probe.ts', import.meta.url))

/** Looks into a server from outside: the stalls of its main loop and the memory of its process, in ms and MB. */
export interface Probe {
  /** For `startProduct`. */
  node: string[]
  environment: Record<string, string>
  /** The longest stall since the last question. */
  stall(product: Product): Promise<number>
}

/** @param folder where the server writes what it is asked for */
export function createProbe(folder: string, more: Record<string, string> = {}): Probe {
  const file = join(folder, 'probe')
  return {
    node: ['--import', probe],
    environment: { PROBE_FILE: file, ...more },
    stall: async ({ pid }) => {
      await rm(file, { force: true })
      process.kill(pid, 'SIGUSR2')
      for (let attempt = 0; attempt < 3_000; attempt++) {
        await delay(10)
        const text = await readFile(file, 'utf8').catch(() => null)
        if (text !== null) return Number(text)
      }
      throw new Error('the probe does not answer')
    },
  }
}

/** The peak begins anew (proc(5), clear_refs). @returns the memory now, in MB */
export async function resetPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return peakMemory(pid)
}

export const peakMemory = (pid: number): Promise<number> => memory(pid, 'VmHWM')
export const memoryNow = (pid: number): Promise<number> => memory(pid, 'VmRSS')

async function memory(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

/** Memory of the database, what its processes share counted once (proc(5), smaps_rollup), in MB. */
export async function databaseMemory(pids: readonly number[]): Promise<number> {
  const sizes = pids.map(async (pid) => {
    // One that has ended meanwhile holds nothing.
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
  })
  return (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
}

/** User and system time of all threads of a process, in ms (proc(5): hundredths of a second). */
export async function cpuMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
