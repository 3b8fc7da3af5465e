import { describe, expect, it } from 'vitest'
import { previewOf } from './preview.ts'

describe('previewOf', () => {
  it.each([
    ['a\n\n b\t c ', 'a b c'],
    ['a\u200bb\u202ec\u00add\ufeff', 'abcd'],
    ['👨‍👩‍👧 a\u200db', '👨‍👩‍👧 ab'],
    ['own\n> quoted\n>> deep', 'own'],
    ['own\nOn Monday Li wrote:\n> quoted', 'own'],
    ['好的\n李四 写道：\n> 引用', '好的'],
    ['own\n-- \nLi Si\nDirector', 'own'],
    ['> only quoted', '> only quoted'],
    ['--\nonly signature', '-- only signature'],
    ['', ''],
    ['a\u0000\u0007b', 'a b'],
  ])('%j', (text, line) => {
    expect(previewOf(text)).toBe(line)
  })

  it('is cut at the maximum, not inside a character', () => {
    expect(previewOf('好'.repeat(500))).toBe(`${'好'.repeat(159)}…`)
    expect(previewOf('😀'.repeat(500), 10)).toBe('😀😀😀😀…')
  })
})
