import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** A queue of those who wait their turn, however it is written. */
const ownGate = /new Promise(?:<\w+>)?\(\((\w+)\) => (?:void )?[\w.]+\.push\(\1\)/
/** All who wait there go on at once, when the last work is done. */
const allowed = new Set(['mailstore/messages/writer.ts'])

/** Who may take bytes from the store without asking `mailstore/parsing/stored-mail.ts` for room, and what counts them. */
const ownBudget = new Set([
  'mailstore/parsing/stored-mail.ts',
  // A budget of its own: slow servers elsewhere must not hold up who reads here.
  'delivery/outbound/dispatch.ts',
  // Counted as files that a request holds.
  'features/compose/uploads/waiting-files.ts',
  'features/own-texts/own-pictures.service.ts',
  // Pieces of at most 1 MB, one after the other.
  'features/compose/uploads/resumable.service.ts',
])

it('server.md memory: stored bytes are read within a budget, by whoever reads them', async () => {
  const found: string[] = []
  for (const name of await sources()) {
    const text = await readFile(join(root, name), 'utf8')
    if (/\bblobs\.get(?:Many)?\(/.test(text) && !ownBudget.has(name)) found.push(name)
  }
  expect(found).toEqual([])
})

it('server.md: nobody makes a gate of their own beside platform/gate.ts', async () => {
  const files = await sources()
  expect(files.length).toBeGreaterThan(200)
  const found: string[] = []
  for (const name of files) {
    if (allowed.has(name)) continue
    const text = await readFile(join(root, name), 'utf8')
    if (ownGate.test(text)) found.push(name)
  }
  expect(found).toEqual([])
})

async function sources(): Promise<string[]> {
  const all = await readdir(root, { recursive: true })
  return all.filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing'),
  )
}
