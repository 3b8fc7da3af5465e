import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'

interface Said {
  from: string
  subject: string
  lines: string[]
}

const headerOf = ({ from, subject }: Said, to: readonly string[], now: Date) => {
  const domain = to[0]?.slice(to[0].lastIndexOf('@') + 1) ?? ''
  return {
    From: { name: from, address: `mailer-daemon@${domain}` },
    To: to.join(', '),
    Subject: subject.slice(0, 200),
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  }
}

interface Removed {
  to: string
  language: Language
  subject: string
  ruleName: string
  /** The organisation's own words; '' for none. */
  text: string
  addresses: readonly string[]
  now: Date
}

const mostNamed = 50

/** The mail that tells who wrote another one to whom it did not go. */
export async function removedMail(removed: Removed): Promise<Buffer> {
  const said = removed.language === 'zh' ? removedZh(removed) : removedEn(removed)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader(headerOf(said, [removed.to], removed.now))
  node.setContent(`${said.lines.join('\n')}\n`)
  return withCrlf(await node.build())
}

const removedZh = ({ subject, ruleName, text, addresses }: Removed): Said => ({
  from: '邮件系统',
  subject: `已移除外部收件人：${subject}`,
  lines: [
    `您的邮件“${subject}”已发出，但规则“${ruleName}”不允许发给以下外部地址，已将其移除：`,
    '',
    ...addresses.slice(0, mostNamed),
    ...(addresses.length > mostNamed ? [`……共 ${addresses.length} 个地址`] : []),
    ...(text === '' ? [] : ['', text]),
  ],
})

const removedEn = ({ subject, ruleName, text, addresses }: Removed): Said => ({
  from: 'Mail System',
  subject: `Outside recipients removed: ${subject}`,
  lines: [
    `Your mail “${subject}” has been sent, but rule “${ruleName}” does not allow these outside addresses, so they were removed:`,
    '',
    ...addresses.slice(0, mostNamed),
    ...(addresses.length > mostNamed ? [`… ${addresses.length} addresses in all`] : []),
    ...(text === '' ? [] : ['', text]),
  ],
})

interface Copied {
  to: readonly string[]
  language: Language
  writer: { name: string; address: string }
  recipients: readonly { address: string }[]
  subject: string
  ruleNames: readonly string[]
  original: Buffer
  now: Date
}

/** The copy that a supervisor gets: what it is, and the mail itself as it leaves, as an attachment. */
export async function copyMail(copied: Copied): Promise<Buffer> {
  const said = copied.language === 'zh' ? copiedZh(copied) : copiedEn(copied)
  const root = new MimeNode('multipart/mixed', { newline: 'win' })
  root.setHeader(headerOf(said, copied.to, copied.now))
  root.createChild('text/plain; charset=utf-8').setContent(`${said.lines.join('\n')}\n`)
  // In base64, so that 8-bit mail is no other mail for it.
  const file = root.createChild('application/octet-stream', { filename: 'message.eml' })
  file.setContent(copied.original)
  return withCrlf(await root.build())
}

const writerOf = ({ writer: { name, address } }: Copied): string => `${name} <${address}>`
const peopleOf = ({ recipients }: Copied): string =>
  recipients
    .slice(0, 20)
    .map(({ address }) => address)
    .join(', ')

const copiedZh = (copied: Copied): Said => ({
  from: '邮件系统',
  subject: `外发邮件副本：${copied.subject}`,
  lines: [
    `规则“${copied.ruleNames.join('”“')}”要求将以下邮件抄送给您：`,
    '',
    `发件人：${writerOf(copied)}`,
    `收件人：${peopleOf(copied)}（共 ${copied.recipients.length} 位）`,
    `主题：${copied.subject}`,
    '',
    '原邮件见附件。',
  ],
})

const copiedEn = (copied: Copied): Said => ({
  from: 'Mail System',
  subject: `Copy of an outgoing mail: ${copied.subject}`,
  lines: [
    `Rule “${copied.ruleNames.join('”, “')}” asks for a copy of this mail to go to you:`,
    '',
    `From: ${writerOf(copied)}`,
    `To: ${peopleOf(copied)} (${copied.recipients.length} in all)`,
    `Subject: ${copied.subject}`,
    '',
    'The mail itself is attached.',
  ],
})

interface HeldBack {
  to: string
  language: Language
  subject: string
  ruleName: string
  now: Date
}

/** The mail that tells who wrote a scheduled one that it did not leave at its time. */
export async function heldBackMail(held: HeldBack): Promise<Buffer> {
  const said = held.language === 'zh' ? heldBackZh(held) : heldBackEn(held)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader(headerOf(said, [held.to], held.now))
  node.setContent(`${said.lines.join('\n')}\n`)
  return withCrlf(await node.build())
}

const heldBackZh = ({ subject, ruleName }: HeldBack): Said => ({
  from: '邮件系统',
  subject: `定时邮件未发出：${subject}`,
  lines: [
    `您的定时邮件“${subject}”没有发出：规则“${ruleName}”现已适用于这封邮件。`,
    '',
    '邮件仍在“已发送”中，可再次编辑后发送。',
  ],
})

const heldBackEn = ({ subject, ruleName }: HeldBack): Said => ({
  from: 'Mail System',
  subject: `Scheduled mail not sent: ${subject}`,
  lines: [
    `Your scheduled mail “${subject}” was not sent: rule “${ruleName}” now applies to it.`,
    '',
    'It is still in Sent. You can edit it and send it again.',
  ],
})
