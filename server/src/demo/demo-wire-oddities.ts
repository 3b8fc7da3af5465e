import { type DemoCharset, encodeText } from './demo-charsets.ts'
import { daysAgo, mailDate } from './demo-clock.ts'
import {
  ascii,
  encodedWord,
  headerText,
  joinBytes,
  multipartEntity,
  rawEntity,
  textEntity,
  transferEncode,
} from './demo-mime.ts'
import { addressOf } from './demo-people.ts'
import { isRead, messageId } from './demo-thread-builder.ts'
import type { DemoMessage } from './demo-types.ts'

interface WireMail {
  from: string
  to: string[]
  days: number
  time: string
  /** Everything from the first byte on; gets the date and identifier it should carry. */
  write(date: string, id: string): Uint8Array
}

const mails: WireMail[] = [
  {
    from: 'guo@haiyang-tea.example',
    to: ['zhangwei', 'sofia'],
    days: 11,
    time: '10:33',
    write: (date, id) =>
      inCharset('gbk', [
        `Date: ${date}`,
        'From: 郭文彬 <guo@haiyang-tea.example>',
        'To: 张伟 <zhangwei@demo.hongyan.test>, Sofia <sofia@demo.hongyan.test>',
        'Subject: 关于续约价格的答复，请查收',
        `Message-ID: <${id}>`,
        'X-Mailer: OldMail 3.2',
        '',
        '张总：',
        '',
        '　　续约价格我们内部商量过了，可以接受每店每月 180 元，',
        '但希望新开的三家店头三个月免费。如果同意，本周就可以签。',
        '',
        '郭文彬',
        '海洋茶业有限公司',
      ]),
  },
  {
    from: 'caiwu@haiyang-tea.example',
    to: ['liting'],
    days: 35,
    time: '15:21',
    write: (date, id) => splitWords(date, id),
  },
  {
    from: 'pos@laodian-systems.example',
    to: ['wangjian'],
    days: 40,
    time: '02:00',
    write: (date, id) =>
      inCharset('gbk', [
        `Date: ${date}`,
        'From: =?gb2312?Q?=B5=C6=CB=FE=CA=D5=D2=F8=CF=B5=CD=B3?= <pos@laodian-systems.example>',
        'To: <wangjian@demo.hongyan.test>',
        'Subject: =?gb2312?Q?=C3=BF=C8=D5=CD=AC=B2=BD=C8=D5=D6=BE?=',
        `Message-ID: <${id}>`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=x-unknown',
        'Content-Transfer-Encoding: 8bit',
        '',
        '门店    销售笔数    同步结果',
        '文晖路店    412    成功',
        '南湖店    388    成功',
        '城北店    295    重试一次后成功',
      ]),
  },
  {
    from: 'export@legacy-hr.example',
    to: ['admin'],
    days: 25,
    time: '06:15',
    write: (date, id) =>
      joinBytes(
        ascii(
          `Date: ${date}\r\nFrom: HR Export <export@legacy-hr.example>\r\nTo: admin@demo.hongyan.test\r\nSubject: Nightly staff export (one long line)\r\nMessage-ID: <${id}>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 7bit\r\n\r\n`,
        ),
        ascii(
          `${Array.from({ length: 160 }, (_, row) => `E${1000 + row};store ${row % 14};active`).join('|')}\r\n`,
        ),
      ),
  },
  {
    from: 'lucien@moulin-cafes.example',
    to: ['emma', 'sofia'],
    days: 19,
    time: '18:44',
    write: (date, id) =>
      joinBytes(
        ascii(
          `Date: ${date}\r\nFrom: =?iso-8859-1?Q?Lucien_Ch=E2telain?= <lucien@moulin-cafes.example>\r\nTo: emma@demo.hongyan.test, sofia@demo.hongyan.test\r\nSubject: =?iso-8859-1?Q?Th=E9_=E0_Londres_?= =?iso-8859-1?Q?=2D_d=E9mo_en_fran=E7ais_=3F?=\r\nMessage-ID: <${id}>\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
        ),
        transferEncode(
          Buffer.from(
            '<html><body><p>Bonjour Emma,</p><p>Nos quatre cafés cherchent un outil simple pour les plannings. Une démonstration en français serait-elle possible à la rentrée ?</p><p>Bien à vous,<br>Lucien Châtelain</p></body></html>\r\n',
            'latin1',
          ),
          'quoted-printable',
        ),
      ),
  },
  {
    from: '',
    to: ['sofia'],
    days: 9,
    time: '18:30',
    write: (date, id) => deliveryReport(date, id),
  },
  {
    from: '',
    to: ['zhangwei'],
    days: 13,
    time: '12:20',
    write: (date, id) => readReceipt(date, id),
  },
]

/** Mails that only hand-made bytes can be: raw GBK, broken encoded words, reports. */
export function wireOddMessages(now: Date): DemoMessage[] {
  return mails.map((mail, index) => {
    const sentAt = daysAgo(now, mail.days, mail.time)
    const id = messageId(`wire-${index}`, mail.from || 'reports@mx.demo.hongyan.test')
    const raw = mail.write(mailDate(sentAt, 480), id)
    return { from: mail.from, to: mail.to.map(addressOf), raw, sentAt, seen: isRead(sentAt, now) }
  })
}

function inCharset(charset: DemoCharset, lines: string[]): Uint8Array {
  return encodeText(`${lines.join('\r\n')}\r\n`, charset)
}

/** Old clients cut the Base64 of a GBK subject at a fixed width, through the middle of a character. */
function splitWords(date: string, id: string): Uint8Array {
  const subject = encodeText('海洋茶业三月至五月对账单及差额说明，请财务核对后回传', 'gbk')
  const words: string[] = []
  for (let start = 0; start < subject.length; start += 15) {
    words.push(encodedWord(subject.subarray(start, start + 15), 'gb2312'))
  }
  const name = [...encodeText('对账单（三月至五月）.txt', 'gbk')].map(percentByte).join('')
  const sender = encodedWord(encodeText('海洋茶业财务', 'gbk'), 'gb2312')
  const head = `Date: ${date}\r\nFrom: ${sender} <caiwu@haiyang-tea.example>\r\nTo: liting@demo.hongyan.test\r\nSubject: ${words.join('\r\n\t')}\r\nMessage-ID: <${id}>\r\nX-Mailer: Foxmail 5.0 [cn]\r\nMIME-Version: 1.0\r\n`
  const body = textEntity({
    content: '李经理：\n\n对账单见附件，差额 320 元是运费，请核对后盖章回传。谢谢！\n',
    charset: 'gbk',
    encoding: 'base64',
  })
  const file = rawEntity(
    [
      'Content-Type: text/plain; charset=gbk',
      `Content-Disposition: attachment;\r\n filename*0*=GBK''${name.slice(0, 30)};\r\n filename*1*=${name.slice(30)}`,
      'Content-Transfer-Encoding: base64',
    ],
    transferEncode(
      encodeText('三月  12,400.00\r\n四月  11,860.00\r\n五月  13,215.00\r\n', 'gbk'),
      'base64',
    ),
  )
  return joinBytes(ascii(head), multipartEntity('mixed', [body, file]))
}

function percentByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}

/** RFC 3464: the mailbox of a former contact is gone. */
function deliveryReport(date: string, id: string): Uint8Array {
  const head = `Date: ${date}\r\nFrom: Mail Delivery System <mailer-daemon@mx.nordhavn-logistik.example>\r\nTo: sofia@demo.hongyan.test\r\nSubject: Undelivered Mail Returned to Sender\r\nMessage-ID: <${id}>\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n`
  const text = textEntity({
    content:
      'Your message could not be delivered to one recipient.\n\n<lars.holm@nordhavn-logistik.example>: 550 5.1.1 No such user here.\n\nPlease check the address, or ask another contact at the company.\n',
    encoding: '7bit',
  })
  const status = rawEntity(
    ['Content-Type: message/delivery-status'],
    ascii(
      `Reporting-MTA: dns; mx.nordhavn-logistik.example\r\nArrival-Date: ${date}\r\n\r\nFinal-Recipient: rfc822; lars.holm@nordhavn-logistik.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user here\r\n`,
    ),
  )
  const original = rawEntity(
    ['Content-Type: text/rfc822-headers'],
    ascii(
      `Date: ${date}\r\nFrom: Sofia Rossi <sofia@demo.hongyan.test>\r\nTo: lars.holm@nordhavn-logistik.example\r\nSubject: Shift planning at your terminals\r\nMessage-ID: <lost.${id}>\r\n`,
    ),
  )
  const kind = 'report; report-type=delivery-status'
  return joinBytes(ascii(head), multipartEntity(kind, [text, status, original]))
}

/** RFC 8098: the lawyer has opened the mail about the contract. */
function readReceipt(date: string, id: string): Uint8Array {
  const head = `Date: ${date}\r\nFrom: ${headerText('何律师')} <he.lawyer@hengxu-law.example>\r\nTo: zhangwei@demo.hongyan.test\r\nSubject: ${headerText('已读: 云溪连锁药房服务合同审批（第二版）')}\r\nMessage-ID: <${id}>\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n`
  const text = textEntity({ content: '您的邮件已被收件人阅读。\n' })
  const note = rawEntity(
    ['Content-Type: message/disposition-notification'],
    ascii(
      'Reporting-UA: hengxu-law.example; Microsoft Outlook\r\nFinal-Recipient: rfc822; he.lawyer@hengxu-law.example\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n',
    ),
  )
  return joinBytes(
    ascii(head),
    multipartEntity('report; report-type=disposition-notification', [text, note]),
  )
}
