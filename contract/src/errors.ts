import { type ErrorRow, row } from './error-row.ts'
import { keyErrors } from './key-errors.ts'

/**
 * Every expected trouble of the product. `{name}` in a text is filled from the error's details.
 * HTTP 400 with code 401014 turns the lock screen on (specification §8); 401 ends the session.
 */
export const errors = {
  ...keyErrors,
  'request.invalid': row(400, 400001, [
    '请求内容不正确：{detail}',
    'The request is not valid: {detail}',
  ]),
  'request.too-large': row(413, 413001, ['请求内容过大', 'The request is too large']),
  'request.not-found': row(404, 404000, ['没有这个接口', 'There is no such endpoint']),
  'request.too-many': row(429, 429001, [
    '操作过于频繁，请稍后再试',
    'Too many requests, please try again later',
  ]),
  'request.timeout': row(503, 503002, ['处理超时，请重试', 'This took too long, please try again']),
  'server.failed': row(500, 500000, [
    '服务器出错了，请稍后再试',
    'The server failed, please try again later',
  ]),
  'server.unavailable': row(503, 503001, [
    '服务暂时不可用，请稍后再试',
    'The service is not available right now, please try again shortly',
  ]),
  'server.full': row(507, 507002, [
    '服务器存储空间不足，请稍后再试',
    'The server has no room left right now, please try again later',
  ]),
  'session.expired': row(401, 401, [
    '登录已过期，请重新登录',
    'login expired, please log in again',
  ]),
  'session.locked': row(400, 401014, ['屏幕已锁定', 'The screen is locked']),
  'login.failed': row(400, 400101, ['用户名或密码不正确', 'Incorrect user name or password']),
  'login.too-many': row(429, 429101, [
    '登录失败次数过多，请 15 分钟后再试',
    'Too many failed logins, please try again in 15 minutes',
  ]),
  'address.not-yours': row(403, 403001, [
    '请求中的邮箱地址与登录账号不符',
    'The address in the request is not that of the signed-in account',
  ]),
  'item.not-found': row(404, 404001, [
    '内容不存在或已被删除',
    'This does not exist or has been deleted',
  ]),
  'folder.not-found': row(404, 404002, ['文件夹不存在', 'The folder does not exist']),
  'folder.name-empty': row(400, 400501, ['文件夹名称不能为空', 'Folder name cannot be empty']),
  'folder.name-long': row(400, 400502, [
    '文件夹名称不能超过10个字符',
    'Folder name cannot exceed 10 characters',
  ]),
  'folder.name-system': row(400, 400503, [
    '不能使用系统文件夹的名称',
    'This name belongs to a system folder',
  ]),
  'folder.name-taken': row(400, 400504, [
    '已有同名文件夹',
    'There is already a folder with this name here',
  ]),
  'folder.system': row(400, 400505, [
    '系统文件夹不支持此操作',
    'This cannot be done with a system folder',
  ]),
  'folder.bad-parent': row(400, 400506, ['不能移动到该文件夹下', 'The folder cannot be put there']),
  'folder.too-many': row(400, 400507, ['文件夹数量已达上限', 'There are too many folders already']),
  'folder.has-children': row(400, 400508, [
    '请先删除或移出其中的子文件夹',
    'Please delete or move the folders inside it first',
  ]),
  'folder.password-exists': row(400, 400509, [
    '该文件夹已设置密码',
    'The folder has a password already',
  ]),
  'folder.no-password': row(400, 400510, ['该文件夹没有密码', 'The folder has no password']),
  'folder.password-length': row(400, 400511, [
    '文件夹密码须为6到20位',
    'Folder password must be 6 to 20 characters long',
  ]),
  'folder.locked': row(403, 403501, [
    '请先输入文件夹密码',
    'Please enter the password of the folder first',
  ]),
  'folder.password-wrong': row(403, 403502, ['文件夹密码不正确', 'Incorrect folder password']),
  'folder.password-many': row(429, 429501, [
    '密码错误次数过多，请 15 分钟后再试',
    'Too many wrong passwords, please try again in 15 minutes',
  ]),
  'trash.emptying': row(409, 409501, [
    '邮件正在清空，请清空完成后再进行删除',
    'Mail is being emptied. Please delete after it has finished',
  ]),
  'label.not-found': row(404, 404501, ['标签不存在', 'The label does not exist']),
  'label.name-empty': row(400, 400521, ['标签名称不能为空', 'Label name cannot be empty']),
  'label.name-long': row(400, 400522, [
    '标签名称不能超过10个字符',
    'Label name cannot exceed 10 characters',
  ]),
  'label.name-taken': row(400, 400523, ['已有同名标签', 'There is already a label with this name']),
  'label.too-many': row(400, 400524, ['标签数量已达上限', 'There are too many labels already']),
  'mail.none-selected': row(400, 400201, ['请至少选择一行', 'please select at least one row']),
  'mail.same-folder': row(400, 400202, ['已在该文件夹中', 'already in this folder']),
  'mail.bad-target': row(400, 400203, ['不能移动到此处', 'Mail cannot be moved here']),
  'mail.not-deletable': row(400, 400204, [
    '请先移入回收站，再彻底删除',
    'Move the mail to the recycle bin before deleting it for good',
  ]),
  'mail.not-draft': row(400, 400205, ['这不是草稿', 'This is not a draft']),
  'mail.busy': row(409, 409202, [
    '该文件夹正在进行批量操作，请等待完成或先停止',
    'Another action on this whole folder is still running, wait for it or stop it first',
  ]),
  'list.not-combined': row(400, 400206, [
    '该排序、筛选与会话视图不能同时使用',
    'This order, filter and conversation view cannot be used together',
  ]),
  'quota.full': row(507, 507001, [
    '邮箱容量不足，请联系管理员',
    'The mailbox is full, please contact the administrator',
  ]),
  'search.empty': row(400, 400301, ['请输入搜索关键字', 'Please enter a search keyword']),
  'search.range': row(400, 400302, [
    '开始时间不能晚于结束时间',
    'Start time cannot be later than end time',
  ]),
  'search.too-many-saved': row(400, 400303, [
    '最多可保存 {max} 个搜索，请先删除不用的',
    'At most {max} searches can be saved, please delete one first',
  ]),
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
    'The mail is too large, at most {max}',
  ]),
  'draft.conflict': row(409, 409401, [
    '该草稿已在其他窗口修改，请刷新后再试',
    'This draft was changed in another window',
  ]),
  'draft.sent': row(409, 409402, ['该草稿已经发送', 'This draft has already been sent']),
  'draft.left': row(409, 409404, [
    '这封邮件已经发送，此后的修改没有随之发出',
    'This mail has been sent; what was changed since was not',
  ]),
  'send.not-cancellable': row(409, 409403, [
    '邮件已经发出，无法撤销',
    'The mail has already left and can no longer be cancelled',
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
    'There is nobody to whom it could be sent again',
  ]),
  'recall.too-late': row(409, 409431, ['已超过可撤回的时间', 'It is too late to recall this mail']),
  'authorised.count': row(400, 400435, [
    '阅读次数须为1到10的整数',
    'The number of reads must be a whole number from 1 to 10',
  ]),
  'authorised.days': row(400, 400436, [
    '有效天数须为1到30的整数',
    'The number of valid days must be a whole number from 1 to 30',
  ]),
  'authorised.password-long': row(400, 400437, [
    '阅读密码不能超过15个字符',
    'The read password cannot be longer than 15 characters',
  ]),
  'authorised.password-wrong': row(403, 403431, ['阅读密码不正确', 'Incorrect read password']),
  'authorised.code-wrong': row(403, 403432, [
    '验证码不正确或已过期',
    'The code is not right or has expired',
  ]),
  'authorised.too-many': row(429, 429431, [
    '尝试次数过多，请 15 分钟后再试',
    'Too many attempts, please try again in 15 minutes',
  ]),
  'authorised.ended': row(410, 410431, [
    '该邮件已无法阅读：次数已用完、已过有效期或已被发件人撤回',
    'This mail can no longer be read: it was read as often as allowed, has expired, or was recalled',
  ]),
  'authorised.not-ended': row(409, 409432, ['该邮件还可以阅读', 'This mail can still be read']),
  'mail.no-forward': row(403, 403433, [
    '发件人不允许转发该邮件',
    'The sender does not allow this mail to be forwarded',
  ]),
  'upload.too-big': row(413, 413401, [
    '请上传小于50M的文件',
    'Please upload a file smaller than 50M',
  ]),
  'upload.picture-too-big': row(413, 413402, [
    '请上传小于2M的文件',
    'Please upload a file smaller than 2M',
  ]),
  'upload.empty': row(400, 400409, ['不能上传0kB的文件', 'Files of 0 kB cannot be uploaded']),
  'upload.suffix': row(400, 400410, [
    '不支持上传该类型的文件',
    'Files of this type are not allowed',
  ]),
  'upload.not-picture': row(400, 400411, ['请上传图片文件', 'Please upload a picture']),
  'upload.integrity': row(400, 400412, [
    '完整性校验出错，建议您删除文件后重新上传！',
    'Integrity check failed. Please delete the file and upload it again!',
  ]),
  'upload.offset': row(409, 409441, [
    '上传位置与服务器不一致，请从已接收的位置继续',
    'The server has the upload at another place, please go on from what it received',
  ]),
  'upload.unfinished': row(409, 409442, [
    '文件尚未上传完毕',
    'The file has not been uploaded completely',
  ]),
  'upload.full': row(507, 507003, [
    '您的文件中心容量不足，导致附件上传失败，请联系管理员扩容或自行释放文件中心容量！',
    'Your file centre is full, so the attachment could not be uploaded. Please ask the administrator for more space or free some yourself!',
  ]),
  'upload.ending': row(400, 400445, [
    '不能修改文件的扩展名',
    'The ending of the file name must not be changed',
  ]),
  'upload.no-name': row(400, 400446, ['请输入文件名', 'Please enter a file name']),
  'rule.no-name': row(400, 400501, ['请输入规则名称', 'Please enter a rule name']),
  'rule.no-condition': row(400, 400502, [
    '请至少填写一个条件',
    'Please enter at least one condition',
  ]),
  'rule.bad-condition': row(400, 400503, [
    '条件「{detail}」不完整或不适用',
    'The condition “{detail}” is not complete or does not fit',
  ]),
  'rule.no-action': row(400, 400504, [
    '请选择要执行的操作；拒收不能与其他操作同时使用',
    'Please choose what to do; rejecting cannot be combined with anything else',
  ]),
  'rule.no-address': row(400, 400505, ['请输入邮件地址', 'Please enter an email address']),
  'rule.bad-address': row(400, 400506, [
    '邮件地址无效：{list}',
    'This email address is not valid: {list}',
  ]),
  'rule.too-many': row(400, 400507, ['规则过多，最多 {max} 条', 'Too many rules, at most {max}']),
  'rule.running': row(409, 409501, [
    '规则正在处理已有邮件，请等待完成或先停止',
    'Rules are being applied already; wait until that is done or stop it',
  ]),
  'rule.nothing-to-run': row(400, 400508, [
    '没有可用于已有邮件的规则（转发和拒收只对新邮件生效）',
    'There is no rule to apply: forwarding and rejecting are for new mail only',
  ]),
  'forward.duplicate': row(400, 400509, [
    '转发邮箱中存在重复的邮件地址！',
    'The forwarding list contains duplicate email addresses!',
  ]),
  'forward.own': row(400, 400510, [
    '不能转发到自己的邮箱',
    'Mail cannot be forwarded to the mailbox it comes from',
  ]),
  'forward.not-allowed': row(403, 403501, [
    '管理员未开启自动转发',
    'Automatic forwarding is switched off by the administrator',
  ]),
  'reply.no-content': row(400, 400511, ['请输入回复内容', 'Please enter the reply content']),
  'reply.range': row(400, 400512, [
    '开始时间必须早于结束时间',
    'The start time must be before the end time',
  ]),
  'todo.past': row(400, 400601, [
    '待办时间必须大于当前时间',
    'The due time must be later than the current time',
  ]),
  'todo.too-many': row(400, 400602, [
    '待办邮件过多，最多 {max} 封',
    'Too many mails on the todo list, at most {max}',
  ]),
  'todo.not-done': row(400, 400603, [
    '只能删除已完成的待办邮件',
    'Only mail that is done can be deleted here',
  ]),
  'picture.unavailable': row(404, 404060, ['无法加载该图片', 'This picture cannot be loaded']),
  'preview.unsupported': row(400, 400660, [
    '此文件格式不支持预览',
    'This file format cannot be previewed',
  ]),
  'preview.too-big': row(400, 400661, [
    '文件过大，无法预览，请下载后查看',
    'The file is too large to be previewed, please download it',
  ]),
  'unsubscribe.not-offered': row(400, 400662, [
    '这封邮件不支持一键退订',
    'This mail offers no one-click unsubscribe',
  ]),
  'unsubscribe.failed': row(502, 502660, [
    '退订请求未被对方接受，请稍后再试',
    'The sender did not accept the request to unsubscribe, please try again later',
  ]),
  'receipt.not-asked': row(409, 409660, [
    '这封邮件没有待处理的已读回执请求',
    'This mail asks for no read receipt, or it was answered before',
  ]),
  'push.bad-endpoint': row(400, 400901, [
    '浏览器的推送服务地址不被允许',
    'The push service of this browser is not allowed',
  ]),
  'push.bad-key': row(400, 400902, [
    '浏览器的推送密钥不正确',
    'The push key of the browser is not valid',
  ]),
  'sign.no-name': row(400, 400701, ['请输入签名名称', 'Please enter a name for the signature']),
  'sign.empty': row(400, 400702, ['请输入签名内容', 'Please enter the signature']),
  'sign.too-many': row(400, 400703, [
    '签名过多，最多 {max} 个',
    'Too many signatures, at most {max}',
  ]),
  'sign.system': row(403, 403701, [
    '系统签名由管理员管理，不能修改或删除',
    'Signatures of the organisation are changed by the administrator only',
  ]),
  'template.no-name': row(400, 400704, ['请输入模板名称', 'Please enter a name for the template']),
  'template.empty': row(400, 400705, ['请输入模板内容', 'Please enter the text of the template']),
  'template.too-many': row(400, 400706, [
    '信件模板过多，最多 {max} 个',
    'Too many letter templates, at most {max}',
  ]),
  'paper.too-many': row(400, 400707, [
    '自定义信纸过多，最多 {max} 个',
    'Too many letter papers of your own, at most {max}',
  ]),
  'paper.gone': row(400, 400708, [
    '所用的信纸已被删除，请另选信纸或取消信纸',
    'The letter paper has been deleted; please choose another one or none',
  ]),
  'picture.too-many': row(400, 400709, [
    '图片过多，最多 {max} 张，请先删除不用的签名、模板或信纸',
    'Too many pictures, at most {max}; please delete signatures, templates or papers you do not use',
  ]),
  'feedback.empty': row(400, 400710, ['请填写反馈内容', 'Please enter your feedback']),
  'feedback.long': row(400, 400711, [
    '反馈内容不能超过 {max} 个字',
    'Feedback can have at most {max} characters',
  ]),
  'link.invalid': row(404, 404003, ['链接无效或已过期', 'The link is not valid or has expired']),
} as const satisfies Record<string, ErrorRow>

/** Name of an expected trouble. */
export type ErrorCode = keyof typeof errors

/** The two languages of the product. */
export type Language = 'zh' | 'en'

/**
 * The sentence for an error, with its details filled in.
 * @param details values for `{name}` in the text; missing ones become empty
 */
export function errorText(
  code: ErrorCode,
  language: Language,
  details: Record<string, string> = {},
): string {
  return errors[code][language].replace(/\{(\w+)\}/g, (_, name: string) => details[name] ?? '')
}
