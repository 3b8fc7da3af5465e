import { wallClock } from './demo-clock.ts'
import type { DemoClient, DemoContact } from './demo-contacts.ts'
import { escapeHtml, markupToHtml, markupToText } from './demo-markup.ts'
import type { Letter, Mailbox, TransferEncoding } from './demo-mime.ts'

export interface Written {
  text: string
  html?: string
}

/** An earlier mail as the answer quotes it. */
export type Quoted = Written & Pick<Letter, 'from' | 'to' | 'cc' | 'subject' | 'sentAt'>

interface ClientHabits {
  reply: string
  forward: string
  mailer: string
  encoding: TransferEncoding
  paragraph: 'p' | 'div'
}

const habits: Record<DemoClient, ClientHabits> = {
  foxmail: client('回复: ', '转发: ', ['Foxmail 7.2.25', 'base64', 'div']),
  'foxmail-gbk': client('Re: ', 'Fw: ', ['Foxmail 6, 15, 201, 26', '8bit', 'div']),
  'outlook-zh': client('答复: ', '转发: ', ['Microsoft Outlook 16.0', 'base64', 'p']),
  'outlook-en': client('RE: ', 'FW: ', ['Microsoft Outlook 16.0', 'quoted-printable', 'p']),
  'gmail-zh': client('Re: ', 'Fwd: ', ['', 'base64', 'div']),
  'gmail-en': client('Re: ', 'Fwd: ', ['', 'quoted-printable', 'div']),
  'apple-en': client('Re: ', 'Fwd: ', ['Apple Mail (2.3826.400.131)', 'quoted-printable', 'div']),
  'apple-zh': client('回复：', '转发：', ['Apple Mail (2.3826.400.131)', 'base64', 'div']),
  'plain-zh': client('Re: ', 'Fwd: ', ['Mozilla Thunderbird', '8bit', 'p']),
  'plain-en': client('Re: ', 'Fwd: ', ['', '7bit', 'p']),
}

export function clientHabits(name: DemoClient): ClientHabits {
  return habits[name]
}

export function languageOf(name: DemoClient): 'zh' | 'en' {
  return name.endsWith('-en') ? 'en' : 'zh'
}

/** The body as the writer's mail program would make it, with the earlier mail quoted below. */
export function writeBody(writer: DemoContact, markup: string, quoted?: Quoted): Written {
  const isPlain = writer.client.startsWith('plain')
  const ownText = `${markupToText(markup)}\n\n${signatureText(writer)}`
  const quoteText = quoted ? `\n\n${textQuote(writer, quoted)}` : ''
  const text = `${ownText}${quoteText}\n`
  if (isPlain) return { text }
  const { paragraph } = clientHabits(writer.client)
  const own = `${markupToHtml(markup, paragraph)}\n${signatureHtml(writer)}`
  const quote = quoted ? htmlQuote(writer, quoted) : ''
  return { text, html: page(writer.client, `${own}\n${quote}`) }
}

function signatureText(writer: DemoContact): string {
  const isShort = /^(gmail|apple)/.test(writer.client) || writer.signature.length === 1
  return `${isShort ? '' : '-- \n'}${writer.signature.join('\n')}`
}

function signatureHtml(writer: DemoContact): string {
  const lines = writer.signature.map(escapeHtml)
  if (writer.client.startsWith('foxmail')) {
    return `<div><br></div><hr style="width:210px;height:1px" color="#b5c4df" size="1" align="left">
<div style="font-size:10pt;color:#555">${lines.join('<br>')}</div>`
  }
  if (writer.client.startsWith('outlook')) {
    const [first, ...rest] = lines
    return `<p style="color:#1f3864"><b>${first}</b><br><span style="font-size:9pt;color:#595959">${rest.join('<br>')}</span></p>`
  }
  return `<div><br></div><div style="color:#666">${lines.join('<br>')}</div>`
}

function page(name: DemoClient, body: string): string {
  if (name.startsWith('foxmail')) {
    return `<html><head><meta http-equiv="content-type" content="text/html"><style>body{line-height:1.6}blockquote{margin-top:0;margin-bottom:0;margin-left:.5em}body{font-size:10.5pt;font-family:"Microsoft YaHei UI",sans-serif;color:#000}</style></head><body>\n${body}\n</body></html>\n`
  }
  if (name.startsWith('outlook')) {
    const font = name.endsWith('zh') ? '等线,"Microsoft YaHei"' : 'Calibri'
    return `<html><head><style>p.MsoNormal,p{margin:0 0 8pt}body{font-family:${font},sans-serif;font-size:11pt}</style></head><body lang="${name.endsWith('zh') ? 'ZH-CN' : 'EN-GB'}"><div class="WordSection1">\n${body}\n</div></body></html>\n`
  }
  if (name.startsWith('apple')) {
    return `<html><head></head><body style="overflow-wrap: break-word; line-break: after-white-space;">\n${body}\n</body></html>\n`
  }
  return `<div dir="ltr">\n${body}\n</div>\n`
}

