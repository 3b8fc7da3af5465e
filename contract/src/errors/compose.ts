import { type ErrorRows, row } from './error-row.ts'

/** Drafts, sending, and taking back. */
export const composeErrors = {
  'compose.no-subject': row(400, 400401, ['请填写主题', 'Please enter a subject']),
  'compose.subject-long': row(400, 400402, [
    '主题文字允许在255字以内',
    'The subject can be at most 255 characters',
  ]),
  'compose.no-recipient': row(400, 400403, [
    '请至少选择一位收件人或者抄送人或者密送人',
    'Please choose at least one recipient, Cc or Bcc',
  ]),
  'compose.bad-address': row(400, 400404, ['邮件地址无效：{list}', 'Invalid addresses: {list}']),
  'compose.too-many-recipients': row(400, 400405, [
    '收件人过多，最多 {max} 位',
    'Too many recipients, at most {max}',
  ]),
  'compose.too-fast': row(429, 429401, [
    '一小时内最多向 {max} 位收件人发信，请稍后再试',
    'At most {max} recipients an hour, please try again later',
  ]),
  'compose.too-many-attachments': row(400, 400406, [
    '附件数量不能超过40个！',
    'No more than 40 attachments are allowed!',
  ]),
  'compose.duplicate-name': row(400, 400407, [
    '不能重复上传同名文件',
    'A file with the same name cannot be uploaded twice',
  ]),
  'compose.too-big': row(400, 400408, [
    '邮件过大，最大 {max}',
    'The message is too large, at most {max}',
  ]),
  'compose.header-too-long': row(400, 400438, [
    '邮件头过长或地址过多',
    'The message header is too long or contains too many addresses',
  ]),
  'draft.conflict': row(409, 409401, [
    '该草稿已在其他窗口修改，请刷新后再试',
    'This draft was changed in another window',
  ]),
  'draft.sent': row(409, 409402, ['该草稿已经发送', 'This draft has already been sent']),
  'draft.left': row(409, 409404, [
    '这封邮件已经发送，此后的修改没有随之发出',
    'This message has been sent without your later changes',
  ]),
  'send.not-cancellable': row(409, 409403, [
    '邮件已经发出，无法撤销',
    'The message has already been sent and can no longer be cancelled',
  ]),
  'compose.empty': row(400, 400430, ['请输入回复内容', 'Please enter a reply']),
  'compose.bad-characters': row(400, 400431, [
    '{field}中含有不允许的字符',
    'The {field} contains characters that are not allowed',
  ]),
  'send.time-missing': row(400, 400432, [
    '请选择定时发送时间',
    'Please choose a scheduled send time',
  ]),
  'send.time-past': row(400, 400433, [
    '定时发送时间必须大于当前时间',
    'The scheduled send time must be later than the current time',
  ]),
  'send.time-far': row(400, 400434, [
    '定时发送时间不能晚于一年以后',
    'The scheduled send time must be within one year',
  ]),
  'send.nobody-left': row(409, 409430, [
    '没有可以重新投递的收件人',
    'There are no recipients left to send it to again',
  ]),
  'recall.too-late': row(409, 409431, [
    '已超过可撤回的时间',
    'It is too late to recall this message',
  ]),
} as const satisfies ErrorRows
