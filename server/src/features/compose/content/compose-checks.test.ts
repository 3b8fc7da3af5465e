import { formatAddress, parseAddresses } from '@hongyan/mime/addresses'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkBeforeSending, checkFileNames, readPerson, readRecipients } from './compose-checks.ts'

it.each([
  ['a@example.org', { name: '', address: 'a@example.org' }],
  ['张伟<zhangwei@example.org>', { name: '张伟', address: 'zhangwei@example.org' }],
  ['"Brown, Emma" <emma@EXAMPLE.org>', { name: 'Brown, Emma', address: 'emma@example.org' }],
  ['a@例子.公司', { name: '', address: 'a@xn--fsqu00a.xn--55qx5d' }],
  ['用户@例子.公司', { name: '', address: '用户@例子.公司' }],
  ['"a@evil.example"@example.org', { name: '', address: '"a@evil.example"@example.org' }],
])('COMPOSE-09 understands %j', (entry, person) => {
  expect(readPerson(entry)).toEqual(person)
})

it.each([
  'a',
  'a@',
  '@b',
  'a@b, c@d',
  'a@b;c@d',
  'a@example.org\r\nBcc: x@evil.example',
  'a b@example.org@evil.example',
  '"a@evil.example" b@example.org <',
  'a@[127.0.0.1]',
  'Friends: a@example.org, b@example.org;',
  'a@exa\u202emple.org',
  'a@example.org\u0000',
  '<a@example.org> <b@example.org>',
  '"a>b"@example.org',
  'a@0x7f000001',
  'a@0x7f.0.0.0x1',
  'a@①②⑦.0.0.①',
  '用户@①②⑦.0.0.①',
  '"a\\<b"@example.org',
])('COMPOSE-09 refuses %j', (entry) => {
  expect(readRecipients({ mailTo: [entry], mailCc: [], mailBcc: [] })).toMatchObject({
    bad: [entry],
    envelope: [],
  })
})

it('COMPOSE-08 counts somebody who is named twice once, as the first kind', () => {
  const read = readRecipients({
    mailTo: ['a@example.org', 'A@Example.org'],
    mailCc: ['a@example.org', 'b@example.org'],
    mailBcc: ['B@example.org', 'c@example.org'],
  })
  expect(read.envelope.map(({ address, kind }) => `${kind} ${address}`)).toEqual([
    'to a@example.org',
    'cc b@example.org',
    'bcc c@example.org',
  ])
})

it('COMPOSE-06 COMPOSE-07 COMPOSE-08 refuse in the order of the specification', () => {
  const nobody = readRecipients({ mailTo: [], mailCc: [], mailBcc: [] })
  expect(() => checkBeforeSending(' \r\n', nobody, 'zh')).toThrow('enter a subject')
  expect(() => checkBeforeSending('字'.repeat(256), nobody, 'zh')).toThrow('at most 255')
  expect(() => checkBeforeSending('字'.repeat(255), nobody, 'zh')).toThrow('at least one recipient')
})

it('COMPOSE-16 sees the same name in any case and any form', () => {
  const file = (fileName: string) => ({ fileName, contentId: null, size: 1 })
  expect(() => checkFileNames([file('\u00e9.txt'), file('E\u0301.TXT')])).toThrow('same name')
  expect(() => checkFileNames([file('a.txt'), file('b.txt')])).not.toThrow()
})

it('T30 parses, prints and parses 10,000 hostile addresses to the same person', () => {
  const piece = fc.constantFrom(
    'a',
    'b.c',
    '"',
    '@',
    '<',
    '>',
    ' ',
    '\\',
    ',',
    ':',
    ';',
    '(',
    ')',
    '例',
    'x.org',
    '=?utf-8?q?=40?=',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const person = readPerson(pieces.join(''))
      if (person === null) return
      const printed = formatAddress(person)
      expect(printed).not.toMatch(/[\r\n]/)
      const again = parseAddresses(printed)
      expect(again).toHaveLength(1)
      expect(again[0]?.address).toBe(person.address)
    }),
    { numRuns: 10_000 },
  )
})
