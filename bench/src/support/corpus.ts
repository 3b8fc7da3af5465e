import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick, type Random, random, whole, zipf } from './random.ts'
import { chineseWords, englishWords, type Sender, senders } from './words.ts'

/** Words that stand in the bodies of about 1 % of all messages each. */
export const planted = { english: 'telemetry', chinese: '招标' } as const

export interface BenchMail {
  raw: Buffer
  sender: string
}

interface Options {
  to: string
  /** Bytes to come near to, without attachments; absent: as mail is, 1 kB to some 100 kB. */
  size?: number
  /** Stands in subject and body: finds this very message again. */
  mark?: string
  at?: Date
}

/** Message `index` of the corpus: zh or en, thread, HTML, attachments; the same for the same arguments. */
export function makeMail(index: number, { to, size, mark, at = new Date() }: Options): BenchMail {
  const root = rootOf(index)
  const subject = subjectOf(root)
  const next = random(index * 2 + 1)
  const from = senderFor(next, subject.chinese)
  const text = textOf(next, { chinese: subject.chinese, size, mark })
  const title = `${index === root ? '' : subject.chinese ? '回复：' : 'Re: '}${subject.text}${mark ? ` ${mark}` : ''}`
  const header = [
    `Received: from mx.${domainOf(from)} (mx [192.0.2.${whole(next, 1, 254)}]) by relay.example with ESMTPS id ${index.toString(36)}; ${at.toUTCString()}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: ${person(from)}`,
    `To: <${to}>`,
    ...(next() < 0.3
      ? [`Cc: ${[zipf(next, senders), zipf(next, senders)].map(person).join(',\r\n ')}`]
      : []),
    `Subject: ${encoded(title)}`,
    `Message-ID: ${messageId(index, mark)}`,
    ...(index === root
      ? []
      : [`In-Reply-To: ${messageId(root)}`, `References: ${messageId(root)}`]),
    'MIME-Version: 1.0',
  ]
  const body = bodyOf(next, { text, chinese: subject.chinese, plain: size !== undefined })
  return { raw: Buffer.from(`${header.join('\r\n')}\r\n${body}`), sender: from.address }
}

/** The first `count` messages of the inbox of a corpus made by corpus.mjs (`eml/`, `index.jsonl`). */
export function readCorpus(folder: string, count: number): BenchMail[] {
  const lines = readFileSync(join(folder, 'index.jsonl'), 'utf8').trim().split('\n')
  return lines.slice(0, count).map((line) => {
    const { file } = JSON.parse(line) as { file: string }
    return { raw: readFileSync(join(folder, 'eml', file)), sender: 'sender@example.org' }
  })
}

/** Four of ten messages answer one that came shortly before. */
function rootOf(index: number): number {
  let at = index
  for (let step = 0; step < 10; step++) {
    const next = random(at * 2)
    if (next() >= 0.4) return at
    const back = 1 + Math.floor(next() ** 2 * 60)
    if (at - back < 0) return at
    at -= back
  }
  return at
}

function subjectOf(root: number): { text: string; chinese: boolean } {
  const next = random(root * 2 + 900_000_001)
  const chinese = next() < 0.55
  const words = Array.from({ length: chinese ? 4 : 5 }, () =>
    zipf(next, chinese ? chineseWords : englishWords),
  )
  const topic = chinese ? pick(next, zhTopics) : pick(next, enTopics)
  const text = chinese
    ? `关于${topic}${words.join('')}（${whole(next, 2023, 2026)}年第${whole(next, 1, 52)}周）`
    : `${topic} ${words.join(' ')} ${whole(next, 2023, 2026)}-${whole(next, 1, 52)}`
  return { text, chinese }
}

const enTopics =
  'Budget,Project plan,Invoice,Contract renewal,Meeting minutes,Travel request,Server maintenance,Security notice,Quarterly report,Interview,Training,Purchase order,Customer feedback,Release notes,Network upgrade,Annual leave,Policy update,Audit findings,Delivery,Board agenda'.split(
    ',',
  )
const zhTopics =
  '预算,项目计划,发票,合同续签,会议纪要,出差申请,服务器维护,安全通知,季度报告,招聘面试,培训安排,采购订单,客户反馈,版本发布,网络升级,年休假,制度修订,审计结果,交付进度,董事会议程'.split(
    ',',
  )

function senderFor(next: Random, chinese: boolean): Sender {
  const first = zipf(next, senders)
  return first.chinese === chinese || next() < 0.3 ? first : zipf(next, senders)
}

interface TextOptions {
  chinese: boolean
  size: number | undefined
  mark: string | undefined
}

