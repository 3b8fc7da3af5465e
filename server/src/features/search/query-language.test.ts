import { parseQuery, wordsToMark } from '@hongyan/contract/query-language'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const today = { year: 2026, month: 11, day: 21 }
const meanings = (typed: string) =>
  parseQuery(typed, today).map((group) => group.map(({ meaning }) => meaning))
const words = (text: string, phrase = false) => ({ kind: 'words', text, phrase })
const text = (field: string, value: string) => ({ kind: 'text', field, text: value })
const flag = (name: string, value = true) => ({ kind: 'flag', flag: name, value })
const received = (side: string, date: string) => {
  const [year, month, day] = date.split('-').map(Number)
  return { kind: 'received', side, day: { year, month, day } }
}

describe('the query language', () => {
  it.each([
    ['from:zhang', text('from', 'zhang')],
    ['FROM:zhang', text('from', 'zhang')],
    ['发件人:张伟', text('from', '张伟')],
    ['发件人：张伟', text('from', '张伟')],
    ['from:"zhang wei"', text('from', 'zhang wei')],
    ['发件人：“张 伟”', text('from', '张 伟')],
    ['to:a@b.test', text('to', 'a@b.test')],
    ['收件人:李', text('to', '李')],
    ['cc:x', text('cc', 'x')],
    ['抄送:王', text('cc', '王')],
    ['subject:plan', text('subject', 'plan')],
    ['主题:预算', text('subject', '预算')],
    ['body:telemetry', text('body', 'telemetry')],
    ['正文:纪要', text('body', '纪要')],
    ['filename:report.pdf', text('filename', 'report.pdf')],
    ['附件名:合同', text('filename', '合同')],
    ['has:attachment', flag('attachment')],
    ['有:附件', flag('attachment')],
    ['有附件', flag('attachment')],
    ['is:unread', flag('unread')],
    ['未读', flag('unread')],
    ['is:read', flag('unread', false)],
    ['已读', flag('unread', false)],
    ['is:starred', flag('starred')],
    ['星标', flag('starred')],
    ['in:inbox', { kind: 'folder', name: 'inbox' }],
    ['文件夹:收件箱', { kind: 'folder', name: '收件箱' }],
    ['label:"big project"', { kind: 'label', name: 'big project' }],
    ['标签:重要', { kind: 'label', name: '重要' }],
    ['before:2026-01-31', received('until', '2026-1-31')],
    ['之前:2026年1月31日', received('until', '2026-1-31')],
    ['before:20260131', received('until', '2026-1-31')],
    ['after:2026/2', received('from', '2026-2-1')],
    ['之后:2025', received('from', '2025-1-1')],
    ['after:7d', received('from', '2026-11-14')],
    ['之后:昨天', received('from', '2026-11-20')],
    ['larger:5M', { kind: 'size', side: 'above', bytes: 5 * 1024 ** 2 }],
    ['大于:1.5mb', { kind: 'size', side: 'above', bytes: 1.5 * 1024 ** 2 }],
    ['smaller:500k', { kind: 'size', side: 'below', bytes: 500 * 1024 }],
    ['"two words"', words('two words', true)],
    ['「会议 纪要」', words('会议 纪要', true)],
    ['plain', words('plain')],
  ])('SEARCH-01 %s', (typed, meaning) => {
    expect(meanings(typed)).toEqual([[meaning]])
  })

  it.each([
    'colour:red',
    'before:yesteryear',
    'before:2026-02-30',
    'larger:huge',
    'is:purple',
    'is:constructor',
    'is:__proto__',
    '状态:toString',
    'has:wings',
    'https://example.test/a',
    '10:30',
    'constructor:x',
    'subject:',
    '附件',
    'or',
    '-',
  ])('SEARCH-01 what is no operator is read as words: %s', (typed) => {
    expect(meanings(typed)).toEqual([[words(typed)]])
  })

  it('SEARCH-01 AND, OR and minus', () => {
    expect(meanings('a b OR from:c d')).toEqual([
      [words('a')],
      [words('b'), text('from', 'c')],
      [words('d')],
    ])
    expect(meanings('预算 或 报告')).toEqual([[words('预算'), words('报告')]])
    expect(meanings('OR a')).toEqual([[words('OR')], [words('a')]])
    expect(meanings('附件 预算')).toEqual([[flag('attachment')], [words('预算')]])
    const [[clause] = []] = parseQuery('-from:x', today)
    expect(clause).toEqual({ negated: true, meaning: text('from', 'x'), start: 0, end: 7 })
  })

  it('SEARCH-01 the words to mark leave out what is excluded', () => {
    const query = parseQuery('plan -draft from:emma "two words" is:unread', today)
    expect(wordsToMark(query)).toEqual(['two words', 'plan', 'emma'])
  })

  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          ...['from:', '发件人：', '"', '“', '”', '-', 'OR', '|', ' ', 'a', '会议', ':', 'in:'],
          ...['before:', '2026', 'larger:9', '附件', '\t', 'is:unread', '\u3000'],
        ),
        { maxLength: 40 },
      )
      .map((pieces) => pieces.join('')),
  )

  it('SEARCH-01 whatever is typed, nothing throws, places are in order, and no word is lost', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const clauses = parseQuery(text, today).flat()
        let at = 0
        for (const { start, end } of clauses) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(text.length)
        let rest = text
        for (const { start, end } of [...clauses].reverse())
          rest = rest.slice(0, start) + rest.slice(end)
        // Between the clauses only OR, empty quotes and signs are left.
        if (clauses.length < 20) expect(rest.replace(/OR|或/g, '')).not.toMatch(/[\p{L}\p{N}]/u)
      }),
      { numRuns: 500 },
    )
  })

  it('SEARCH-01 a clause taken out by its place leaves the others as they were', () => {
    const word = fc.constantFrom('a', '"b c"', 'from:d', '-e', '主题:预算', 'is:unread', 'x:y')
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 8 }), fc.nat(), (list, pick) => {
        const text = list.join(' ')
        const query = parseQuery(text, today)
        const gone = pick % list.length
        const clause = query[gone]?.[0]
        const without = text.slice(0, clause?.start) + text.slice(clause?.end)
        const left = query.filter((_, index) => index !== gone)
        expect(parseQuery(without, today).map(([one]) => one?.meaning)).toEqual(
          left.map(([one]) => one?.meaning),
        )
      }),
    )
  })
})
