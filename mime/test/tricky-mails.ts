import {
  base64,
  HEAD,
  inCharset,
  mail,
  mailWithAttachment,
  percent,
  quotedPrintable,
  word,
} from './mails.ts'

/** A message that other parsers get wrong, and what a reader must see. Text is compared trimmed. */
export type TrickyMail = {
  name: string
  raw: Uint8Array
  subject?: string
  text?: string
  html?: string
  from?: string
  cc?: string
  files?: string[]
}

const gbkSubject = inCharset('第四季度预算审批', 'gbk')
const longName = '这是一个非常长的附件名称测试文件报告.pdf'
const longNameEscaped = percent(inCharset(longName, 'utf-8'))
const attached = (pieces: Parameters<typeof mailWithAttachment>[0]): Uint8Array =>
  mailWithAttachment(pieces)

const charsets: TrickyMail[] = [
  {
    name: 'gb2312 subject in B, 8bit body',
    raw: mail(
      HEAD,
      `Subject: ${word('关于合同的通知', 'gb2312')}\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: 8bit\n\n`,
      inCharset('您好，合同见附件。', 'gb2312'),
    ),
    subject: '关于合同的通知',
    text: '您好，合同见附件。',
  },
  {
    name: 'a GBK character split over two B words',
    raw: mail(
      HEAD,
      `Subject: =?gbk?B?${base64(gbkSubject.subarray(0, 5))}?=\n =?gbk?B?${base64(gbkSubject.subarray(5))}?=\n\nx`,
    ),
    subject: '第四季度预算审批',
  },
  {
    name: 'a GBK character split over two Q words',
    raw: mail(
      HEAD,
      `Subject: =?gbk?Q?${quotedPrintable(gbkSubject.subarray(0, 5))}?=\n =?GBK?q?${quotedPrintable(gbkSubject.subarray(5))}?=\n\nx`,
    ),
    subject: '第四季度预算审批',
  },
  {
    name: 'gb18030 with four-byte characters',
    raw: mail(
      HEAD,
      `Subject: ${word('𠮷野家㐀', 'gb18030')}\nContent-Type: text/html; charset="gb18030"\nContent-Transfer-Encoding: base64\n\n${base64(inCharset('<p>𠮷野家㐀</p>', 'gb18030'))}`,
    ),
    subject: '𠮷野家㐀',
    html: '<p>𠮷野家㐀</p>',
  },
  {
    name: 'Big5 with backslash bytes in quoted-printable',
    raw: mail(
      HEAD,
      `Subject: =?big5?Q?${quotedPrintable(inCharset('會議紀錄許功蓋', 'big5'))}?=\nContent-Type: text/plain; charset=Big5\nContent-Transfer-Encoding: quoted-printable\n\n${quotedPrintable(inCharset('會議紀錄許功蓋', 'big5'))}`,
    ),
    subject: '會議紀錄許功蓋',
    text: '會議紀錄許功蓋',
  },
  {
    name: 'GBK characters under the label gb2312',
    raw: mail(
      HEAD,
      `Subject: =?gb2312?B?${base64(inCharset('朱镕基 陶喆', 'gbk'))}?=\nContent-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: base64\n\n${base64(inCharset('朱镕基 陶喆', 'gbk'))}`,
    ),
    subject: '朱镕基 陶喆',
    text: '朱镕基 陶喆',
  },
  {
    name: 'hz-gb-2312 (the example of RFC 1843)',
    raw: mail(
      HEAD,
      'Subject: hz\nContent-Type: text/plain; charset=hz-gb-2312\n\n~{<:Ky2;S{#,NpJ)l6HK!#~}~~',
    ),
    text: '己所不欲，勿施於人。~',
  },
  {
    name: 'iso-2022-jp',
    raw: mail(
      HEAD,
      'Subject: =?ISO-2022-JP?B?GyRCRnxLXDhsGyhC?=\nContent-Type: text/plain; charset=iso-2022-jp\n\n\x1b$BF|K\\8l\x1b(B',
    ),
    subject: '日本語',
    text: '日本語',
  },
  {
    name: 'cp936 and x-gbk',
    raw: mail(
      HEAD,
      `Subject: =?cp936?B?${base64(inCharset('测试', 'gbk'))}?=\nContent-Type: text/plain; charset=x-gbk\nContent-Transfer-Encoding: base64\n\n${base64(inCharset('测试', 'gbk'))}`,
    ),
    subject: '测试',
    text: '测试',
  },
  {
    name: 'gb_2312-80 and ms936',
    raw: mail(
      HEAD,
      `Subject: =?gb_2312-80?B?${base64(inCharset('测试', 'gbk'))}?=\nContent-Type: text/plain; charset=ms936\nContent-Transfer-Encoding: base64\n\n${base64(inCharset('测试', 'gbk'))}`,
    ),
    subject: '测试',
    text: '测试',
  },
  {
    name: 'raw UTF-8 in From and Subject',
    raw: mail(
      HEAD.replace('From: a@b.cn', 'From: 张三 <zhang@例子.cn>'),
      'Subject: 直接UTF8主题\n\nx',
    ),
    subject: '直接UTF8主题',
    from: '张三',
  },
  {
    name: 'raw GBK in Subject',
    raw: mail(
      HEAD,
      'Subject: ',
      inCharset('直接GBK主题', 'gbk'),
      '\nContent-Type: text/plain; charset=gbk\n\nx',
    ),
    subject: '直接GBK主题',
  },
  {
    name: 'an unknown charset',
    raw: mail(
      HEAD,
      'Subject: =?x-nope?B?dGVzdA==?=\nContent-Type: text/plain; charset=x-nope\n\nhello',
    ),
    subject: 'test',
    text: 'hello',
  },
  {
    name: 'utf-7',
    raw: mail(
      HEAD,
      'Subject: =?utf-7?Q?+Tg1lhw-?=\nContent-Type: text/plain; charset=utf-7\n\n+Tg1lhw- 1 +- 1',
    ),
    subject: '不文',
    text: '不文 1 + 1',
  },
]

