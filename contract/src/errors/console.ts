import { type ErrorRows, row } from './error-row.ts'

/** Troubles of the console: who may not, what must be confirmed, what would leave nobody in charge. */
export const consoleErrors = {
  'console.not-allowed': row(403, 403120, [
    '您没有执行此操作的管理权限',
    'Your role does not allow this',
  ]),
  'console.off': row(404, 404120, ['管理后台未启用', 'The console is switched off']),
  'console.ticket': row(403, 403121, [
    '链接已失效，请从邮箱重新打开管理后台',
    'This link is no longer valid. Open the console from your mailbox again',
  ]),
  'console.confirm': row(403, 403122, [
    '请先输入密码确认身份',
    'Please confirm with your password first',
  ]),
  'console.gone': row(404, 404121, ['该人员已不存在', 'This person is no longer there']),
  'console.not-yourself': row(400, 400320, [
    '不能对自己的账号执行此操作',
    'You cannot do this to your own account',
  ]),
  'console.last-owner': row(400, 400321, [
    '至少须保留一名所有者',
    'At least one owner must remain',
  ]),
  'console.domain': row(400, 400322, ['该域名不属于本单位', 'This domain is not one of yours']),
  'console.department-gone': row(404, 404122, [
    '该部门已不存在',
    'This department is no longer there',
  ]),
  'console.department-full': row(400, 400323, [
    '部门内还有人员或下级部门，不能删除',
    'People or departments are still in this department',
  ]),
  'console.department-loop': row(400, 400324, [
    '不能移到自己或自己的下级部门中',
    'A department cannot be moved into itself or one below it',
  ]),
  'console.department-name': row(400, 400325, [
    '同级已有同名部门',
    'A department of this name is there already',
  ]),
} as const satisfies ErrorRows
