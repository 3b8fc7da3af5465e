import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { normalForm } from '../contract/src/normal-form.ts'

const root = new URL('../', import.meta.url).pathname

/** Places with a reason of their own. */
const allowed = new Set([
  'contract/src/normal-form.ts',
  // At most two thousand letters of a link, in a package that imports nothing.
  'mime/src/html/link-text.ts',
])

it('T31 issue 12: the server asks for a normal form by the one helper that takes time in step with the text', () => {
  const found = ['contract/src', 'mime/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^testing/.test(file))
      .map((file) => `${folder}/${file}`)
      .filter((file) => !allowed.has(file))
      .filter((file) => /\.normalize\(/.test(readFileSync(join(root, file), 'utf8'))),
  )
  expect(found).toEqual([])
})

it('T31 issue 12: what people write has the form that Unicode gives it, in any language; of a letter with more marks than anybody writes thirty are read', () => {
  const honest = ['e\u0301a\u0300', '한글 가나', 'ｶﾞ ﾊﾟ', '鸿雁 ①', 'नमस्ते', 'e\u0301'.repeat(100)]
  for (const text of honest)
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
      expect(normalForm(text, form)).toBe(text.normalize(form))
  const marks = `a${'\u0316\u0300'.repeat(1_000)}`
  expect(normalForm(marks, 'NFKD')).toHaveLength(31)
  expect(normalForm(`${marks}b${'\uff9e\u0300'.repeat(1_000)}`, 'NFKD')).toHaveLength(62)
})
