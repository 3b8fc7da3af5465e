import { type ErrorRows, row } from './error-row.ts'

/** Troubles with accounts in the console: addresses, deletion, lists of people. */
export const consolePeopleErrors = {
  'console.address': row(400, 400260, [
    '请填写完整的邮箱地址，不含“+”和空格',
    'Enter a full address, without “+” or spaces',
  ]),
  'console.aliases': row(400, 400261, [
    '每人最多 {max} 个别名地址',
    'A person has at most {max} alias addresses',
  ]),
  'console.alias-gone': row(404, 404260, [
    '该别名地址已不存在',
    'This alias address is no longer there',
  ]),
  'console.heir': row(400, 400262, [
    '接收邮件的人须在用，且不是被删除的人',
    'Mail goes to somebody who is active, and not to the person being deleted',
  ]),
  'console.heir-full': row(400, 400263, [
    '接收人的空间不足，请先提高其空间上限',
    'The recipient has too little storage. Raise their limit first',
  ]),
  'console.being-deleted': row(409, 409260, ['该账号正在删除', 'This account is being deleted']),
  'console.is-heir': row(409, 409264, [
    '此人正在接收他人移交的邮件，请稍后再删除',
    'This person is being handed somebody’s mail. Delete the account later',
  ]),
  'console.on-hold': row(409, 409265, [
    '此人的邮件处于合规保留中，不能删除账号',
    'This person’s mail is on legal hold, so the account cannot be deleted',
  ]),
  'console.department-on-hold': row(409, 409266, [
    '该部门处于合规保留中，不能删除',
    'This department is on legal hold, so it cannot be deleted',
  ]),
  'console.deleted-too-far': row(409, 409261, [
    '邮件已全部移交，删除不能再停止',
    'The mail has been handed over; the deletion can no longer be stopped',
  ]),
  'console.list-empty': row(400, 400264, ['文件中没有人员', 'There are no people in this file']),
  'console.list-columns': row(400, 400265, [
    '第一行须有“邮箱地址”一列',
    'The first line must name a column “address”',
  ]),
  'console.list-long': row(400, 400266, [
    '一次最多 {max} 人，请拆分文件',
    'At most {max} people at once. Please split the file',
  ]),
  'console.list-gone': row(404, 404261, ['该名单已不存在', 'This list is no longer there']),
  'console.list-busy': row(409, 409262, [
    '另一份名单正在处理，请稍候',
    'Another list is being worked on. Please wait',
  ]),
  'console.list-over': row(409, 409263, [
    '该名单已处理，请重新检查文件',
    'This list was worked off. Check the file again',
  ]),
  'console.no-directory': row(400, 400267, [
    '未配置可查询的目录服务器',
    'No directory that can be searched is set up',
  ]),
  'console.nobody-there': row(400, 400268, [
    '目录没有返回任何人员，未作更改',
    'The directory gave nobody, so nothing was changed',
  ]),
} as const satisfies ErrorRows
