import { describe, expect, it } from 'vitest'
import { findable, matching } from './command-search.ts'

const choices = ['收件箱', '合同归档', '设置', '星标', 'Inbox rules'].map((label) =>
  findable({ id: label, label, run: () => undefined, keywords: label === '星标' ? ['star'] : [] }),
)
const found = (typed: string) => matching(choices, typed).map(({ label }) => label)

describe('the command palette', () => {
  it.each([
    ['收件', ['收件箱']],
    ['shou', ['收件箱']],
    ['sjx', ['收件箱']],
    ['guidang', ['合同归档']],
    ['SZ', ['设置']],
    ['star', ['星标']],
    ['rules inbox', ['Inbox rules']],
    ['ir', ['Inbox rules']],
    ['nothing like it', []],
  ])('finds by %s', (typed, labels) => {
    expect(found(typed)).toEqual(labels)
  })

  it('shows all while nothing is typed', () => {
    expect(found(' ')).toHaveLength(5)
  })
})
