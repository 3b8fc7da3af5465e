import { describe, expect, it } from 'vitest'
import {
  fillHtml,
  fillText,
  recipientOnly,
  type VariableValues,
  valuesOf,
  variablesIn,
} from './variables.public.ts'

const user = {
  userName: '张伟',
  emailAddr: 'wei@example.test',
  duties: '总监',
  phone: '',
  deptName: '产品部',
  companyName: '鸿雁',
}
const values = (over: Partial<Parameters<typeof valuesOf>[0]> = {}): VariableValues =>
  valuesOf({
    recipient: { name: '李娜', address: 'li@x.test' },
    user,
    now: Date.UTC(2026, 10, 21, 18, 5),
    zone: 8,
    hour12: false,
    language: 'zh',
    ...over,
  })

describe('variables of letter templates', () => {
  it('TEMPLATES-03 are filled with what is known, in the zone and language of the writer', () => {
    const text =
      '{{recipient.name}}，我是{{ my.name }}（{{department}}），{{date}} {{weekday}} {{time}}'
    expect(fillText(text, values())).toBe('李娜，我是张伟（产品部），2026年11月22日 星期日 02:05')
    expect(fillText('{{date}}, {{weekday}}', values({ language: 'en', zone: -5 }))).toBe(
      '21 November 2026, Saturday',
    )
    expect(fillText('{{time}}', values({ hour12: true }))).toBe('上午2:05')
  })

  it('TEMPLATES-03 stay as they are when they are unknown or have no value', () => {
    const text = '{{my.phone}} {{nobody.knows}} {{recipient.name}} {{}} {{ a b }}'
    expect(fillText(text, values({ recipient: null }))).toBe(text)
    expect(variablesIn(text)).toEqual(['{{my.phone}}', '{{nobody.knows}}', '{{recipient.name}}'])
    expect(variablesIn('{{ date }} {{date}}')).toEqual(['{{date}}'])
  })

  it('TEMPLATES-03 a recipient who comes later brings nothing but his own', () => {
    const late = recipientOnly(values())
    expect(late && fillText('{{recipient.name}} {{date}}', late)).toBe('李娜 {{date}}')
    expect(recipientOnly(null)).toBeNull()
  })

  it('T10 a name with markup is text, and a value that looks like a variable is not filled again', () => {
    const hostile = { name: '<img src=x onerror=alert(1)>', address: 'x@x.test' }
    expect(fillHtml('<p>{{recipient.name}}</p>', values({ recipient: hostile }))).toBe(
      '<p>&#60;img src=x onerror=alert(1)&#62;</p>',
    )
    const tricky = { name: '{{my.address}}', address: 'x@x.test' }
    expect(fillText('{{recipient.name}}', values({ recipient: tricky }))).toBe('{{my.address}}')
  })
})
