import { expect, it } from 'vitest'
import { createTermWriter, scopeMark, wordsQuery } from './search-terms.ts'

/** The words of a text in their order, as the index has them. */
function wordsOf(text: string): string[] {
  const terms = createTermWriter()
  terms.add('body', text)
  const placed = [...terms.toTsvector().matchAll(/'(.+?)':([\dC,]+)/g)].flatMap(
    ([, word = '', places = '']) =>
      places.split(',').map((place) => [word.slice(scopeMark.length), Number.parseInt(place, 10)]),
  )
  return placed.sort(([, a], [, b]) => Number(a) - Number(b)).map(([word]) => String(word))
}

it.each([
  ['PPT已更新', ['ppt', '已更', '更新', '新']],
  ['已更新PPT', ['已更', '更新', '新', 'ppt']],
  ['2026年度计划', ['2026', '年度', '度计', '计划', '划']],
  ['合同HT20261122号', ['合同', '同', 'ht20261122', '号']],
  ['联系13800138000谢谢', ['联系', '系', '13800138000', '谢谢', '谢']],
  ['方案final版.docx', ['方案', '案', 'final', '版', 'docx']],
  ['第3季度', ['第', '3', '季度', '度']],
  ['v2.0版', ['v2', '0', '版']],
  ['写给li@example.test即可', ['写给', '给', 'li', 'example', 'test', '即可', '可']],
  ['Ａ股', ['a', '股']],
  ['コーヒーPDF', ['コー', 'ーヒ', 'ヒー', 'ー', 'pdf']],
  ['か\u309a行', ['か\u309a', '\u309a行', '行']],
  ['카페CCTV예약', ['카페', '페', 'cctv', '예약', '약']],
  ['naïve日本', ['naive', '日本', '本']],
])('SEARCH-07 Latin words and numbers are words of their own beside CJK: %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it.each([
  ['PPT已更新', "('ppt' <1> '已更' <1> '更新')"],
  ['更新PPT', "('更新' <2> 'ppt':*)"],
  ['2026年', "('2026' <1> '年':*)"],
  ['第3季度', "('第':* <1> '3' <1> '季度')"],
])(
  'SEARCH-07 the parts of %s are asked for at the distance the index has them in',
  (text, query) => {
    expect(wordsQuery({ text, fields: [] })?.replaceAll(scopeMark, '')).toBe(query)
  },
)
