import type { Rule } from '@hongyan/contract/rules'
import { expect, it } from 'vitest'
import {
  addressesIn,
  bodyOf,
  emptyForm,
  formFromMail,
  formOf,
  newCondition,
  operatorsOf,
  withField,
} from './rule-form.ts'

const rule: Rule = {
  classifyId: 7,
  name: '发票',
  enabled: false,
  match: 'any',
  conditions: [
    { field: 'sender', operator: 'endsWith', value: '@bank.test' },
    { field: 'attachment', operator: 'contains', value: '' },
    { field: 'attachment', operator: 'notContains', value: '' },
    { field: 'size', operator: 'larger', value: '100' },
  ],
  action: {
    moveTo: 5,
    labelIds: [1, 2],
    star: true,
    markRead: true,
    forwardTo: ['a@x.test', 'b@x.test'],
    reject: false,
  },
}

it('RULES-02 a rule goes through the form unchanged', () => {
  expect(bodyOf(formOf(rule))).toEqual(rule)
  expect(formOf(rule).conditions.map(({ operator }) => operator)).toEqual([
    'endsWith',
    'has',
    'hasNot',
    'larger',
  ])
})

it('RULES-02 actions that are switched off are not sent, and rejecting stands alone', () => {
  const form = formOf(rule)
  expect(bodyOf({ ...form, move: false, forward: false, label: false }).action).toEqual({
    ...rule.action,
    moveTo: null,
    labelIds: [],
    forwardTo: null,
  })
  expect(bodyOf({ ...form, reject: true }).action).toEqual({
    moveTo: null,
    labelIds: [],
    star: false,
    markRead: false,
    forwardTo: null,
    reject: true,
  })
})

it('RULES-04 a forward without an address is sent as such, so that the server says what is missing', () => {
  expect(bodyOf({ ...emptyForm(), forward: true, forwardTo: ' ,\n' }).action?.forwardTo).toEqual([])
  expect(addressesIn('a@x.test，b@x.test; c@x.test\nd@x.test')).toEqual([
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
  ])
})

it('RULES-02 another field keeps the comparison where it fits', () => {
  const condition = newCondition({ operator: 'endsWith', value: 'x' })
  expect(withField(condition, 'subject')).toMatchObject({ operator: 'endsWith', value: 'x' })
  expect(withField(condition, 'size')).toMatchObject({ operator: 'larger', value: 'x' })
  expect(withField(withField(condition, 'size'), 'attachment').operator).toBe('has')
  for (const field of ['sender', 'recipients', 'subject', 'body'] as const)
    expect(operatorsOf(field)[0]).toBe('contains')
})

it('RULES-01 a message makes a rule that can be saved at once', () => {
  const from = { name: '李娜', address: 'lina@partner.test' }
  expect(bodyOf(formFromMail(from, 12))).toMatchObject({
    name: '李娜',
    conditions: [{ field: 'sender', operator: 'equals', value: 'lina@partner.test' }],
    action: { moveTo: 12, star: false },
  })
  expect(bodyOf(formFromMail({ ...from, name: '' }, null))).toMatchObject({
    name: 'lina@partner.test',
    action: { moveTo: null, star: true },
  })
})