const files: TrickyMail[] = [
  {
    name: 'an RFC 2231 file name in GBK',
    raw: attached([
      `\nContent-Disposition: attachment; filename*=GBK''${percent(inCharset('合同附件.docx', 'gbk'))}`,
    ]),
    files: ['合同附件.docx'],
  },
  {
    name: 'RFC 2231 pieces cut inside a character',
    raw: attached([
      `\nContent-Disposition: attachment;\n filename*0*=UTF-8''${longNameEscaped.slice(0, 60)};\n filename*1*=${longNameEscaped.slice(60, 120)};\n filename*2*=${longNameEscaped.slice(120)}`,
    ]),
    files: [longName],
  },
  {
    name: 'an encoded-word in a quoted file name',
    raw: attached([
      `;\n name="${word('财务报表.xlsx', 'gbk')}"\nContent-Disposition: attachment; filename="${word('财务报表.xlsx', 'gbk')}"`,
    ]),
    files: ['财务报表.xlsx'],
  },
  {
    name: 'a raw GBK file name',
    raw: attached([
      '\nContent-Disposition: attachment; filename="',
      inCharset('财务报表.xlsx', 'gbk'),
      '"',
    ]),
    files: ['财务报表.xlsx'],
  },
  {
    name: 'a raw UTF-8 file name',
    raw: attached(['\nContent-Disposition: attachment; filename="财务报表.xlsx"']),
    files: ['财务报表.xlsx'],
  },
  {
    name: 'winmail.dat',
    raw: mailWithAttachment(
      ['; name="winmail.dat"\nContent-Disposition: attachment; filename="winmail.dat"'],
      'application/ms-tnef',
    ),
    files: ['winmail.dat'],
  },
  {
    name: 'an S/MIME envelope',
    raw: attached([
      '; smime-type=enveloped-data; name=smime.p7m\nContent-Disposition: attachment; filename=smime.p7m',
    ]),
    files: ['smime.p7m'],
  },
  {
    name: 'x-uuencode',
    raw: mail(
      HEAD,
      'Subject: uu\nContent-Type: application/octet-stream; name=a.txt\nContent-Transfer-Encoding: x-uuencode\nContent-Disposition: attachment; filename=a.txt\n\nbegin 644 a.txt\n#0V%T\n`\nend\n',
    ),
    files: ['a.txt'],
  },
]

