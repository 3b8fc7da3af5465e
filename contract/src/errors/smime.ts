import { type ErrorRows, row } from './error-row.ts'

/** S/MIME keys and encrypted mail. */
export const smimeErrors = {
  'keys.off': row(403, 403801, [
    '单位未启用加密邮件',
    'Encrypted mail is not enabled in this organisation',
  ]),
  'keys.none': row(404, 404801, [
    '您还没有加密密钥，请先在设置中创建',
    'You have no key yet; please create one in Settings',
  ]),
  'keys.exists': row(409, 409801, ['您已有加密密钥', 'You already have a key']),
  'keys.bad-certificate': row(400, 400801, [
    '证书不被接受：{detail}',
    'The certificate is not accepted: {detail}',
  ]),
  'keys.confirm': row(400, 400807, ['请先确认是您本人操作', 'Please confirm that it is you']),
  'keys.known': row(409, 409802, ['此密钥已在使用', 'This key is already in use']),
  'keys.colleague': row(400, 400808, [
    '同事的证书由系统提供，无需添加',
    'Certificates of colleagues are provided by the system and need not be added',
  ]),
  'keys.many': row(400, 400809, [
    '外部证书数量已达到上限',
    'You have reached the maximum number of external certificates',
  ]),
  'keys.pin-wrong': row(403, 403802, ['密钥 PIN 不正确', 'Incorrect key PIN']),
  'keys.pin-many': row(429, 429801, [
    'PIN 错误次数过多，请 15 分钟后再试',
    'Too many wrong PINs, please try again in 15 minutes',
  ]),
  'encrypt.missing': row(400, 400802, [
    '邮件尚未加密，没有发送',
    'The message has not been encrypted, so it was not sent',
  ]),
  'encrypt.bad-form': row(400, 400803, [
    '加密内容格式不正确，没有发送',
    'The format of the encrypted content is incorrect, so it was not sent',
  ]),
  'encrypt.blind': row(400, 400804, [
    '加密邮件会向所有收件人显示密送人，请去掉密送人后再发送',
    'An encrypted message reveals its Bcc recipients to everyone; please remove them before sending',
  ]),
  'encrypt.separate': row(400, 400805, [
    '加密发送不能与分别发送同时使用',
    'Encryption cannot be combined with sending separately',
  ]),
  'encrypt.authorised': row(400, 400806, [
    '加密发送不能与授权邮件同时使用',
    'Encryption cannot be combined with protected mail',
  ]),
} as const satisfies ErrorRows
