import type { RuleCondition } from '@hongyan/contract/rules'
import { describe, expect, it } from 'vitest'
import { firstMatch, isUsable, type MailFacts, matches } from './rule-match.ts'

const mail: MailFacts = {
  size: 200 * 1024,
  texts: (field) =>
    ({
      sender: ['李娜 Li Na', 'lina@partner.test'],
      recipients: ['a@example.test', '团队', 'team@example.test'],
      subject: ['Ｉｎｖｏｉｃｅ 2026 发票'],
      body: ['Please pay until Friday.\n谢谢'],
      attachment: ['发票.PDF', 'terms.docx'],
    })[field],
}

const condition = (text: string): RuleCondition => {
  const [field, operator, ...value] = text.split(' ')
  return { field, operator, value: value.join(' ') } as RuleCondition
}

describe('RULES-08 a condition is evaluated exactly', () => {
  it.each([
    ['subject contains invoice', true],
    ['subject contains INVOICE 2026', true],
    ['subject contains 发票', true],
    ['subject contains receipt', false],
    ['subject notContains receipt', true],
    ['subject notContains invoice', false],
    ['subject beginsWith invoice', true],
    ['subject beginsWith 2026', false],
    ['subject endsWith 发票', true],
    ['subject equals invoice 2026 发票', true],
    ['subject equals invoice', false],
    ['sender contains li na', true],
    ['sender equals LiNa@Partner.test', true],
    ['sender endsWith @partner.test', true],
    ['sender notContains @partner.test', false],
    ['recipients contains team@', true],
    ['recipients notContains team@', false],
    ['recipients equals b@example.test', false],
    ['body contains until friday', true],
    ['body notContains 谢谢', false],
    ['attachment contains ', true],
    ['attachment notContains ', false],
    ['attachment endsWith .pdf', true],
    ['attachment contains .zip', false],
    ['size larger 199', true],
    ['size larger 200', false],
    ['size smaller 200.5', true],
    ['size smaller 200', false],
  ])('%s: %s', async (text, expected) => {
    const conditions = [condition(text)]
    expect(await matches({ match: 'all', conditions }, mail)).toBe(expected)
    expect(await matches({ match: 'any', conditions }, mail)).toBe(expected)
  })

  it.each([
    ['all', ['subject contains invoice', 'sender contains li'], true],
    ['all', ['subject contains invoice', 'sender contains wang'], false],
    ['any', ['subject contains nothing', 'sender contains li'], true],
    ['any', ['subject contains nothing', 'sender contains wang'], false],
    ['all', [], false],
    ['any', [], false],
  ] as const)('%s of %j: %s', async (match, texts, expected) => {
    expect(await matches({ match, conditions: texts.map(condition) }, mail)).toBe(expected)
  })

  it('does not ask for the body unless a condition needs it', async () => {
    const asked: string[] = []
    const facts: MailFacts = {
      ...mail,
      texts: (field) => {
        asked.push(field)
        return mail.texts(field)
      },
    }
    const conditions = ['subject contains nothing', 'body contains friday'].map(condition)
    await matches({ match: 'all', conditions }, facts)
    expect(asked).toEqual(['subject'])
  })

  it.each([
    ['subject larger 5', false],
    ['size contains 5', false],
    ['size larger five', false],
    ['subject contains  ', false],
    ['attachment contains ', true],
    ['attachment equals ', false],
  ])('%s is usable: %s', (text, expected) => {
    expect(isUsable(condition(text))).toBe(expected)
  })
})

it('P13 issue 12 line 1: a text that grows when it is folded is folded once for two thousand conditions', async () => {
  const rules = Array.from({ length: 100 }, (_, rule) => ({
    match: 'any' as const,
    conditions: Array.from({ length: 20 }, (_, at) => condition(`body contains ${rule} of ${at}`)),
  }))
  // One letter that becomes eighteen.
  let asked = 0
  const texts = (): string[] => {
    asked++
    return ['\ufdfa'.repeat(100_000)]
  }
  expect(await firstMatch(rules, { size: 1, texts })).toBe(null)
  // Folded for each of them it was half a minute.
  expect(asked).toBe(1)
  const parted = { size: 1, texts: () => [`${'x'.repeat(4_090)} two Ｗords`] }
  expect(
    await firstMatch(
      [{ match: 'all', conditions: [condition('body contains two words')] }],
      parted,
    ),
  ).not.toBe(null)
})

it('RULES-08 a letter at the end of a piece of a long text is folded whole', async () => {
  const cases: [string, string][] = [
    [`${'字'.repeat(4_095)}e\u0301x`, '\u00e9x'],
    [`${'字'.repeat(4_095)}\u{10400}x`, '\u{10428}x'],
  ]
  for (const [body, wanted] of cases) {
    const facts = { size: 1, texts: () => [body] }
    const rule = { match: 'all' as const, conditions: [condition(`body contains ${wanted}`)] }
    expect(await matches(rule, facts), wanted).toBe(true)
  }
})
