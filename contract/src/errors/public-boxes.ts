import { type ErrorRows, row } from './error-row.ts'

export const publicBoxesErrors = {
  'publicbox.not-yours': row(403, 403331, [
    '您没有使用该邮箱的权限',
    'You have no permission to use this mailbox',
  ]),
  'publicbox.not-allowed': row(403, 403332, [
    '您在该邮箱中的权限不允许此操作',
    'Your permission in this mailbox does not allow this',
  ]),
  'publicbox.not-away': row(400, 400331, [
    '您正在使用自己的邮箱',
    'You are already in your own mailbox',
  ]),
  'publicbox.not-member': row(400, 400332, [
    '该人员不是此邮箱的成员',
    'This person is not a member of the mailbox',
  ]),
} as const satisfies ErrorRows
