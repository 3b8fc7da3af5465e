import { randomUUID } from 'node:crypto'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'

/** The mail with the one-time code, in both languages. Canonical bytes. */
export async function codeMail(mail: {
  to: string
  code: string
  domain: string
  minutes: number
  now: Date
}): Promise<Buffer> {
  const { to, code, domain, minutes, now } = mail
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: '邮件系统 Mail System', address: `mailer-daemon@${domain}` },
    To: to,
    Subject: `阅读验证码 Your code: ${code}`,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  node.setContent(
    [
      `您正在阅读一封授权邮件，验证码为：${code}`,
      `${minutes} 分钟内有效，只能使用一次。如非本人操作，请忽略。`,
      '',
      `Your code to read a protected mail: ${code}`,
      `It is valid for ${minutes} minutes and can be used once. If you did not ask for it, ignore this mail.`,
      '',
    ].join('\n'),
  )
  return withCrlf(await node.build())
}
