import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import type { ReportState } from '@hongyan/contract/protection-fields'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../../delivery/outbound/canonical-bytes.ts'
import { plainLine } from '../plain-line.ts'

interface Decision {
  state: ReportState
  /** '' of a protected mail. */
  subject: string
  fromAddress: string
  to: string
  language: Language
  now: Date
}

const words: Record<
  Language,
  { from: string; subject: string; mail: string; sender: string; none: string }
> = {
  zh: {
    from: '邮件系统',
    subject: '您举报的邮件已有处理结果',
    mail: '邮件',
    sender: '发件人',
    none: '（无主题）',
  },
  en: {
    from: 'Mail System',
    subject: 'A decision on the message you reported',
    mail: 'Message',
    sender: 'From',
    none: '(no subject)',
  },
}

const decisions: Record<Language, Record<Exclude<ReportState, 'open'>, string>> = {
  zh: {
    phishing:
      '管理员确认这是钓鱼邮件。请不要打开其中的链接和附件，也不要回复；如果已经填写过密码，请立即修改并联系管理员。感谢您的举报。',
    spam: '管理员确认这是垃圾邮件，今后类似的邮件会更多地被拦截。感谢您的举报。',
    harmless:
      '管理员检查后认为这封邮件没有问题。它在您的“垃圾邮件”里，需要时可以标记为“不是垃圾邮件”移回。感谢您的留意。',
  },
  en: {
    phishing:
      'The administrators confirmed that this is phishing. Do not open its links or attachments and do not answer it. If you have entered a password, change it now and contact your administrators. Thank you for reporting it.',
    spam: 'The administrators confirmed that this is spam. More mail like it will be caught from now on. Thank you for reporting it.',
    harmless:
      'The administrators looked at this message and found nothing wrong with it. It is in your junk folder: mark it as not spam to have it back. Thank you for looking out.',
  },
}

/** What an administrator decided about a mail that somebody reported; no address in it is one that a program would follow. */
export async function decisionMail(decision: Decision): Promise<Buffer> {
  const { state, subject, fromAddress, to, language, now } = decision
  const domain = to.slice(to.lastIndexOf('@') + 1)
  const said = words[language]
  const stop = language === 'zh' ? '：' : ': '
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: said.from, address: `mailer-daemon@${domain}` },
    To: to,
    Subject: said.subject,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  const lines = [
    `${said.mail}${stop}${plainLine(subject, 200) || said.none}`,
    `${said.sender}${stop}${plainLine(fromAddress, 100)}`,
    '',
    state === 'open' ? '' : decisions[language][state],
  ]
  node.setContent(`${lines.join('\n')}\n`)
  return withCrlf(await node.build())
}
