import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { json, sql } from './sql.ts'

describe('hardening-mail 1: values of statements', () => {
  it('T22 a NUL and half a character become U+FFFD in texts, lists and JSON; backslashes stay', () => {
    const { values } = sql`SELECT ${'a\0b'}, ${['c\0', 'd', null]}, ${1}`.compile()
    expect(values).toEqual(['a\ufffdb', ['c\ufffd', 'd', null], 1])
    const half = String.fromCharCode(0xd800)
    const stranger = { subject: `a\0${half}\u{1f600}`, plain: '\\u0000 \\ud800' }
    expect(JSON.parse(json(stranger))).toEqual({ ...stranger, subject: 'a\ufffd\ufffd\u{1f600}' })
  })

  it('no statement takes JSON.stringify: `json` is the only way', async () => {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    const wrong: string[] = []
    for await (const path of glob('**/*.ts', { cwd })) {
      const text = await readFile(`${cwd}/${path}`, 'utf8')
      if (/\$\{JSON\.stringify\([^\n]*::jsonb?\b/.test(text)) wrong.push(path)
      if (path.endsWith('.queries.ts') && text.includes('JSON.stringify')) wrong.push(path)
    }
    expect(wrong).toEqual([])
  })
})
