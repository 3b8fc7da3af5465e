import { randomUUID } from 'node:crypto'
import type { AlarmKind } from '@hongyan/contract/alarm-fields'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'

interface Told {
  kind: AlarmKind
  about: string
  figure: number
  since: Date
  organisation: string
  to: string
  domain: string
  now: Date
}

const words: Record<AlarmKind, [zh: string, en: string]> = {
  'queue-long': ['待投递的收件人过多', 'Many recipients wait in the queue'],
  'queue-old': ['有邮件等待投递过久（分钟）', 'Mail has waited in the queue for long (minutes)'],
  disk: ['磁盘剩余空间不足（%）', 'The disk is nearly full (per cent left)'],
  database: ['数据库响应缓慢（毫秒）', 'The database answers slowly (ms)'],
  certificate: ['证书即将到期（天）', 'The certificate is nearly over (days left)'],
  bounces: ['一小时内退信过多', 'Many bounces within an hour'],
  scanner: ['扫描程序没有响应', 'A scanner does not answer'],
  guesses: ['密码被频繁试错', 'A password is guessed at'],
  networks: ['一小时内从多个网络登录', 'Sign-ins from many networks within an hour'],
  export: ['已导出人员邮件（封）', 'Mail of people was exported (messages)'],
  'four-eyes': ['邮件导出的双人审批已关闭', 'Exports of mail no longer need a second person'],
  held: ['账号发信异常，已暂停发信', 'Unusual sending: the account is held for outgoing mail'],
}

/** What is told of an alarm, in both languages: who reads it is no mailbox of ours perhaps. */
export async function alarmMail(told: Told): Promise<Buffer> {
  const { kind, about, figure, since, organisation, to, domain, now } = told
  const [zh, en] = words[kind]
  const whose = about === '' ? '' : ` ${about}`
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: '邮件系统 Mail System', address: `mailer-daemon@${domain}` },
    To: to,
    Subject: `[${organisation}] ${zh} ${en}${whose}`,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  const lines = (text: string, value: string, time: string) => [
    `${text}${whose}`,
    `${value}: ${figure}`,
    `${time}: ${since.toISOString()}`,
    '',
  ]
  node.setContent([...lines(zh, '数值', '开始时间'), ...lines(en, 'Figure', 'Since')].join('\n'))
  return withCrlf(await node.build())
}
