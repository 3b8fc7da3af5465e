import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'
import { localTime, type TimeStyle } from '../../platform/local-time.ts'
import { plainLine } from './plain-line.ts'
import type { HeldMail } from './quarantine.queries.ts'

interface Digest {
  held: readonly HeldMail[]
  isMore: boolean
  to: string
  /** How its reader reads times, and in which language. */
  style: TimeStyle
  origin: string
  now: Date
}

const classes: Record<Language, Record<string, string>> = {
  zh: { virus: '病毒', phishing: '仿冒', spam: '垃圾邮件', blocked: '已拦截的发件人' },
  en: { virus: 'Malware', phishing: 'Impersonation', spam: 'Spam', blocked: 'Blocked sender' },
}

/**
 * What is held for somebody. It leads to the own page, where one signs in and asks: a link that acted by itself would be
 * followed by every program that looks at links.
 */
export async function digestMail(digest: Digest): Promise<Buffer> {
  const { to, now, origin } = digest
  const { language } = digest.style
  const domain = to.slice(to.lastIndexOf('@') + 1)
  const count = `${digest.held.length}${digest.isMore ? '+' : ''}`
  const words =
    language === 'zh'
      ? {
          from: '邮件系统',
          subject: `有 ${count} 封邮件被隔离`,
          begin: ['以下发给您的邮件已被隔离，没有进入您的邮箱：'],
          end: ['如有误判，请在这里申请放行：', link(origin)],
        }
      : {
          from: 'Mail System',
          subject: `Held in quarantine: ${count}`,
          begin: ['These messages for you are held in quarantine and are not in your mailbox:'],
          end: ['If one was held by mistake, ask for it here:', link(origin)],
        }
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: words.from, address: `mailer-daemon@${domain}` },
    To: to,
    Subject: words.subject,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  const lines = digest.held.map((row) => lineOf(row, digest))
  node.setContent(`${[...words.begin, '', ...lines, '', ...words.end].join('\n')}\n`)
  return withCrlf(await node.build())
}

const link = (origin: string): string => `${origin}/#/set/protection`

/** A stranger wrote names and subjects: one line each, and no address of a page that a program would make a link of. */
function lineOf(row: HeldMail, { style }: Digest): string {
  const time = localTime(row.heldAt, style)
  const kind = classes[style.language][row.class] ?? row.class
  return `· ${time}  ${kind}  ${plainLine(row.fromAddress, 100)}  ${plainLine(row.subject, 100)}`
}
