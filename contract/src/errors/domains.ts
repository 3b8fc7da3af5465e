import { type ErrorRows, row } from './error-row.ts'

export const domainsErrors = {
  'domain.bad-name': row(400, 400421, [
    '请填写正确的域名，例如 example.org',
    'Enter a domain such as example.org',
  ]),
  'domain.taken': row(409, 409420, ['该域名已添加', 'This domain is there already']),
  'domain.alias': row(400, 400422, [
    '别名域只能指向本单位的普通域名',
    'An alias domain must point to an ordinary domain of yours',
  ]),
  'domain.in-use': row(400, 400423, [
    '该域名下还有邮箱或别名域，不能删除',
    'Mailboxes or alias domains still use this domain',
  ]),
  'domain.last': row(400, 400424, ['至少须保留一个域名', 'At least one domain must remain']),
  'domain.catch-all': row(400, 400425, [
    '兜底地址必须是本单位的邮箱',
    'The catch-all must be a mailbox of your organisation',
  ]),
  'domain.key-signs': row(400, 400426, [
    '正在使用的密钥不能删除',
    'The key that signs cannot be deleted',
  ]),
  'domain.key-waits': row(400, 400427, [
    '已有一个等待启用的新密钥',
    'A new key is waiting to be used already',
  ]),
  'domain.key-unpublished': row(400, 400428, [
    'DNS 中还没有查到此密钥的记录',
    'This key’s record is not in the DNS yet',
  ]),
} as const satisfies ErrorRows
