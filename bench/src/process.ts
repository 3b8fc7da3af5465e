import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Promised } from './promise.ts'
import { type Server, startServer } from './server.ts'
import { figure, median } from './stats.ts'

const settleMs = 10_000

/** What the product needs when nobody does anything, and how soon it is there again. Linux only: reads /proc. */
export const idleProcess: Promised = {
  name: 'process',
  needs: 'own',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hongyan-bench-'))
    const demo = { environment: { HONGYAN_DEMO: 'on' } }
    try {
      const first = await startServer(folder, demo)
      await first.stop()
      const starts: number[] = []
      const memory: number[] = []
      for (let turn = 0; turn < (quick ? 2 : 5); turn++) {
        const server = await startServer(folder, demo)
        starts.push(server.readyMs)
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        memory.push(residentMegabytes(server))
        await server.stop()
      }
      return [
        figure({
          name: 'process: memory of server and database, idle (PSS)',
          size: 300,
          samples: memory,
          unit: 'MB',
          limit: '< 300 MB',
          met: median(memory) < 300,
        }),
        figure({
          name: 'process: second start to ready',
          size: 300,
          samples: starts,
          unit: 'ms',
          limit: '< 4000 ms',
          met: median(starts) < 4_000,
        }),
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Proportional set size of the server and all its descendants: shared pages are counted once. */
export function residentMegabytes(server: Server): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = readOrEmpty(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const family = new Set([server.pid])
  for (let grown = true; grown; ) {
    const before = family.size
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child)
    grown = family.size > before
  }
  const kilobytes = [...family].map((id) =>
    Number(/^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}
