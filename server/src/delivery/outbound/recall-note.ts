import { randomUUID } from 'node:crypto'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from './canonical-bytes.ts'
import { oneLine } from './reasons.ts'

/**
 * What stands in a mailbox in place of a mail that was recalled: who took it back and when it had been sent. It
 * repeats nothing of the mail, not even its subject. Canonical bytes.
 */
export async function recallNote(recalled: {
  sender: { name: string; address: string }
  to: string
  domain: string
  /** When the mail had been sent: what tells the reader which one it was. */
  sentAt: Date
  now: Date
}): Promise<Buffer> {
  const { to, domain, sentAt, now } = recalled
  const when = `${sentAt.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  const address = oneLine(recalled.sender.address)
  const name = oneLine(recalled.sender.name)
  const who = name === '' ? address : `${name}（${address}）`
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: '邮件系统 Mail System', address: `mailer-daemon@${domain}` },
    To: to,
    Subject: `邮件已撤回 Mail recalled: ${name || address}`,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  node.setContent(
    [
      `${who} 撤回了 ${when} 发给您的一封邮件，您无需处理。`,
      '',
      `${name || address} <${address}> has recalled a mail sent to you on ${when}. You need not do anything.`,
      '',
    ].join('\n'),
  )
  return withCrlf(await node.build())
}
