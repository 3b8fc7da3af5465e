import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jsonText } from './json-text.ts'
import { readNumbers, readTexts } from './read-arrays.ts'
import { json, sql } from './sql.ts'

describe('hardening-mail 1: values of statements', () => {
  it('T22 a NUL and half a character become U+FFFD in texts, lists and JSON; backslashes stay', () => {
    const { values } = sql`SELECT ${'a\0b'}, ${['c\0', 'd', null]}, ${1}`.compile()
    expect(values).toEqual(['a\ufffdb', ['c\ufffd', 'd', null], 1])
    const half = String.fromCharCode(0xd800)
    const stranger = { subject: `a\0${half}\u{1f600}`, plain: '\\u0000 \\ud800' }
    expect(JSON.parse(String(json(stranger)))).toEqual({
      ...stranger,
      subject: 'a\ufffd\ufffd\u{1f600}',
    })
  })

  it('server.md transactions: JSON that was written in a turn of its own is the same, and takes more fields', async () => {
    const text = await jsonText({ subject: 'a\0', list: [1] })
    const { values } =
      sql`SELECT ${json(text)}::jsonb, ${json(text.with({ marked: true }))}::jsonb`.compile()
    expect(values.map((one) => JSON.parse(String(one)))).toEqual([
      { subject: 'a\ufffd', list: [1] },
      { subject: 'a\ufffd', list: [1], marked: true },
    ])
  })

  it('issue 12 line 1: long JSON is bytes beside the heap, the same as a short one would be, and is dropped', async () => {
    const half = String.fromCharCode(0xd800)
    const letters = `"\\${half}\0好🦢`
    for (const shift of ['', 'x', 'xy']) {
      const html = shift + letters.repeat(50_000)
      const text = await jsonText({ subject: letters, html, list: [1] })
      const cleaned = (one: string) => one.replaceAll('\0', '\ufffd').toWellFormed()
      const same = { subject: cleaned(letters), html: cleaned(html), list: [1] }
      const read = ({ written }: typeof text) =>
        JSON.parse(Buffer.isBuffer(written) ? written.toString('utf8', 1) : written)
      expect(read(text)).toEqual(same)
      // Said again, as by a transaction that is tried again; in the same memory, unless it is too much for that.
      const [longer, again, more] = [
        text.with({ marked: true }),
        text.with({ marked: false }),
        text.with({ more: 'x'.repeat(1_000) }),
      ]
      expect(longer.written).toBe(text.written)
      expect(read(again)).toEqual({ ...same, marked: false })
      expect(read(more)).toEqual({ ...same, more: 'x'.repeat(1_000) })
      again.drop()
      expect(text.written).toHaveLength(0)
      expect(more.written.length).toBeGreaterThan(html.length)
    }
  })

  it('issue 12: arrays of the database are read as it writes them (PostgreSQL, §8.15.6)', () => {
    const written = String.raw`{plain,"","NULL",NULL,"a, b","say \"x\"","back\\slash \\","{}",第一 ,"two`
    expect(readTexts(`${written}\nlines"}`)).toEqual([
      'plain',
      '',
      'NULL',
      null,
      'a, b',
      'say "x"',
      'back\\slash \\',
      '{}',
      '第一 ',
      'two\nlines',
    ])
    expect([readTexts('{}'), readTexts('{a}'), readTexts('{""}')]).toEqual([[], ['a'], ['']])
    expect([readNumbers('{}'), readNumbers('{1,-2,30}')]).toEqual([[], [1, -2, 30]])
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
