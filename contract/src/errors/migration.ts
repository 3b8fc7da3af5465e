import { type ErrorRows, row } from './error-row.ts'

/** Mail from another mailbox. */
export const migrationErrors = {
  'migration.no-range': row(400, 400821, [
    '请选择迁移时间范围',
    'Please choose a time range for the migration',
  ]),
  'migration.bad-range': row(400, 400822, [
    '结束日期不能早于开始日期',
    'The end date cannot be before the start date',
  ]),
  'migration.no-server': row(400, 400823, [
    '无法判断该邮箱的服务器，请手动填写',
    'The server for this mailbox could not be determined; please enter it manually',
  ]),
  'migration.closed-address': row(400, 400824, [
    '不允许连接该服务器地址或端口；如为单位内部的邮件服务器，请联系管理员',
    'This server address or port is not allowed; if it is a mail server inside your organisation, ask your administrator',
  ]),
  'migration.login': row(400, 400825, [
    '源邮箱拒绝登录，请检查账号和密码（很多邮箱需使用授权码）',
    'The other mailbox refused the sign-in; check the account and password (many providers need an app password)',
  ]),
  'migration.unreachable': row(400, 400826, [
    '连不上源邮箱的服务器，请检查服务器和端口，或稍后再试',
    'The server of the other mailbox cannot be reached; check the server and port, or try again later',
  ]),
  'migration.no-tls': row(400, 400827, [
    '源邮箱的服务器没有有效的安全连接，密码未发送',
    'The server of the other mailbox does not offer a trusted secure connection, so the password was not sent',
  ]),
  'migration.running': row(409, 409821, [
    '已有搬家正在进行，请等待完成或先取消',
    'Another migration is running; wait for it to finish or cancel it first',
  ]),
  'migration.not-now': row(409, 409822, [
    '搬家的当前状态不允许此操作',
    'This is not possible in the current state of the migration',
  ]),
} as const satisfies ErrorRows
