import type { DsnRequest } from './dsn-types.ts'
import { oneLine, type ReasonCode } from './reasons.ts'

/** The part of a delivery report that people read; Chinese first, then English. */
export function explain({ action, recipients, subject }: DsnRequest): {
  from: string
  subject: string
  text: string
} {
  const head = heads[action]
  const title = oneLine(subject).slice(0, 200)
  const lines = recipients.map(({ address, reason }) => ({ address: oneLine(address), reason }))
  const list = (language: 'zh' | 'en') =>
    lines.map(({ address, reason }) => {
      if (!reason) return `  ${address}`
      const words = reason.words === '' ? '' : `\n    ${said[language]}${reason.words}`
      return `  ${address}\n    ${sentences[reason.code][language]}${words}`
    })
  return {
    from: '邮件系统 Mail Delivery System',
    subject: `${head.subject}${title === '' ? '' : ` ${title}`}`,
    text: [
      head.zh.replace('{title}', title),
      ...list('zh'),
      '',
      head.en.replace('{title}', title),
      ...list('en'),
      '',
    ].join('\n'),
  }
}

const heads = {
  failed: {
    subject: '退信 Undelivered:',
    zh: '您的邮件“{title}”未能送达以下收件人：',
    en: 'Your mail "{title}" could not be delivered to:',
  },
  delayed: {
    subject: '延迟 Delayed:',
    zh: '您的邮件“{title}”尚未送达以下收件人，系统会继续尝试，最长三天，您无需重发：',
    en: 'Your mail "{title}" has not been delivered yet. We keep trying for up to three days; you need not send it again:',
  },
  delivered: {
    subject: '已送达 Delivered:',
    zh: '您的邮件“{title}”已送达以下收件人的邮箱：',
    en: 'Your mail "{title}" lies in the mailbox of:',
  },
  relayed: {
    subject: '已转交 Relayed:',
    zh: '您的邮件“{title}”已交给以下收件人的邮件服务器，该服务器不再报告是否送达：',
    en: 'Your mail "{title}" was handed to the mail server of the following recipients, which reports nothing of what becomes of it:',
  },
}

const said = { zh: '对方服务器的答复：', en: 'The other server said: ' }

const sentences: Record<ReasonCode, { zh: string; en: string }> = {
  refused: { zh: '对方服务器拒收。', en: 'The other server refused the mail.' },
  'no-such-user': { zh: '没有这个邮箱地址。', en: 'There is no such address.' },
  'bad-address': {
    zh: '该地址的写法无法用于投递。',
    en: 'Mail cannot be carried to an address that is written like this.',
  },
  'mailbox-full': { zh: '收件人的邮箱已满。', en: 'The mailbox is full.' },
  'too-big': {
    zh: '邮件超过对方允许的大小。',
    en: 'The mail is larger than the other server allows.',
  },
  'try-later': {
    zh: '对方服务器暂时不接收。',
    en: 'The other server does not take the mail at the moment.',
  },
  unreachable: { zh: '无法连接对方服务器。', en: 'The other server could not be reached.' },
  timeout: { zh: '对方服务器没有及时答复。', en: 'The other server did not answer in time.' },
  dns: {
    zh: '暂时查不到对方域名的邮件服务器。',
    en: 'The mail servers of the domain could not be looked up.',
  },
  'no-domain': { zh: '收件人的域名不存在。', en: 'The domain does not exist.' },
  'no-mail-there': { zh: '该域名不接收邮件。', en: 'The domain takes no mail.' },
  loop: {
    zh: '该域名指向本服务器，但不由本服务器管理。',
    en: 'The domain points to this server, which does not serve it.',
  },
  'private-host': {
    zh: '该域名的邮件服务器地址不在互联网上。',
    en: 'The mail server of the domain has an address that is not on the internet.',
  },
  'no-smtputf8': {
    zh: '对方服务器不支持国际化邮箱地址。',
    en: 'The other server does not support internationalised addresses.',
  },
  unanswered: {
    zh: '邮件已全部发出，但对方服务器没有确认就断开了连接，对方可能已收到。',
    en: 'The whole mail was sent, but the other server ended the connection without an answer; it may have the mail.',
  },
  certificate: {
    zh: '对方服务器的证书无法验证，未发送邮件；如果是发信中继，请联系管理员。',
    en: 'The certificate of the other server could not be verified, so nothing was sent; if it is the relay, please tell the administrator.',
  },
  tls: { zh: '无法与对方服务器建立加密连接。', en: 'No encrypted connection could be made.' },
  'tls-policy': {
    zh: '对方域名要求加密并验证服务器身份，但验证未通过，邮件未发出。',
    en: 'The recipient’s domain asks for a verified, encrypted connection, and its server could not be verified. The mail was not sent.',
  },
  removed: {
    zh: '管理员已停止投递。',
    en: 'An administrator stopped the delivery.',
  },
  'relay-login': {
    zh: '发信中继的登录失败，请联系管理员。',
    en: 'The login at the relay failed; please tell the administrator.',
  },
  expired: { zh: '三天内一直未能送达。', en: 'It could not be delivered for three days.' },
  internal: { zh: '服务器内部出错。', en: 'The server had an internal error.' },
}
