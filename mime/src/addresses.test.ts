import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress, isValidAddress, parseAddresses } from './addresses.ts'

const flat = (text: string): string[] =>
  parseAddresses(text).map(
    ({ name, address, group }) => `${group === undefined ? '' : `${group}: `}${name} <${address}>`,
  )

describe('parseAddresses', () => {
  it('T31 a header of nothing but separators is read so far; what stands behind them is not taken for nobody', () => {
    expect(parseAddresses(`${','.repeat(10_000)}a@b.c`)).toEqual([{ name: '', address: 'a@b.c' }])
    expect(parseAddresses(`${'<>,'.repeat(30_000)}a@b.c`)).toEqual([
      { name: expect.stringContaining('<>'), address: '' },
    ])
  })

  it.each([
    ['a@B.CN', [' <a@b.cn>']],
    ['<a@b>', [' <a@b>']],
    ['Bob <a@b>, "Li, Si" <c@d>;e@f', ['Bob <a@b>', 'Li, Si <c@d>', ' <e@f>']],
    ['=?utf-8?B?5byg?= =?utf-8?B?5LiJ?= <a@b>', ['张三 <a@b>']],
    ['"=?utf-8?B?5byg?=" <a@b>', ['张 <a@b>']],
    ['张三 <zhang@例子.cn>', ['张三 <zhang@例子.cn>']],
    ['a@b (Bob (the) Builder)', ['Bob (the) Builder <a@b>']],
    ['J. Smith <j . s @ x . com>', ['J. Smith <j.s@x.com>']],
    ['"a b"@x.com', [' <"a b"@x.com>']],
    ['"john"@x.com', [' <john@x.com>']],
    ['<@r.com,@s.com:u@x.com>', [' <u@x.com>']],
    ['G: a@b, Bob <c@d>;, e@f', ['G:  <a@b>', 'G: Bob <c@d>', ' <e@f>']],
    ['undisclosed-recipients:;', ['undisclosed-recipients:  <>']],
    ['mailto:a@b', [' <a@b>']],
    ['John Smith j@x.com', ['John Smith <j@x.com>']],
    ['a@[127.0.0.1]', [' <a@[127.0.0.1]>']],
    ['"open <a@b>, c@d', ['open <a@b>', ' <c@d>']],
    ['Bob (open <a@b>', ['Bob open <a@b>']],
    ['nobody', ['nobody <>']],
    ['', []],
    [',,;,', []],
  ])('%s', (text, expected) => {
    expect(flat(text)).toEqual(expected)
  })

  it('T28 never turns a decoded word into an address (mailsploit)', () => {
    const forged = '=?utf-8?B?cG90dXNAd2hpdGVob3VzZS5nb3Y=?='
    expect(flat(forged)).toEqual(['potus@whitehouse.gov <>'])
    expect(flat(`=?utf-8?B?PHBvdHVzQHdoaXRlaG91c2UuZ292Pg==?= <evil@x.test>`)).toEqual([
      '<potus@whitehouse.gov> <evil@x.test>',
    ])
    const [bare] = parseAddresses(`${forged}=?utf-8?Q?=00?=@mailsploit.test`)
    expect(bare?.address.endsWith('@mailsploit.test')).toBe(true)
    const [inside] = parseAddresses(`x <${forged}@mailsploit.test>`)
    expect(inside?.address.endsWith('@mailsploit.test')).toBe(true)
  })

  it('T30 keeps a quoted local part whole (CVE-2025-13033)', () => {
    expect(parseAddresses('"evil@gmail.test x"@internal.test')).toEqual([
      { name: '', address: '"evil@gmail.test x"@internal.test' },
    ])
  })

  it('T28 gives no address where two could be meant', () => {
    for (const text of ['x <a@b> <c@d>', '<a@b@c>', 'a@b c@d', '<a@b\0c>', '<a b@c>']) {
      expect(parseAddresses(text).map(({ address }) => address)).toEqual([''])
      expect(parseAddresses(text)[0]?.name).not.toBe('')
    }
  })

  it('keeps the way to an address, which ENVELOPE tells (RFC 5322 §4.4)', () => {
    expect(parseAddresses('Bob <@r.com, @s.com:u@x.com>')).toEqual([
      { name: 'Bob', address: 'u@x.com', route: '@r.com,@s.com' },
    ])
    expect(parseAddresses('<@r.com:>, <@r.com>').map(({ route }) => route)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('T29 drops control and bidi characters from names', () => {
    expect(parseAddresses('"a\u202eb\u0000\u2066c" <a@b>')).toEqual([
      { name: 'abc', address: 'a@b' },
    ])
  })

  it('T31 stops at the maximum', () => {
    expect(parseAddresses('a@b,'.repeat(5000), 2000)).toHaveLength(2000)
    expect(parseAddresses('a:'.repeat(5000), 2000).length).toBeLessThanOrEqual(2000)
  })
})

describe('formatAddress', () => {
  it.each([
    [{ name: '', address: 'a@b' }, 'a@b'],
    [{ name: 'Bob B', address: 'a@b' }, 'Bob B <a@b>'],
    [{ name: 'Li, Si "x"', address: 'a@b' }, '"Li, Si \\"x\\"" <a@b>'],
    [{ name: '张三', address: 'a@b' }, '=?UTF-8?B?5byg5LiJ?= <a@b>'],
    [{ name: 'a\r\nBcc: c@d', address: 'a@b' }, '"a Bcc: c@d" <a@b>'],
    [{ name: 'Group', address: '' }, 'Group'],
  ])('%o → %s', (address, text) => {
    expect(formatAddress(address)).toBe(text)
  })

  it('T30 reads back what it writes', () => {
    const atext = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/)
    const local = fc.oneof(atext, fc.stringMatching(/^"[ !#-[\]-~]{1,20}"$/))
    const domain = fc.stringMatching(/^[a-z0-9]{1,10}(\.[a-z]{1,5}){0,3}$/)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), local, domain, (name, user, host) => {
        const [once] = parseAddresses(formatAddress({ name, address: `${user}@${host}` }))
        const again = parseAddresses(formatAddress(once ?? { name: '', address: '' }))
        expect(again).toEqual([once])
        expect(once?.address.endsWith(`@${host}`)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('T30 parse, print, parse gives the same addresses for any text', () => {
    const parts = [
      'a@b.c',
      '"',
      '<',
      '>',
      '(',
      ')',
      ',',
      ';',
      ':',
      '@',
      '\\',
      ' ',
      '=?utf-8?Q?',
      '?=',
      'x',
      '张',
      '\r\n',
      '\0',
      '"q q"@d',
      '[1]',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (pieces) => {
        for (const one of parseAddresses(pieces.join(''))) {
          if (one.address === '') continue
          const again = parseAddresses(formatAddress(one))
          expect(again.map(({ address }) => address)).toEqual([one.address])
        }
      }),
      { numRuns: 5000 },
    )
  })
})

describe('isValidAddress', () => {
  it.each([
    'a@b.cn',
    'first.last+tag@sub.example.com',
    '张三@例子.中国',
    'a@xn--fsqu00a.cn',
    '"a b"@x.cn',
    'a@localhost',
  ])('takes %s', (text) => {
    expect(isValidAddress(text)).toBe(true)
  })

  it.each([
    '',
    'a',
    '@b.cn',
    'a@',
    'a@b..cn',
    'a@-b.cn',
    '.a@b.cn',
    'a..b@c.cn',
    'a b@c.cn',
    'a@b c.cn',
    'a@b.cn\r\n',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@b@c.cn',
    '"a"b"@c.cn',
    'a\u202e@b.cn',
    '"a>b"@x.cn',
    '"a<b"@x.cn',
    '"a\\>b"@x.cn',
    `${'a'.repeat(65)}@b.cn`,
    `a@${'b'.repeat(64)}.cn`,
    `a@${'b.'.repeat(200)}cn`,
  ])('refuses %j', (text) => {
    expect(isValidAddress(text)).toBe(false)
  })
})
