import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'

interface Seen {
  /** Address of the mailbox. */
  to: string
  language: Language
  /** As in `Firefox 131 · Windows`; '' where it said nothing. */
  program: string
  ip: string
  /** As the owner reads times. */
  time: string
  now: Date
  isLast: boolean
}

/** The mail about a login on a new device: what was seen, and what to do. It has no link: nobody learns to press one here. */
export async function deviceMail(seen: Seen): Promise<Buffer> {
  const domain = seen.to.slice(seen.to.lastIndexOf('@') + 1)
  const words = seen.language === 'zh' ? chinese(seen) : english(seen)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: words.from, address: `mailer-daemon@${domain}` },
    To: seen.to,
    Subject: words.subject,
    Date: seen.now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  node.setContent(`${words.lines.join('\n')}\n`)
  return withCrlf(await node.build())
}

const chinese = ({ to, program, ip, time, isLast }: Seen) => ({
  from: '邮件系统',
  subject: `您的邮箱在新设备上登录：${program || ip}`,
  lines: [
    `邮箱 ${to} 刚刚在一台新设备上登录。`,
    '',
    `时间：${time}`,
    `设备：${program || '未知'}`,
    `网络：${ip}`,
    '',
    '如果是您本人，无需处理。',
    '如果不是：',
    '1. 立即在“设置 → 账号与安全 → 修改密码”中修改密码，其他设备会同时退出；',
    '2. 在“设置 → 自助查询”中查看最近的操作，检查自动转发和来信分类有没有被改动；',
    '3. 告知管理员。',
    ...(isLast ? ['', '今天不再就新设备发送邮件，之后的登录请在“设置 → 自助查询”中查看。'] : []),
  ],
})

const english = ({ to, program, ip, time, isLast }: Seen) => ({
  from: 'Mail System',
  subject: `New device signed in to your mailbox: ${program || ip}`,
  lines: [
    `A new device has just signed in to the mailbox ${to}.`,
    '',
    `Time: ${time}`,
    `Device: ${program || 'unknown'}`,
    `Network: ${ip}`,
    '',
    'If that was you, there is nothing to do.',
    'If it was not:',
    '1. Change your password at once under Settings → Account and security → Change password. That signs every other device out.',
    '2. Look at what was done lately under Settings → Activity log, and whether automatic forwarding or rules were changed.',
    '3. Tell your administrator.',
    ...(isLast
      ? [
          '',
          'There will be no more mails about new devices today; later sign-ins stand in Settings → Activity log.',
        ]
      : []),
  ],
})
