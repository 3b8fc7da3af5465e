import { type ErrorRows, row } from './error-row.ts'

export const groupsErrors = {
  'group.not-found': row(404, 404341, ['该邮件群组不存在', 'There is no such mail group']),
  'group.not-manager': row(403, 403341, [
    '您不是该群组的管理员',
    'You do not manage this mail group',
  ]),
  'group.may-not-send': row(403, 403342, [
    '您没有向以下群组发信的权限：{list}',
    'You may not write to these groups: {list}',
  ]),
  'group.not-protected': row(400, 400341, [
    '授权邮件不能发送给群组：{list}',
    'Read-limited mail cannot go to groups: {list}',
  ]),
  'group.bad-address': row(400, 400342, [
    '请填写本单位域名下的邮箱地址',
    'Enter an address in one of your organisation’s domains',
  ]),
  'group.address-taken': row(400, 400343, ['该地址已被使用', 'This address is already in use']),
  'group.loop': row(400, 400344, [
    '“{name}”已包含本群组，不能互相嵌套',
    '“{name}” already contains this group',
  ]),
  'group.unknown-member': row(400, 400345, ['无法添加：{list}', 'Cannot be added: {list}']),
  'group.person-only': row(400, 400346, [
    '群组管理员只能是本单位人员',
    'Only people of your organisation can manage a group',
  ]),
  'group.last-manager': row(400, 400347, [
    '群组至少需要一名管理员',
    'A group needs at least one manager',
  ]),
  'group.too-many-members': row(400, 400348, [
    '一个群组最多添加 {max} 项成员',
    'A group can have up to {max} entries',
  ]),
  'group.not-member': row(403, 403343, [
    '只有群组成员可以查看往来邮件',
    'Only members of the group can read its archive',
  ]),
  'group.post-gone': row(404, 404342, [
    '该邮件已被处理',
    'This message has been dealt with already',
  ]),
} as const satisfies ErrorRows