function htmlQuote(writer: DemoContact, quoted: Quoted): string {
  // The pictures of the earlier mail do not travel with the answer.
  const shown = quoted.html?.replace(/(<(p|div)>)?<img src="cid:[^<>]*>(<\/\2>)?/g, '')
  const inner = shown ?? `<pre style="white-space:pre-wrap">${escapeHtml(quoted.text)}</pre>`
  if (isHeaderStyle(writer.client)) {
    const block = headerLines(writer, quoted)
      .map(([label, value]) => `<b>${label}</b>&nbsp;${escapeHtml(value)}`)
      .join('<br>')
    const isFox = writer.client.startsWith('foxmail')
    const look = isFox
      ? 'border:none;border-top:solid #b5c4df 1pt;padding:6px 8px;background:#efefef;font-size:12px'
      : 'border:none;border-top:solid #e1e1e1 1pt;padding:3pt 0 6pt'
    return `<div><br></div><div style="${look}">${block}</div>\n<div>${bodyOf(inner)}</div>`
  }
  const line = escapeHtml(attribution(writer, quoted))
  if (writer.client.startsWith('apple')) {
    return `<div><br><blockquote type="cite"><div>${line}</div><br><div>${bodyOf(inner)}</div></blockquote></div>`
  }
  return `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${line}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex">${bodyOf(inner)}</blockquote></div>`
}

function textQuote(writer: DemoContact, quoted: Quoted): string {
  if (isHeaderStyle(writer.client)) {
    const rule = writer.client.startsWith('foxmail') ? ' ' : '_'.repeat(32)
    const block = headerLines(writer, quoted).map(([label, value]) => `${label} ${value}`)
    return `${rule}\n${block.join('\n')}\n\n${quoted.text.trimEnd()}`
  }
  const lines = quoted.text.trimEnd().split('\n')
  const marked = lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
  return `${attribution(writer, quoted)}\n\n${marked.join('\n')}`
}

function isHeaderStyle(name: DemoClient): boolean {
  return name.startsWith('foxmail') || name.startsWith('outlook')
}

function headerLines(writer: DemoContact, quoted: Quoted): [string, string][] {
  const clock = wallClock(quoted.sentAt, writer.zone)
  const people = (list: Mailbox[]) => list.map((one) => `${one.name} <${one.address}>`).join('; ')
  const isZh = languageOf(writer.client) === 'zh'
  const date = isZh
    ? writer.client.startsWith('foxmail')
      ? `${clock.iso} ${clock.time}`
      : `${clock.year}年${clock.month}月${clock.day}日 ${clock.time}`
    : `${clock.day} ${clock.monthName} ${clock.year} ${clock.time}`
  const labels = isZh
    ? ['发件人：', '发送时间：', '收件人：', '抄送：', '主题：']
    : ['From:', 'Sent:', 'To:', 'Cc:', 'Subject:']
  const values = [
    people([quoted.from]),
    date,
    people(quoted.to),
    people(quoted.cc ?? []),
    quoted.subject,
  ]
  return labels
    .map((label, index): [string, string] => [label, values[index] ?? ''])
    .filter(hasValue)
}

function hasValue([, value]: [string, string]): boolean {
  return value !== ''
}

function attribution(writer: DemoContact, quoted: Quoted): string {
  const clock = wallClock(quoted.sentAt, writer.zone)
  const who = `${quoted.from.name} <${quoted.from.address}>`
  const day = `${clock.year}年${clock.month}月${clock.day}日`
  if (writer.client === 'gmail-zh') return `${who} 于${day}${clock.weekdayZh} ${clock.time}写道：`
  if (writer.client === 'apple-zh') return `${day} ${clock.time}，${who} 写道：`
  if (writer.client === 'plain-zh')
    return `在 ${clock.iso} ${clock.time}, ${quoted.from.name} 写道:`
  const english = `${clock.day} ${clock.monthName} ${clock.year}`
  if (writer.client === 'apple-en') return `On ${english}, at ${clock.time}, ${who} wrote:`
  return `On ${clock.weekday}, ${english} at ${clock.time}, ${who} wrote:`
}

function bodyOf(html: string): string {
  const begin = html.indexOf('>', html.indexOf('<body')) + 1
  const end = html.lastIndexOf('</body>')
  return html.slice(begin, end < 0 ? undefined : end).replace(/^\n/, '')
}

function client(
  reply: string,
  forward: string,
  [mailer, encoding, paragraph]: [string, TransferEncoding, 'p' | 'div'],
): ClientHabits {
  return { reply, forward, mailer, encoding, paragraph }
}
