import { daysAgo, fillDates } from './demo-clock.ts'
import { pdfFile, textFile, zipFile } from './demo-files.ts'
import { escapeHtml } from './demo-markup.ts'
import { type DemoFile, writeMail } from './demo-mime.ts'
import { addressOf, personMailbox } from './demo-people.ts'
import { messageId } from './demo-thread-builder.ts'
import type { DemoMessage } from './demo-types.ts'

interface Bait {
  name: string
  address: string
  replyTo?: string
  to: string[]
  days: number
  time: string
  subject: string
  text: string
  /** What the link shows and where it really leads. */
  link?: [shown: string, target: string]
  files?: () => DemoFile[]
}

const baits: Bait[] = [
  {
    name: '张伟',
    address: 'zhangwei@demo-hongyan.example',
    replyTo: 'zw.private@quickpost.example',
    to: ['liting'],
    days: 0,
    time: '08:55',
    subject: '急：请先付一笔供应商款',
    text: '李婷：\n\n我在外面开会，不方便接电话。有一笔供应商款今天必须付出去，金额 186,000 元，合同回头补。收到后马上回我，我把账号发给你，先不要跟其他人说。\n\n张伟\n发自我的手机',
  },
  {
    name: '系统管理员',
    address: 'it-service@hongyan-mailbox.example',
    to: ['zhangwei', 'emma', 'wangjian', 'sofia', 'liting'],
    days: 2,
    time: '06:41',
    subject: '【重要】您的邮箱密码将于 24 小时内过期',
    text: '尊敬的用户：\n\n您的邮箱密码将于今日 24:00 过期。为避免影响正常收发邮件，请立即点击以下链接进行验证，保留当前密码：',
    link: [
      'https://mail.demo.hongyan.test/password',
      'https://demo.hongyan.test.login-verify.example/a?id=8831',
    ],
  },
  {
    name: 'Accounts Receivable',
    address: 'billing@nlmbusry.example',
    to: ['liting', 'emma'],
    days: 5,
    time: '22:47',
    subject: 'OVERDUE: invoice NB-20417, service will be suspended',
    text: 'Dear customer,\n\nOur records show that invoice NB-20417 over EUR 4,911.00 is 14 days overdue. Your service will be suspended today. Please note that our bank details have changed, the new account is on the attached invoice.\n\nPay online without delay:',
    link: ['https://console.nimbusry.example/billing', 'http://203.0.113.77/nimbusry/pay.php'],
    files: () => [
      pdfFile('Invoice NB-20417 OVERDUE.pdf', [
        '# INVOICE - FINAL REMINDER',
        'Amount due: EUR 4,911.00',
        'New bank account: see message',
        'Sample for a demo. Do not pay.',
      ]),
    ],
  },
  {
    name: 'Zhang Wei',
    address: 'director.office@fastreply.example',
    to: ['emma'],
    days: 1,
    time: '09:18',
    subject: 'Are you at your desk?',
    text: 'Hi Emma,\n\nI need a quick favour and I am tied up in a meeting. We want to surprise some clients with gift cards. Can you buy ten at 100 pounds each, scratch the codes and send me photographs? I will refund you this afternoon. Please keep it between us.\n\nZhang Wei\nSent from my phone',
  },
  {
    name: '飞梭快递',
    address: 'notice@feisuo-delivery.example',
    to: ['wangjian', 'zhangwei'],
    days: 9,
    time: '20:13',
    subject: '您的包裹因地址不详无法派送',
    text: '尊敬的客户：\n\n您的包裹因收件地址不详被暂存，请在 12 小时内补充地址并支付 1.9 元重新派送费，逾期将退回。',
    link: [
      'https://www.feisuo.example/redeliver',
      'https://feisuo.example.parcel-pay.example/r?c=1.9',
    ],
  },
  {
    name: 'Tallyboard',
    address: 'share@tallybaord.example',
    to: ['sofia'],
    days: 18,
    time: '13:26',
    subject: 'Ingrid Solheim shared "RFP scoring" with you',
    text: 'Ingrid Solheim has shared a board with you. Open the attached archive with the password 2580 to read the scoring before it is withdrawn.',
    link: ['Open in Tallyboard', 'https://tallybaord.example/s/rfp-scoring'],
    files: () => [
      zipFile('RFP scoring.zip', [textFile('README.txt', 'A harmless sample for the demo.\r\n')]),
    ],
  },
]

/** Samples of fraud, harmless by their reserved names, to show what the warnings look like. */
export function phishingMessages(now: Date): DemoMessage[] {
  return baits.map((bait, index) => {
    const sentAt = daysAgo(now, bait.days, bait.time)
    const text = fillDates(bait.text, sentAt)
    const [shown, target] = bait.link ?? []
    const raw = writeMail({
      from: { name: bait.name, address: bait.address },
      to: bait.to.length === 1 ? bait.to.map((local) => personMailbox(local)) : [],
      subject: bait.subject,
      sentAt,
      zone: 180,
      messageId: messageId(`bait-${index}`, bait.address),
      headers: bait.replyTo ? [`Reply-To: ${bait.replyTo}`] : [],
      text: `${text}${shown ? `\n\n${shown}` : ''}\n`,
      html: baitHtml(text, shown, target),
      ...(bait.files ? { files: bait.files() } : {}),
    })
    return { from: bait.address, to: bait.to.map(addressOf), raw, sentAt, seen: bait.days > 4 }
  })
}

function baitHtml(text: string, shown?: string, target?: string): string {
  const body = text
    .split('\n\n')
    .map((block) => `<p>${escapeHtml(block).replaceAll('\n', '<br>')}</p>`)
  const link =
    shown && target ? `<p><a href="${escapeHtml(target)}">${escapeHtml(shown)}</a></p>` : ''
  return `<html><body style="font-family:Arial,'Microsoft YaHei',sans-serif;font-size:14px">${body.join('\n')}${link}</body></html>\n`
}
