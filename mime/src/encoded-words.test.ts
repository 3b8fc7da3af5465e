import { describe, expect, it } from 'vitest'
import { inCharset, word } from '../test/mails.ts'
import { decodeWords, encodeWord } from './encoded-words.ts'

describe('decodeWords', () => {
  it.each([
    ['plain', 'plain'],
    ['=?utf-8?Q?a_b=3D?= c', 'a b= c'],
    ['a =?utf-8?B?5Lit?=  =?utf-8?Q?=E6=96=87?= b', 'a 中文 b'],
    ['=?utf-8?B?5L?= =?utf-8?B?it?=', '中'],
    ['=?utf-8?B?YQ==?= =?utf-8?B?YQ==?=', 'aa'],
    ['=?utf-8*zh?b?5Lit?=', '中'],
    ['=?iso-8859-1?Q?caf=E9?= =?utf-8?B?5Lit?=', 'café中'],
    ['=?utf-8?Q?=E4=B8=AD', '=?utf-8?Q?=E4=B8=AD'],
    ['=?utf-8?Q?open =?utf-8?Q?closed?=', '=?utf-8?Q?open closed'],
    ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
    ['=?a b?Q?a?=', '=?a b?Q?a?='],
    ['=??Q?a?=', 'a'],
    ['(=?utf-8?Q?a?=)', '(a)'],
    ['=?=?utf-8?Q?a?=', '=?a'],
  ])('%s → %s', (encoded, decoded) => {
    expect(decodeWords(encoded)).toBe(decoded)
  })

  it('reads raw bytes', () => {
    expect(decodeWords(inCharset('关于合同', 'gbk'))).toBe('关于合同')
  })

  it('T26 T28 lets no control character out of a word', () => {
    expect(decodeWords('=?utf-8?Q?a=0D=0ABcc:=20b@x=00=E2=80=A8c?=')).toBe('a Bcc: b@x c')
  })
})

describe('encodeWord', () => {
  it('leaves ASCII alone, unless it could be taken for a word', () => {
    expect(encodeWord('Hello, world!')).toBe('Hello, world!')
    expect(decodeWords(encodeWord('=?utf-8?Q?a?='))).toBe('=?utf-8?Q?a?=')
    expect(encodeWord('=?utf-8?Q?a?=')).not.toContain('=?utf-8?Q?a?=')
  })

  it('makes words of at most 75 characters that read back', () => {
    const text = '关于第四季度预算审批与合同附件的通知🎉'.repeat(20)
    const encoded = encodeWord(text)
    for (const one of encoded.split(' ')) expect(one.length).toBeLessThanOrEqual(75)
    expect(decodeWords(encoded)).toBe(text)
  })

  it('agrees with what others write', () => {
    expect(decodeWords(word('张三', 'utf-8'))).toBe('张三')
    expect(encodeWord('张三')).toBe('=?UTF-8?B?5byg5LiJ?=')
  })

  it('T26 never holds CR or LF', () => {
    expect(encodeWord('a\r\nBcc: b@x')).toBe('a Bcc: b@x')
  })
})
