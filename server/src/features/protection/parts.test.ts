import { protectionSettings } from '@hongyan/contract/protection-fields'
import { expect, it } from 'vitest'
import { chanceOfSpam } from './bayes/chance.ts'
import { hashedWords, wordsOf } from './bayes/words.ts'
import { reversed } from './dns-lists.ts'
import { type Judgement, type Listed, outcomeOf, traceOf } from './judgement.ts'
import { normalSender, verdictOn } from './senders.ts'
import { soughtIn } from './waves/sought.ts'

const found = (over: Partial<Judgement> = {}): Judgement => ({
  score: 0,
  reasons: [],
  virus: null,
  isImpersonating: false,
  unchecked: [],
  ...over,
})
const nobody: Listed = { own: null, organisation: null, isProven: true }
const defaults = protectionSettings.parse({})

it('issue 17: precedence: virus, block of the organisation, block of the person, allow, score', () => {
  const bad = found({ score: 50 })
  const cases: [Judgement, Partial<Listed>, string][] = [
    [found({ virus: 'X' }), { own: 'allow', organisation: 'allow' }, 'hold'],
    [found(), { own: 'allow', organisation: 'block' }, 'refuse'],
    [found(), { own: 'block', organisation: 'allow' }, 'junk'],
    [bad, { own: 'allow' }, 'deliver'],
    [bad, { organisation: 'allow' }, 'deliver'],
    [bad, { organisation: 'allow', own: 'allow', isProven: false }, 'hold'],
    [bad, {}, 'hold'],
    [found({ score: 11.9 }), {}, 'junk'],
    [found({ score: 5.9 }), {}, 'deliver'],
  ]
  for (const [judgement, listed, kind] of cases)
    expect(outcomeOf(judgement, defaults, { ...nobody, ...listed }).kind, kind).toBe(kind)
})

it('issue 17: the trace keeps its lines short and holds nothing but names', () => {
  const reasons = Array.from({ length: 40 }, (_, index) => ({
    code: `RULE_${index}\r\nX-Evil: 1`,
    points: 1,
    detail: '',
  }))
  const trace = traceOf(found({ score: 40, reasons, unchecked: ['clamd'] }), defaults, 'mx.test')
  expect(Math.max(...trace.split('\r\n').map((line) => line.length))).toBeLessThan(160)
  expect(trace).not.toMatch(/^X-Evil/m)
  expect(trace).toMatch(/^X-Spam-Status: Yes, score=40\.0 required=6\.0\r\n\t/)
  expect(trace).toContain('UNCHECKED_CLAMD')
})

it('issue 17: words of a mail: pairs of Chinese, sites and sender by themselves, never more than 300', () => {
  const words = wordsOf({
    subject: '红包',
    text: '点击领取 Free-Money http://Evil.test/x',
    fromAddress: 'a@Shop.test',
  })
  expect(words).toEqual(
    expect.arrayContaining(['from:shop.test', 'subject:红包', '点击', '击领', 'site:evil.test']),
  )
  const long = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ')
  expect(wordsOf({ subject: long, text: long, fromAddress: '' }).length).toBeLessThanOrEqual(300)
  expect(hashedWords(['a'], 'k')).not.toEqual(hashedWords(['a'], 'other'))
})

it('issue 17: the chance of spam follows what was seen, and is one half where nothing is known', () => {
  const totals = { spam: 30, ham: 30 }
  const only = (spam: number, ham: number) => Array.from({ length: 12 }, () => ({ spam, ham }))
  expect(chanceOfSpam(only(20, 0), totals)).toBeGreaterThan(0.99)
  expect(chanceOfSpam(only(0, 20), totals)).toBeLessThan(0.01)
  expect(chanceOfSpam([], totals)).toBe(0.5)
  expect(chanceOfSpam([...only(20, 0), ...only(0, 20)], totals)).toBeCloseTo(0.5, 1)
})

it('issue 17: names on DNS lists (RFC 5782), senders on lists and what waves look for', () => {
  expect(reversed('192.0.2.99')).toBe('99.2.0.192')
  expect(reversed('::ffff:192.0.2.99')).toBe('99.2.0.192')
  expect(reversed('2001:db8::1')).toBe(
    '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2',
  )
  expect(reversed('10.1.2.3')).toBeNull()
  expect(reversed('x')).toBeNull()
  const list = new Map([
    ['a.test', 'block'],
    ['good@a.test', 'allow'],
  ] as const)
  expect(
    ['x@a.test', 'GOOD@A.test', 'x@sub.a.test', 'x@ba.test', 'x@test', 'a.test'].map((one) =>
      verdictOn(list, one),
    ),
  ).toEqual(['block', 'allow', 'block', null, null, null])
  expect(normalSender(' @Example.ORG. ')).toBe('example.org')
  expect(soughtIn('url', 'HTTPS://Evil.test/A')).toBe('evil.test/a')
  expect(soughtIn('message-id', '<ab@c>')).toBe('ab@c')
  for (const [kind, typed] of [
    ['url', 'word'],
    ['subject', 'x'],
    ['hash', 'ff'],
    ['message-id', '<>'],
  ] as const)
    expect(soughtIn(kind, typed)).toBeNull()
})
