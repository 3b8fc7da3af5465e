import { type ErrorRows, row } from './error-row.ts'

/** Mail of people as one file. */
export const exportsErrors = {
  'exports.nobody': row(400, 400280, [
    '请至少选择一名人员，或选择一项合规保留',
    'Choose at least one person or a legal hold',
  ]),
  'exports.silence': row(400, 400281, [
    '选择不告知时须说明原因',
    'Say why the people are not to be told',
  ]),
  'exports.many-people': row(400, 400282, [
    '涉及人员超过 {max} 名，请分多次申请',
    'More than {max} people: ask for several exports',
  ]),
  'exports.person-gone': row(404, 404280, [
    '本单位没有邮箱 {address}',
    'There is no mailbox {address} here',
  ]),
  'exports.not-there': row(404, 404281, ['该导出申请不存在', 'There is no such export']),
  'exports.ticket': row(404, 404282, [
    '下载链接已使用或已过期，请重新下载',
    'This link was used or is too old. Start the download again',
  ]),
  'exports.own-request': row(403, 403280, [
    '申请须由他人审批',
    'Somebody else must decide on your request',
  ]),
  'exports.own-mail': row(403, 403281, [
    '申请涉及您本人的邮件，须由他人审批',
    'This is about your own mail: somebody else must decide',
  ]),
  'exports.not-yours': row(403, 403282, [
    '只有申请或同意导出的所有者、管理员可以这样做',
    'Only the owner or administrator who asked or agreed may do this',
  ]),
  'exports.not-waiting': row(409, 409280, ['该申请已不在待审批状态', 'This request waits no more']),
  'exports.asker-out': row(409, 409281, [
    '申请人已无管理权限，须重新申请',
    'Who asked has no role any more: it has to be asked for anew',
  ]),
  'exports.not-ready': row(409, 409282, ['导出文件不可下载', 'There is no file to fetch']),
  'exports.over': row(409, 409283, ['该导出已结束', 'This export is over']),
  'exports.many': row(409, 409284, [
    '未结束的导出已达 {max} 个，请先结束一些',
    'There are {max} open exports: end some first',
  ]),
  'exports.meanwhile': row(409, 409285, [
    '设置刚刚被他人更改，请刷新后再试',
    'Somebody changed this a moment ago: look again',
  ]),
  'exports.too-large': row(409, 409286, [
    '邮件过多，请缩小范围或分多次导出',
    'Too much mail: narrow it down, or export it in several parts',
  ]),
} as const satisfies ErrorRows
