import { describe, expect, it } from 'vitest'
import { inCharset } from '../../test/mails.ts'
import { decodeCharset } from './charset.ts'
import { detectCharset } from './charset-detect.ts'
import { canonicalCharset } from './charset-names.ts'

const simplified =
  '各位同事，大家好。请于本周五下午三点到会议室参加第四季度预算审批会议，并提前阅读合同附件。'
const traditional =
  '各位同仁好，請於本週五下午三點至會議室參加第四季預算審核會議，並請先行閱讀附件合約。'
const japanese = 'お世話になっております。来週の会議の資料をお送りします。ご確認ください。'

describe('canonicalCharset', () => {
  it.each([
    ['GB2312', 'gb18030'],
    ['"gbk"', 'gb18030'],
    ['CP936', 'gb18030'],
    ['gb_2312-80', 'gb18030'],
    ['HZ', 'hz-gb-2312'],
    ['cp1251', 'windows-1251'],
    ['x-cp-1250', 'windows-1250'],
    ['koi8-r', 'koi8-r'],
    ['ks_c_5601-1987', 'euc-kr'],
    ['utf8', 'utf-8'],
    ['x-nope', null],
    ['x'.repeat(1000), null],
  ])('%s → %s', (label, name) => {
    expect(canonicalCharset(label)).toBe(name)
  })
})

describe('detectCharset', () => {
  it.each([
    ['gb18030', simplified],
    ['gb18030', '合同'],
    ['big5', traditional],
    ['shift_jis', japanese],
    ['windows-1252', 'Voilà le café à côté, où l’été s’achève déjà'],
    ['utf-8', simplified],
    ['utf-8', 'plain'],
  ])('finds %s', (charset, text) => {
    expect(detectCharset(inCharset(text, charset))).toBe(charset)
  })
})

describe('decodeCharset', () => {
  it('decodes without a label and with a useless one', () => {
    for (const label of [null, 'x-unknown', 'us-ascii']) {
      expect(decodeCharset(inCharset(simplified, 'gbk'), label)).toBe(simplified)
      expect(decodeCharset(inCharset(traditional, 'big5'), label)).toBe(traditional)
      expect(decodeCharset(inCharset(simplified, 'utf-8'), label)).toBe(simplified)
    }
  })

  it('repairs wrong labels', () => {
    expect(decodeCharset(inCharset(simplified, 'utf-8'), 'iso-8859-1')).toBe(simplified)
    expect(decodeCharset(inCharset(simplified, 'utf-8'), 'gb2312')).toBe(simplified)
    expect(decodeCharset(inCharset(simplified, 'gbk'), 'utf-8')).toBe(simplified)
    expect(decodeCharset(inCharset('café', 'latin1'), 'iso-8859-1')).toBe('café')
  })

  it('keeps UTF-8 that is cut or damaged', () => {
    const bytes = inCharset(simplified, 'utf-8')
    expect(decodeCharset(bytes.subarray(0, bytes.length - 1), null)).toContain('各位同事')
    bytes[30] = 0xff
    expect(decodeCharset(bytes, 'utf-8')).toContain('合同附件')
  })

  it('reads seven-bit charsets', () => {
    expect(decodeCharset(inCharset('~{<:Ky2;S{~}a', 'latin1'), 'hz')).toBe('己所不欲a')
    expect(decodeCharset(inCharset('\x1b$)C\x0eGQ1[\x0f ok', 'latin1'), 'iso-2022-kr')).toBe(
      '한글 ok',
    )
    expect(decodeCharset(inCharset('\x1b$)A\x0eVPND\x0f ok', 'latin1'), 'iso-2022-cn')).toBe(
      '中文 ok',
    )
    expect(decodeCharset(inCharset('Hi Mom -+Jjo--! +2DzfRg-', 'latin1'), 'utf-7')).toBe(
      'Hi Mom -☺-! 🍆',
    )
    expect(decodeCharset(inCharset('\x1b$BF|K\\8l\x1b(B', 'latin1'), null)).toBe('日本語')
  })

  it.each([null, 'x-unknown', 'us-ascii'])(
    'believes a byte order mark under the label %s',
    (label) => {
      const marked = `\ufeff${simplified}a`
      expect(decodeCharset(Buffer.from(marked, 'utf16le'), label)).toBe(`${simplified}a`)
      expect(decodeCharset(Buffer.from(marked, 'utf16le').swap16(), label)).toBe(`${simplified}a`)
      expect(decodeCharset(Buffer.from(marked), label)).toBe(`${simplified}a`)
      // Cut within a letter: the mark still says what the rest is.
      const cut = Buffer.from('\ufeff文').subarray(0, -1)
      expect(decodeCharset(cut, label)).toBe('\ufffd')
      expect(decodeCharset(new Uint8Array([0xff, 0xfe]), label)).toBe('')
    },
  )

  it('reads UTF-16 with and without a mark', () => {
    expect(decodeCharset(new Uint8Array([0xff, 0xfe, 0x2d, 0x4e]), 'utf-16')).toBe('中')
    expect(decodeCharset(new Uint8Array([0x4e, 0x2d, 0, 0x61]), 'utf-16')).toBe('中a')
    expect(decodeCharset(new Uint8Array([0x61, 0, 0x2d, 0x4e]), 'utf-16')).toBe('a中')
  })
})
