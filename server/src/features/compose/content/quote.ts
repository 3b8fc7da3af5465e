import { createHash } from 'node:crypto'
import { scopeStyles } from '@hongyan/mime/html/scope-styles'
import type { Address } from '@hongyan/mime/types'
import { inPieces } from '../../../platform/json/json-in-turns.ts'
import { localTime, type TimeStyle } from '../../../platform/local-time.ts'

/** What is quoted of a mail. */
export interface Quotable {
  from: readonly Address[]
  to: readonly Address[]
  cc: readonly Address[]
  subject: string
  /** ISO 8601 or null. */
  date: string | null
  html: string | null
  text: string | null
}

/** The date is written as the writer reads times. */
export interface QuoteOptions extends TimeStyle {
  /** `reply`: set off as a quote; `forward`: shown plain. */
  kind: 'reply' | 'forward'
}

const labels = {
  zh: { from: '发件人', date: '发送时间', to: '收件人', cc: '抄送', subject: '主题', colon: '：' },
  en: { from: 'From', date: 'Sent', to: 'To', cc: 'Cc', subject: 'Subject', colon: ': ' },
}

/**
 * The original with a head that says whose it is. Its HTML stays as its sender made it, only without the frame of
 * a document, and with style sheets that reach nothing outside of it (T8): it is NOT safe to show outside the sanitiser
 * and sandbox. In pieces, without NUL, which no column of text holds: as one text the first look at it would be 30 ms. Others may
 * be served between its steps.
 */
export function* unsafeQuote(mail: Quotable, options: QuoteOptions): Generator<void, string[]> {
  const original =
    mail.html === null
      ? ['<div>', ...(yield* textBlock(mail.text ?? '')), '</div>']
      : yield* scopedOriginal(mail.html)
  const inner = [head(mail, options), ...original]
  const pieces =
    options.kind === 'reply'
      ? [
          '<blockquote type="cite" style="margin:0 0 0 8px;padding:0 0 0 12px;border-left:2px solid #c8ccd4">',
          ...inner,
          '</blockquote>',
        ]
      : ['<div>', ...inner, '</div>']
  return pieces.map((piece) => piece.replaceAll('\u0000', ''))
}

function head(mail: Quotable, style: QuoteOptions): string {
  const words = labels[style.language]
  const line = (label: string, value: string) =>
    value === '' ? '' : `<div><b>${label}${words.colon}</b>${escapeHtml(value)}</div>`
  return [
    '<div style="border-top:1px solid #c8ccd4;padding:8px 0;margin-bottom:8px;font-size:12px">',
    line(words.from, people(mail.from)),
    line(words.date, mail.date === null ? '' : localTime(new Date(mail.date), style)),
    line(words.to, people(mail.to)),
    line(words.cc, people(mail.cc)),
    line(words.subject, mail.subject),
    '</div>',
  ].join('')
}

const people = (list: readonly Address[]): string =>
  list
    .map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))
    .join('; ')
    .slice(0, 5_000)

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Letters that are escaped in one step: two milliseconds at the worst. */
const inOneStep = 4 * 1024

/** Plain text as HTML, in pieces. Others may be served between its steps. */
export function* textBlock(text: string): Generator<void, string[]> {
  const written = ['<div style="white-space:pre-wrap">']
  for (const piece of inPieces(text, inOneStep)) {
    written.push(escapeHtml(piece))
    yield
  }
  return [...written, '</div>']
}

/** The class is the same whenever the same mail is quoted, and none that its sender could name in it. */
function* scopedOriginal(html: string): Generator<void, string[]> {
  const scope = `hongyan-q${createHash('sha256').update(html).digest('hex').slice(0, 16)}`
  yield
  return [`<div class="${scope}">`, scopeStyles(yield* unframed(html), scope), '</div>']
}

/**
 * A document inside a document: the tags that may stand only once go, `body` becomes a `div` with the same looks,
 * and a charset that is no longer true is not claimed. Everything else is untouched.
 */
function* unframed(html: string): Generator<void, string> {
  let text = html
  for (const change of unframing) {
    text = change(text)
    yield
  }
  return text
}

const unframing: readonly ((html: string) => string)[] = [
  (html) => html.replace(/<!doctype[^<>]{0,500}>/gi, ''),
  (html) => html.replace(/<\/?(?:html|head)(?:\s[^<>]{0,2000})?>/gi, ''),
  (html) => html.replace(/<meta\s[^<>]{0,1000}>/gi, (tag) => (/charset/i.test(tag) ? '' : tag)),
  (html) => html.replace(/<body(\s[^<>]{0,4000})?>/gi, '<div$1>'),
  (html) => html.replace(/<\/body\s*>/gi, '</div>'),
]
