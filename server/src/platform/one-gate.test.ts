import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** A queue of those who wait their turn, however it is written. */
const ownGate = /new Promise(?:<\w+>)?\(\((\w+)\) => (?:void )?[\w.]+\.push\(\1\)/
/** All who wait there go on at once, when the last work is done. */
const allowed = new Set(['mailstore/messages/writer.ts'])

it('server.md: nobody makes a gate of their own beside platform/gate.ts', async () => {
  const files = (await readdir(root, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'),
  )
  expect(files.length).toBeGreaterThan(200)
  const found: string[] = []
  for (const name of files) {
    if (allowed.has(name)) continue
    const text = await readFile(join(root, name), 'utf8')
    if (ownGate.test(text)) found.push(name)
  }
  expect(found).toEqual([])
})
