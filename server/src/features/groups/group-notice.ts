import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'
import type { ShownPost } from './held-posts.queries.ts'

/** `waiting`: to the managers; `refused`: to who wrote it. */
export type NoticeKind = 'waiting' | 'refused'

interface Notice {
  kind: NoticeKind
  row: Pick<ShownPost, 'groupName' | 'author' | 'subject' | 'reason'>
  to: string
  language: Language
  origin: string
  now: Date
}

/** The mail by which somebody learns of a mail that waits, or was turned away; it shows nothing of its text. */
export async function groupNotice(notice: Notice): Promise<Buffer> {
  const { to, now, language } = notice
  const domain = to.slice(to.lastIndexOf('@') + 1)
  const { from, subject, lines } = words[language][notice.kind](notice)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: from, address: `mailer-daemon@${domain}` },
    To: to,
    Subject: subject.slice(0, 200).toWellFormed(),
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  node.setContent(`${lines.join('\n')}\n`)
  return withCrlf(await node.build())
}

const page = (origin: string): string => `${origin}/#/addressbook/groupmanagement`

const words = {
  zh: {
    waiting: ({ row: { groupName, author, subject }, origin }: Notice) => ({
      from: '邮件系统',
      subject: `待放行：${subject}`,
      lines: [
        `${author} 发给群组“${groupName}”的邮件等待您放行。`,
        '',
        `主题：${subject}`,
        '',
        '请在“邮件群组管理”中查看并决定：',
        page(origin),
      ],
    }),
    refused: ({ row: { groupName, subject, reason } }: Notice) => ({
      from: '邮件系统',
      subject: `未放行：${subject}`,
      lines: [
        `您发给群组“${groupName}”的邮件没有被放行，成员没有收到。`,
        '',
        `主题：${subject}`,
        ...(reason === '' ? [] : [`说明：${reason}`]),
      ],
    }),
  },
  en: {
    waiting: ({ row: { groupName, author, subject }, origin }: Notice) => ({
      from: 'Mail System',
      subject: `Waiting for you: ${subject}`,
      lines: [
        `A message from ${author} to the group “${groupName}” waits for you to let it go.`,
        '',
        `Subject: ${subject}`,
        '',
        'Read it and decide under Mail groups:',
        page(origin),
      ],
    }),
    refused: ({ row: { groupName, subject, reason } }: Notice) => ({
      from: 'Mail System',
      subject: `Not sent on: ${subject}`,
      lines: [
        `Your message to the group “${groupName}” was not sent on; no member got it.`,
        '',
        `Subject: ${subject}`,
        ...(reason === '' ? [] : [`Note: ${reason}`]),
      ],
    }),
  },
} as const
