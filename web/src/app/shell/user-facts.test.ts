import type { UserInfo } from '@hongyan/contract/session'
import { expect, it } from 'vitest'
import { factsOf, othersOf } from './user-facts.ts'

const user: UserInfo = {
  userName: '张伟',
  companyName: '鸿雁示例科技',
  partTimeDeptName: '采购部, 法务部，工会',
  phone: '13800000000',
  emailAddr: 'zhangwei@demo.hongyan.test',
  account: 'zhangwei',
  deptName: '销售部',
  deptId: 3,
  isAdmin: 0,
  gender: 1,
  duties: '经理',
  associatedAccount: { '1': 'a@example.test,b@example.test', '2': 'c@example.test' },
  accountType: 0,
  avatar: '',
  member: null,
}

it('SHELL-05 the user popover tells everything that is known, lists with commas one by one', () => {
  expect(Object.fromEntries(factsOf(user, false).map(({ key, words }) => [key, words]))).toEqual({
    company: ['鸿雁示例科技'],
    department: ['销售部'],
    partTime: ['采购部', '法务部', '工会'],
    duties: ['经理'],
    gender: ['genders.1'],
    phone: ['13800000000'],
  })
  expect(othersOf(user, false)).toEqual(['a@example.test', 'b@example.test', 'c@example.test'])
})

it.each([
  [0, 'genders.0'],
  [1, 'genders.1'],
  [2, 'genders.2'],
  [9, 'genders.2'],
])('SHELL-05 gender %i is said as %s', (gender, key) => {
  expect(factsOf({ ...user, gender }, false).find((one) => one.key === 'gender')?.words).toEqual([
    key,
  ])
})

it('SHELL-05 SHELL-30 a host of hideSome shows company and phone alone', () => {
  expect(factsOf(user, true).map(({ key }) => key)).toEqual(['company', 'phone'])
  expect(othersOf(user, true)).toEqual([])
})

it('SHELL-05 what is not known is not there', () => {
  const bare = {
    ...user,
    companyName: '',
    partTimeDeptName: ' , ',
    deptName: '',
    duties: '',
    phone: '',
  }
  expect(factsOf({ ...bare, associatedAccount: {} }, false).map(({ key }) => key)).toEqual([
    'gender',
  ])
})
