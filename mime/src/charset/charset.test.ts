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

describe('hardening-mail charsets: what is not labelled, or wrongly', () => {
  const korean = '안녕하세요. 회의 자료를 보내드립니다.'
  const russian = 'Здравствуйте, отправляю вам материалы к встрече.'

  it.each([
    ['gbk', '报价'],
    ['gbk', '通知'],
    ['gbk', '你好'],
    ['gbk', '发票已开具，请查收'],
    ['gbk', 'Re: 关于2026年度合同'],
    ['gbk', 'PPT已更新'],
    ['gbk', 'A股行情与K线'],
    ['gbk', '　　各位领导：'],
    ['gbk', '张伟 李娜 王芳'],
    ['gbk', '博客 报告 参考 菜单 产品'],
    ['gbk', '測試繁體字'],
    ['gb18030', '㐀𠀀测试'],
    ['big5', '會議通知'],
    ['big5', '報價單 Re: 訂單'],
    ['big5', traditional],
    ['shift_jis', '会議のお知らせ'],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['euc-jp', 'お見積りの件'],
    ['euc-jp', 'テスト送信'],
    ['euc-kr', korean],
    ['euc-kr', '회의 안내드립니다'],
    ['windows-1251', russian],
    ['windows-1251', 'Счёт на оплату'],
    ['windows-1251', 'ВНИМАНИЕ: новый договор'],
    ['koi8-r', russian],
    ['latin1', 'Información importante: formación'],
    ['latin1', 'Grüße aus Köln, Straße für Größe'],
    ['latin1', 'Réunion à Paris, ça été'],
    ['latin1', '¡¡¡Oferta!!! »»» 25 °C «««'],
    ['latin1', '·····  ©2026  ·····'],
    ['latin1', 'Forma\u00adción'],
    ['latin1', 'São Paulo: ação'],
    ['latin1', 'Ñandú'],
  ])('%s without a label: %s', (charset, text) => {
    expect(decodeCharset(inCharset(text, charset), null)).toBe(text)
  })

  it.each([
    ['iso-8859-1', 'gbk', simplified],
    ['iso-8859-1', 'gbk', '各位同事，请查收附件。'],
    ['iso-8859-1', 'latin1', 'ÄÖÜ ÄÖÜ Grüße, ÀÉ'],
    ['iso-8859-1', 'latin1', '»»»» ·········· ©©©©'],
    ['windows-1252', 'latin1', 'ÁÉÍÓÚ ÁÉÍÓÚ çãõ'],
    ['gb2312', 'utf-8', '会议通知'],
    ['gb2312', 'utf-8', '会议 🎉 通知'],
    ['gb2312', 'gbk', '联通'],
    ['gbk', 'gbk', '涓€鏂囨浠'],
    ['big5', 'utf-8', '會議通知'],
    ['big5-hkscs', 'big5hkscs', '香港嘅啲嘢喺度，㗎喇咗冇'],
    ['big5', 'big5hkscs', '香港嘅啲嘢'],
    ['big5', 'big5', traditional],
    ['utf-16', 'utf-16le', '中文测试内容'],
    ['utf-16', 'utf-16be', '中文测试内容'],
    ['utf-16', 'utf-16le', 'Hello 中文 test'],
  ])('the label %s on %s: %s', (label, charset, text) => {
    const bytes =
      charset === 'utf-16be'
        ? Buffer.from(text, 'utf16le').swap16()
        : charset === 'utf-16le'
          ? Buffer.from(text, 'utf16le')
          : inCharset(text, charset)
    expect(decodeCharset(bytes, label)).toBe(text)
  })

  it.each(['Hello 中文 test', 'plain text'])('UTF-16 without mark and label: %s', (text) => {
    expect(decodeCharset(Buffer.from(text, 'utf16le'), null)).toBe(text)
    expect(decodeCharset(Buffer.from(text, 'utf16le').swap16(), null)).toBe(text)
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
