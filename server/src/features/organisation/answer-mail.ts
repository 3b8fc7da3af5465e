import { randomUUID } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'

interface Answer {
  from: { name: string; address: string }
  to: string
  language: Language
  content: string
  /** What is answered. `time`: as who answers reads times. */
  asked: { time: string; content: string }
  now: Date
}

const words = {
  zh: { subject: '回复：您的反馈', wrote: (time: string) => `您于 ${time} 反馈：` },
  en: { subject: 'Re: Your feedback', wrote: (time: string) => `You wrote on ${time}:` },
}

/** The answer to feedback, with what was written quoted below: plain text. */
export async function answerMail(answer: Answer): Promise<Buffer> {
  const { from, to, language, content, asked, now } = answer
  const { subject, wrote } = words[language]
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const quoted = asked.content.split('\n').map((line) => `> ${line}`)
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: from,
    To: to,
    Subject: subject,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
  })
  node.setContent([content, '', wrote(asked.time), ...quoted, ''].join('\n'))
  return withCrlf(await node.build())
}
