import { describe, expect, it } from 'vitest'
import { searchKeys } from './pinyin.ts'

describe('what a text is found by', () => {
  it.each([
    ['收件箱', 'shoujianxiang', 'sjx'],
    ['草稿箱', 'caogaoxiang', 'cgx'],
    ['回收站', 'huishouzhan', 'hsz'],
    ['标为已读', 'biaoweiyidu', 'bwyd'],
    ['2026 合同', '2026 hetong', '2026 ht'],
    ['VIP客户', 'vipkehu', 'vipkh'],
  ])('%s by pinyin %s and initials %s', (text, pinyin, initials) => {
    expect(searchKeys(text)).toEqual([text.toLowerCase(), pinyin, initials])
  })

  it('an English text by itself and its initials', () => {
    expect(searchKeys('Recycle Bin')).toEqual(['recycle bin', 'rb'])
  })
})
