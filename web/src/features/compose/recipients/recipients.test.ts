import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addRecipients,
  insertRecipients,
  isOutside,
  readRecipients,
  recipientOf,
  writeRecipient,
} from './recipients.ts'

const read = (typed: string) =>
  readRecipients(typed).map((one) => (one.valid ? [one.name, one.address] : one.address))

describe('recipients as they are typed and pasted', () => {
  it.each<[string, unknown[]]>([
    ['li@example.com', [['', 'li@example.com']]],
    ['Li Na<li@example.com>', [['Li Na', 'li@example.com']]],
    ['李娜 <li@example.com>', [['李娜', 'li@example.com']]],
    ['"Li, Na" <li@example.com>', [['Li, Na', 'li@example.com']]],
    ['a@x.com, b@x.com;c@x.com\nd@x.com', ['a', 'b', 'c', 'd'].map((n) => ['', `${n}@x.com`])],
    ['a@x.com；b@x.com，c@x.com、d@x.com', ['a', 'b', 'c', 'd'].map((n) => ['', `${n}@x.com`])],
    ['a@x.com b@x.com', ['a', 'b'].map((n) => ['', `${n}@x.com`])],
    ['王伟＜wang＠example.com＞', [['王伟', 'wang@example.com']]],
    ['“王, 伟” <wang@example.com>', [['王, 伟', 'wang@example.com']]],
    [
      'Zhang, Wei <a@x.com>; Li, Na <b@x.com>',
      [
        ['Zhang, Wei', 'a@x.com'],
        ['Li, Na', 'b@x.com'],
      ],
    ],
    ['王总', ['王总']],
    [
      '张伟\tzhang@x.com\r\n李娜\tli@x.com\r\n',
      [
        ['张伟', 'zhang@x.com'],
        ['李娜', 'li@x.com'],
      ],
    ],
    ['zhang@x.com\t张伟', [['张伟', 'zhang@x.com']]],
    [
      '张伟（zhang@x.com）；李娜(li@x.com)',
      [
        ['张伟', 'zhang@x.com'],
        ['李娜', 'li@x.com'],
      ],
    ],
    ['Zhang Wei [mailto:zhang@x.com]', [['Zhang Wei', 'zhang@x.com']]],
    [
      "'zhang@x.com'; 'Li Na' <li@x.com>",
      [
        ['', 'zhang@x.com'],
        ["'Li Na'", 'li@x.com'],
      ],
    ],
    ['研发组: a@x.com, b@x.com;', ['a', 'b'].map((n) => ['', `${n}@x.com`])],
    ['收件人：a@x.com', [['', 'a@x.com']]],
    ['张伟；李娜', ['张伟', '李娜']],
    ['li@, <b@x.com>', ['li@', ['', 'b@x.com']]],
    [
      '"broken <a@x.com>, b@x.com',
      [
        ['broken', 'a@x.com'],
        ['', 'b@x.com'],
      ],
    ],
  ])('COMPOSE-09 reads %j', (typed, expected) => {
    expect(read(typed)).toEqual(expected)
  })

  it('COMPOSE-09 takes only the address of a mailto link (T37)', () => {
    expect(read('mailto:li@example.com?attach=/etc/passwd&body=x')).toEqual([
      ['', 'li@example.com'],
    ])
  })

  it('COMPOSE-09 keeps the domain that a quoted local part really has (T30)', () => {
    const [only] = readRecipients('"evil@inside.test x"@outside.test')
    expect(only?.address.endsWith('@outside.test')).toBe(true)
  })

  it('COMPOSE-09 reads back what it writes, for any name (T26, T30)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        const person = recipientOf({ name, address: 'li@example.com' })
        const written = writeRecipient(person)
        expect(written).not.toMatch(/[\r\n\0]/)
        const again = readRecipients(written)
        expect(again).toHaveLength(1)
        expect(again[0]).toMatchObject({ address: 'li@example.com', valid: true })
      }),
    )
  })

  it('COMPOSE-09 never fails on what somebody pastes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        for (const one of readRecipients(typed)) expect(one.address.length).toBeLessThanOrEqual(600)
      }),
    )
  })

  it('COMPOSE-09 adds one mailbox once', () => {
    const list = addRecipients(
      readRecipients('A <li@example.com>'),
      readRecipients('LI@Example.com, b@x.com'),
    )
    expect(list.map((one) => one.address)).toEqual(['li@example.com', 'b@x.com'])
  })

  it('COMPOSE-09 puts what was edited back in its place', () => {
    const list = readRecipients('a@x.com, b@x.com')
    const placed = insertRecipients(list, readRecipients('c@x.com, A@x.com'), 1)
    expect(placed.map((one) => one.address)).toEqual(['a@x.com', 'c@x.com', 'b@x.com'])
  })

  it('COMPOSE-26 tells colleagues from people outside', () => {
    const [inside, outside, fake] = readRecipients('a@Demo.test, b@x.com, c@demo.test.evil.com')
    const domains = ['demo.test']
    expect(inside && isOutside(inside, domains)).toBe(false)
    expect(outside && isOutside(outside, domains)).toBe(true)
    expect(fake && isOutside(fake, domains)).toBe(true)
  })
})
