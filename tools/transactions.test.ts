import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { straysOf } from './transactions.ts'

const root = join(import.meta.dirname, '..')
const textsOf = (code: string): string[] => straysOf(root, 'x.ts', code).map(({ text }) => text)

it.each([
  [
    'database.transaction(async (tx) => { await blobs.put(raw); await tx.run(a) })',
    'blobs.put(raw)',
  ],
  [
    'async function f(tx: Db, a: A) { const x = await store.prepare(a); return g(tx, x) }',
    'store.prepare(a)',
  ],
  ['const f = async ({ deps, tx }: Saving) => { await clock.sleep(3) }', 'clock.sleep(3)'],
  ['const o = { async keepIn(tx: Db) { for (const x of await list()) await x(tx) } }', 'list()'],
  ['async function f(tx: Db) { await all.map(async (one) => { await ask(one) }); }', 'ask(one)'],
])('server.md transactions: %s waits for something else', (code, text) => {
  expect(textsOf(code)).toContain(`await ${text}`)
})

it.each([
  'async function f(tx: Db) { const both = [g(tx), h(tx)]; await Promise.all(both) }',
  'async function f({ tx }: Saving) { const scope = { tx, deps }; await g(scope) }',
  'async function f(database: Database) { await blobs.get(x); await database.transaction((tx) => g(tx)) }',
])('server.md transactions: %s waits for nothing else', (code) => {
  expect(textsOf(code)).toEqual([])
})

it('server.md transactions: nothing is waited for inside one but its own statements', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap((file) => straysOf(root, file))).toEqual([])
})
