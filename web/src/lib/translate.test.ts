import { describe, expect, it } from 'vitest'
import type { Language } from './language.ts'
import { translator as typed } from './translate.ts'

/** With texts of the test's own, whose keys no type knows. */
const translator = typed as (
  texts: Parameters<typeof typed>[0],
  language: Language,
) => (feature?: string) => (key: string, values?: Record<string, unknown>) => string

const texts = {
  common: { close: '关闭', deep: { name: '名称' } },
  list: {
    found_one: '{{count}} mail',
    found_other: '{{count}} mails',
    plain: '{{count}} 封',
    from: '{{name}} <{{address}}>',
  },
}

describe('texts', () => {
  const t = translator(texts, 'en')('list')

  it('are those of the feature, of another one, or of all when none is named', () => {
    expect(t('common:close')).toBe('关闭')
    expect(translator(texts, 'zh')()('close')).toBe('关闭')
    expect(translator(texts, 'zh')()('deep.name')).toBe('名称')
  })

  it('follow the number where the language has a form for it', () => {
    expect(t('found', { count: 1 })).toBe('1 mail')
    expect(t('found', { count: 0 })).toBe('0 mails')
    expect(t('plain', { count: 1 })).toBe('1 封')
    expect(translator(texts, 'zh')('list')('found', { count: 1 })).toBe('1 mails')
  })

  it('take values as they are, whatever stands in them', () => {
    expect(t('from', { name: '$& {{address}}', address: 'a@b' })).toBe('$& {{address}} <a@b>')
    expect(t('from', { name: '', address: 0 })).toBe(' <0>')
  })

  it('that are missing show their key', () => {
    expect(t('none.such')).toBe('none.such')
    expect(t('nowhere:key')).toBe('key')
    expect(t('toString')).toBe('toString')
  })
})