const structures: TrickyMail[] = [
  {
    name: 'an attached message that has an attachment',
    raw: mail(
      HEAD,
      'Subject: outer\nContent-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: text/plain\n\nouter text\n--o\nContent-Type: message/rfc822; name="fwd.eml"\nContent-Disposition: attachment; filename="fwd.eml"\n\n',
      attached(['\nContent-Disposition: attachment; filename="in.bin"']),
      '\n--o--\n',
    ),
    subject: 'outer',
    text: 'outer text',
    files: ['fwd.eml'],
  },
  {
    name: 'an attached message without disposition is named by its subject',
    raw: mail(
      HEAD,
      'Subject: outer\nContent-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: text/plain\n\nouter text\n--o\nContent-Type: message/rfc822\n\nSubject: =?utf-8?Q?=E5=86=85/1?=\n\ninner\n--o--\n',
    ),
    text: 'outer text',
    files: ['内_1.eml'],
  },
  {
    name: 'alternative, related and calendar in each other',
    raw: mail(
      HEAD,
      'Subject: mtg\nContent-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: multipart/related; boundary=r\n\n--r\nContent-Type: multipart/alternative; boundary=a\n\n--a\nContent-Type: text/plain; charset=utf-8\n\n纯文本\n--a\nContent-Type: text/html; charset=utf-8\n\n<img src="cid:img1">\n--a\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\n\nBEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR\n--a--\n--r\nContent-Type: image/png; name=a.png\nContent-ID: <img1>\nContent-Disposition: inline; filename=a.png\nContent-Transfer-Encoding: base64\n\nAAEC\n--r--\n--m--\n',
    ),
    text: '纯文本',
    html: '<img src="cid:img1">',
    files: ['a.png'],
  },
  {
    name: 'no closing boundary',
    raw: mail(
      HEAD,
      'Subject: x\nContent-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/plain\n\nbody\n--m\nContent-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nAAEC',
    ),
    text: 'body',
    files: ['a.pdf'],
  },
  {
    name: 'LF only',
    raw: new TextEncoder().encode(
      `${HEAD}Subject: lf\nContent-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/plain\n\nbody\n--m--\n`,
    ),
    subject: 'lf',
    text: 'body',
  },
  { name: 'an empty header', raw: mail('\n\njust body'), subject: '', text: 'just body' },
  {
    name: 'no header at all',
    raw: mail('just a line\nand one more\n'),
    subject: '',
    text: 'just a line\nand one more',
  },
  {
    name: 'format=flowed with delsp',
    raw: mail(
      HEAD,
      'Subject: ff\nContent-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n这是一个很长的 \n句子\n',
    ),
    text: '这是一个很长的句子',
  },
  {
    name: 'a group, a quoted comma and an encoded comma',
    raw: mail(
      `From: "Doe, John \\"JD\\"" <j@x.com>\nTo: undisclosed-recipients:;\nCc: ${word('李四,经理', 'utf-8')} <li@x.cn>, G: a@x.cn, b@x.cn;\nSubject: g\n\nx`,
    ),
    from: 'Doe, John "JD"',
    cc: '李四,经理',
  },
  {
    name: 'base64 with garbage and a mailing list footer',
    raw: mail(
      HEAD,
      'Subject: b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n5L2g5aW9\n\n!!!77yM5LiW55WM\n\n--\nfooter\n',
    ),
    text: '你好，世界',
  },
  {
    name: 'a delivery report keeps its parts out of the text',
    raw: mail(
      HEAD,
      'Subject: dsn\nContent-Type: multipart/report; report-type=delivery-status; boundary=m\n\n--m\nContent-Type: text/plain\n\nfailed\n--m\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822;a@b\nAction: failed\nStatus: 5.1.1\n--m\nContent-Type: text/rfc822-headers\n\nSubject: orig\n--m--\n',
    ),
    text: 'failed',
    files: ['delivery-status.txt', 'headers.txt'],
  },
  {
    name: 'a boundary of odd characters',
    raw: mail(
      HEAD,
      'Subject: x\nContent-Type: multipart/mixed; boundary="--=_(a b)+?.*"\n\n----=_(a b)+?.*\nContent-Type: text/plain\n\nbody\n----=_(a b)+?.*--\n',
    ),
    text: 'body',
  },
]

export const trickyMails: TrickyMail[] = [...charsets, ...files, ...structures]
