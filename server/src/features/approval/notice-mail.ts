import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'
import type { ApprovalRow } from './approval.queries.ts'

/** `waiting`: to who may decide; `rejected`: to who wrote it. */
export type NoticeKind = 'waiting' | 'rejected'

interface Notice {
  kind: NoticeKind
  row: ApprovalRow
  to: string
  language: Language
  opinion: string
  origin: string
  now: Date
}

/** The mail by which somebody learns of a held mail; it leads to it and shows nothing of its text. */
export async function noticeMail(notice: Notice): Promise<Buffer> {
  const { row, to, now } = notice
  const domain = to.slice(to.lastIndexOf('@') + 1)
  const words = notice.language === 'zh' ? chinese(notice) : english(notice)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: words.from, address: `mailer-daemon@${domain}` },
    To: to,
    Subject: words.subject.slice(0, 200),
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
    'X-Approval': String(row.id),
  })
  node.setContent(`${words.lines.join('\n')}\n`)
  return withCrlf(await node.build())
}

/** The page of one approval. */
const linkOf = ({ origin, row, kind }: Notice): string => {
  const record = kind === 'waiting' ? 'waiting' : 'none'
  const time = encodeURIComponent(row.createdAt.toISOString())
  return `${origin}/#/appreply/0/${row.id}/${time}/${row.state}/${record}`
}

const shownFrom = ({ row: { fromName, fromAddress } }: Notice): string =>
  fromName === '' ? fromAddress : `${fromName} <${fromAddress}>`

const recipientsOf = ({ row: { recipients } }: Notice): string =>
  recipients
    .slice(0, 5)
    .map(({ address }) => address)
    .join(', ')

const chinese = (notice: Notice) => {
  const { row, kind, opinion } = notice
  if (kind === 'rejected')
    return {
      from: '邮件系统',
      subject: `审批未通过：${row.subject}`,
      lines: [
        `您的邮件“${row.subject}”未通过审批，没有发出。`,
        '',
        `审批意见：${opinion}`,
        '',
        '查看审批：',
        linkOf(notice),
      ],
    }
  return {
    from: '邮件系统',
    subject: `待审批：${row.subject}`,
    lines: [
      '有一封邮件等待您审批：',
      '',
      `发件人：${shownFrom(notice)}`,
      `收件人：${recipientsOf(notice)}（共 ${row.recipients.length} 位）`,
      `主题：${row.subject}`,
      `规则：${row.ruleName}`,
      '',
      '查看并审批：',
      linkOf(notice),
    ],
  }
}

const english = (notice: Notice) => {
  const { row, kind, opinion } = notice
  if (kind === 'rejected')
    return {
      from: 'Mail System',
      subject: `Not approved: ${row.subject}`,
      lines: [
        `Your mail “${row.subject}” was not approved and has not been sent.`,
        '',
        `Comment: ${opinion}`,
        '',
        'See the approval:',
        linkOf(notice),
      ],
    }
  return {
    from: 'Mail System',
    subject: `To approve: ${row.subject}`,
    lines: [
      'A mail is waiting for your approval:',
      '',
      `From: ${shownFrom(notice)}`,
      `To: ${recipientsOf(notice)} (${row.recipients.length} in all)`,
      `Subject: ${row.subject}`,
      `Rule: ${row.ruleName}`,
      '',
      'Read and decide:',
      linkOf(notice),
    ],
  }
}
