import { expect, it } from 'vitest'
import { unsafeQuote } from './quote.ts'

const mail = {
  from: [{ name: '<img src=x onerror=alert(1)>', address: 'a@example.org' }],
  to: [{ name: '张伟', address: 'zhangwei@example.test' }],
  cc: [],
  subject: '</div><script>1</script> & "预算"',
  date: '2026-01-02T02:00:00.000Z',
  html: null,
  text: 'a < b\n  c',
}
const options = { language: 'zh', timeZone: 8, kind: 'reply' } as const

it('COMPOSE-03 writes the head of the quote in the language and time zone of the user, escaped', () => {
  const zh = unsafeQuote(mail, options)
  expect(zh).toContain('发件人：')
  expect(zh).toContain('2026-01-02 10:00 (UTC+8)')
  expect(zh).not.toMatch(/<script|<img/)
  expect(zh).toContain('a &#60; b\n  c')
  expect(unsafeQuote(mail, { ...options, language: 'en' })).toContain('<b>Subject: </b>')
})

it('COMPOSE-03 keeps the original HTML as its sender made it', () => {
  const table = '<style>.x{color:red}</style><table bgcolor=red><tr><td>单元格<!-- c --></table>'
  const html = `<!DOCTYPE html><html lang="zh"><head><meta charset="gb2312"></head><body bgcolor="#fff">${table}</body></html>`
  const quote = unsafeQuote({ ...mail, html }, options)
  expect(quote).toContain(`<div bgcolor="#fff">${table}</div>`)
  expect(quote).not.toMatch(/gb2312|<html|<head|<!doctype/i)
})
