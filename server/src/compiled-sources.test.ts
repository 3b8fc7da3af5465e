import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('issue 12 line 1: a thread of the server takes its sources as they were compiled, and loads no compiler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-compiled-'))
  try {
    const thread = join(folder, 'thread.ts')
    writeFileSync(
      thread,
      `import { parentPort } from 'node:worker_threads'
       const loaded: string[] = (process as unknown as { moduleLoadList: string[] }).moduleLoadList
       parentPort?.postMessage(loaded.some((one) => one.includes('amaro')))`,
    )
    const main = join(folder, 'main.mjs')
    writeFileSync(
      main,
      `import { once } from 'node:events'
       import { Worker } from 'node:worker_threads'
       import { keepCompiled } from ${JSON.stringify(new URL('./compiled-sources.ts', import.meta.url).href)}
       keepCompiled()
       const seen = []
       for (let turn = 0; turn < 2; turn++) {
         const worker = new Worker(${JSON.stringify(thread)})
         seen.push((await once(worker, 'message'))[0])
         await worker.terminate()
       }
       console.log(seen.join(' '))`,
    )
    const { NODE_COMPILE_CACHE: _none, ...env } = process.env
    const said = execFileSync(process.execPath, [main], { env, encoding: 'utf8' })
    // The first one leaves what it compiled.
    expect(said.trim()).toBe('true false')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
