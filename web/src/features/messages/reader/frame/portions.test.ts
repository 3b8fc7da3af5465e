import { describe, expect, it } from 'vitest'
import { isTooComplex } from './clean/complexity.ts'
import { portionEnd, portionsOf } from './portions.ts'

/** Texts that once held the tab for 0.5 to 23 seconds, in the size at which they did. */
const tangles: Record<string, string> = {
  'two directions by turns': 'a\u05d0'.repeat(50_000),
  'a flood of commands': '\u202b\u2067a\u202d1\u2066b'.repeat(20_000),
  'letters with many marks': `a${'\u0301'.repeat(400)}`.repeat(250),
  'Arabic without a blank': '\u0628\u0651\u0633\u0645'.repeat(25_000),
  'two scripts by turns': 'a中'.repeat(50_000),
}

describe('T31 READ-02 a text that would hold the tab', () => {
  it.each(Object.entries(tangles))('comes in parts: %s', (_, text) => {
    expect(portionEnd(text, 0)).toBeLessThan(20_000)
    expect(portionsOf(text).join('')).toBe(text)
  })

  it.each(Object.entries(tangles))('is no HTML to be drawn: %s', (_, text) => {
    expect(isTooComplex(`<p>${text}</p>`)).toBe(true)
    const entities = text.replace(/[^ -~]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`)
    expect(isTooComplex(`<p>${entities}</p>`)).toBe(true)
  })

  it('is none that people write', () => {
    const honest = [
      'Some words in a line, and 42 more.\n'.repeat(2_000),
      '请各部门于 10 月 12 日前提交 budget 表，谢谢。\n'.repeat(2_000),
      'שלום לכולם, הפגישה ב-10:30 ב-Zoom.\n'.repeat(300),
      'السلام عليكم ورحمة الله وبركاته\n'.repeat(1_500),
      'नमस्ते दुनिया, यह एक परीक्षण है।\n'.repeat(1_500),
      '👩‍👩‍👧‍👦 Việt Nam, côté, Ångström\n'.repeat(1_000),
    ]
    for (const text of honest) {
      expect(portionsOf(text)).toEqual([text])
      expect(isTooComplex(`<p>${text}</p>`)).toBe(false)
    }
  })

  it('ends a part with a line where there is one, and never in half a character', () => {
    const lines = `${'word '.repeat(200)}\n`.repeat(200)
    expect(portionsOf(lines).every((part) => part.endsWith('\n'))).toBe(true)
    expect(portionsOf('😀'.repeat(80_000)).every((part) => part.isWellFormed())).toBe(true)
  })
})