function textOf(next: Random, { chinese, size, mark }: TextOptions): string {
  const wanted = size ?? 250 * 16 ** next()
  const plant = size === undefined && next() < 0.02
  const paragraphs: string[] = mark ? [`${mark}.`] : []
  for (let bytes = 0; bytes < wanted * (chinese ? 0.55 : 0.75); ) {
    const one = chinese ? zhParagraph(next) : enParagraph(next)
    paragraphs.push(one)
    bytes += Buffer.byteLength(one)
  }
  if (plant)
    paragraphs.splice(
      1,
      0,
      chinese ? `本次${planted.chinese}文件已经发布。` : `New ${planted.english} arrived.`,
    )
  return paragraphs.join('\r\n\r\n')
}

const enParagraph = (next: Random): string =>
  Array.from({ length: whole(next, 2, 5) }, () => {
    const words = Array.from({ length: whole(next, 8, 20) }, () => zipf(next, englishWords))
    return `${words.join(' ')}.`
  }).join(' ')

const zhParagraph = (next: Random): string =>
  Array.from({ length: whole(next, 2, 6) }, () => {
    const words = Array.from({ length: whole(next, 4, 12) }, () => zipf(next, chineseWords))
    return `${words.join('')}。`
  }).join('')

interface BodyOptions {
  text: string
  chinese: boolean
  plain: boolean
}

function bodyOf(next: Random, { text, chinese, plain }: BodyOptions): string {
  const inner =
    next() < (plain ? 0.1 : 0.2) ? plainPart(text) : alternative(next, { text, chinese, plain })
  if (plain || next() >= 0.2) return inner
  const boundary = `m-${Math.floor(next() * 1e9)}`
  const bytes = Buffer.alloc(Math.floor(5_000 * 40 ** next()))
  for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(next() * 4_294_967_296, at)
  const [name, type] = pick(next, files)
  return (
    `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${inner}\r\n--${boundary}\r\n` +
    `Content-Type: ${type}\r\nContent-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\n${base64(bytes)}\r\n--${boundary}--\r\n`
  )
}

const files: readonly [string, string][] = [
  ['季度预算表.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['合同扫描件.pdf', 'application/pdf'],
  ['minutes.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['photo.jpg', 'image/jpeg'],
  ['archive.zip', 'application/zip'],
]

const plainPart = (text: string): string =>
  `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(Buffer.from(text))}\r\n`

/** Text and HTML of the same words; in a message of a given size most bytes are markup, as in real mail. */
function alternative(next: Random, { text, chinese, plain }: BodyOptions): string {
  const boundary = `a-${Math.floor(next() * 1e9)}`
  const shown = plain ? text.slice(0, Math.floor(text.length * 0.17)) : text
  const paragraphs = shown
    .split('\r\n\r\n')
    .map(
      (one) =>
        `<p style="margin:0 0 10px;line-height:1.6"><span style="font-family:Arial">${one}</span></p>`,
    )
  const html = `<!DOCTYPE html><html><head><meta charset="utf-8"><style>body{font-size:14px;color:#222}</style></head><body>${paragraphs.join('\r\n')}${plain ? table(next, chinese) : ''}<p><img src="https://tracker.example/p.gif" width="1" height="1"></p></body></html>`
  const first = chinese
    ? plainPart(shown)
    : `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(shown)}\r\n`
  return (
    `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${first}--${boundary}\r\n` +
    `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(Buffer.from(html))}\r\n--${boundary}--\r\n`
  )
}

/** A small report, each cell with its style, as office programs write it. */
function table(next: Random, chinese: boolean): string {
  const style =
    'padding:4px 8px;border:1px solid #dddddd;font-family:Calibri,Arial,sans-serif;font-size:13px;line-height:1.5'
  const rows = Array.from({ length: 10 }, (_, index) => {
    const cells = [
      `${index + 1}`,
      pick(next, chinese ? zhTopics : enTopics),
      `${whole(next, 100, 99_999)}.00`,
    ]
    return `<tr>${cells.map((cell) => `<td style="${style}">${cell}</td>`).join('')}</tr>`
  })
  return `<table style="border-collapse:collapse">${rows.join('\r\n')}</table>`
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')

/** RFC 2045 §6.7 for ASCII text: lines are folded softly. */
const quotedPrintable = (text: string): string =>
  text.replaceAll('=', '=3D').replace(/[^\r\n]{73}(?=[^\r\n]{3})/g, '$&=\r\n')

const domainOf = ({ address }: Sender): string => address.slice(address.indexOf('@') + 1)

const person = ({ name, address }: Sender): string => `${encoded(name)} <${address}>`

const messageId = (index: number, mark = ''): string =>
  `<${index.toString(36)}${mark}@bench.example>`

/** RFC 2047 encoded words, each within its 75 characters. */
function encoded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > 42) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
    .map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`)
    .join('\r\n ')
}
