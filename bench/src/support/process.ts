import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Promised } from '../promise.ts'
import { residentMegabytes } from './proc.ts'
import { startServer } from './server.ts'
import { figure, median } from './stats.ts'

const settleMs = 10_000

/** What the product needs when nobody does anything, and how soon it is there again. */
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
        memory.push(residentMegabytes(server.pid))
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
