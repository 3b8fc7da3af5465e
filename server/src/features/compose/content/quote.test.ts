import { expect, it } from 'vitest'
import { allSteps } from '../../../testing/all-steps.ts'
import { type Quotable, type QuoteOptions, unsafeQuote } from './quote.ts'

const mail = {
  from: [{ name: '<img src=x onerror=alert(1)>', address: 'a@example.org' }],
  to: [{ name: '张伟', address: 'zhangwei@example.test' }],
  cc: [],
  subject: '</div><script>1</script> & "预算"',
  date: '2026-01-02T02:00:00.000Z',
  html: null,
  text: 'a < b\n  c',
}
const options = { language: 'zh', timeZone: 8, timeFormat: 24, kind: 'reply' } as const

const quoted = (one: Quotable, how: QuoteOptions): string =>
  allSteps(unsafeQuote(one, how)).join('')

it('COMPOSE-03 writes the head of the quote in the language and time zone of the user, escaped', () => {
  const zh = quoted(mail, options)
  expect(zh).toContain('发件人：')
  expect(zh).toContain('2026-01-02 10:00 (UTC+8)')
  expect(zh).not.toMatch(/<script|<img/)
  expect(zh).toContain('a &#60; b\n  c')
  expect(quoted(mail, { ...options, language: 'en' })).toContain('<b>Subject: </b>')
  const twelve = (language: 'zh' | 'en') =>
    quoted({ ...mail, date: '2026-01-02T06:05:00Z' }, { ...options, language, timeFormat: 12 })
  expect(twelve('zh')).toContain('2026-01-02 下午2:05 (UTC+8)')
  expect(twelve('en')).toContain('2026-01-02 2:05 PM (UTC+8)')
})

it('COMPOSE-03 keeps the original HTML as its sender made it', () => {
  const table = '<table bgcolor=red class=x><tr><td>单元格<!-- c --></table>'
  const html = `<!DOCTYPE html><html lang="zh"><head><meta charset="gb2312"></head><body bgcolor="#fff">${table}</body></html>`
  const quote = quoted({ ...mail, html }, options)
  expect(quote).toContain(`<div bgcolor="#fff">${table}</div>`)
  expect(quote).not.toMatch(/gb2312|<html|<head|<!doctype/i)
})

it('T8 COMPOSE-03 the style sheets of a quoted mail reach nothing above it, and no other quoted mail', () => {
  const html =
    '<head><style>div,body{display:none}.x{color:red}+div{color:red}</style></head><p class=x>a'
  const one = quoted({ ...mail, html }, options)
  const scope = /<div class="(hongyan-q[0-9a-f]{16})">/.exec(one)?.[1]
  expect(one).toContain(
    `<style>.${scope} div,.${scope}{display:none}.${scope} .x{color:red}</style>`,
  )
  expect(quoted({ ...mail, html }, options)).toBe(one)
  expect(quoted({ ...mail, html: `${html}b` }, options)).not.toContain(`${scope}`)
})

it('issue 12 line 1: plain text stays in pieces of some thousand letters, none of them NUL', () => {
  const text = 'a<\u0000'.repeat(100_000)
  const pieces = allSteps(unsafeQuote({ ...mail, html: null, text }, options))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(20_000)
  expect(pieces.join('')).toContain('a&#60;'.repeat(100_000))
})
