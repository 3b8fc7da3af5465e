import { describe, expect, it } from 'vitest'
import { findMarks } from '../contract/src/mark-words.ts'
import { nameKey } from '../contract/src/names.ts'
import { isValidAddress, parseAddresses } from '../mime/src/addresses.ts'
import { canonicalCharset } from '../mime/src/charset/charset-names.ts'
import { parseMailDate } from '../mime/src/dates.ts'
import { decodeWords } from '../mime/src/encoded-words.ts'
import { cleanFilename } from '../mime/src/filenames.ts'
import { unflow } from '../mime/src/flowed.ts'
import { referencedIds } from '../mime/src/html/cid-references.ts'
import { decodeEntities } from '../mime/src/html/entities.ts'
import { htmlToText } from '../mime/src/html/html-text.ts'
import { linkMisleads } from '../mime/src/html/link-text.ts'
import { plainText, textAlone } from '../mime/src/html/plain-text.ts'
import { saidInHtml } from '../mime/src/html/said-in-html.ts'
import { DEFAULT_LIMITS } from '../mime/src/limits.ts'
import { parseParamField } from '../mime/src/params.ts'
import { parseMessage } from '../mime/src/parse.ts'
import { previewOf } from '../mime/src/preview.ts'
import { readRtf } from '../mime/src/tnef/rtf-text.ts'
import { readPlainTexts } from '../server/src/documents/deep-texts.ts'
import { rtfText } from '../server/src/documents/rtf-text.ts'
import { readTable } from '../server/src/documents/text-files.ts'
import { writtenOut } from '../server/src/documents/written-out.ts'
import { readXml } from '../server/src/documents/xml.ts'
import { findNumbers } from '../server/src/features/approval/matching/find-numbers.ts'
import { fold, tight } from '../server/src/features/approval/matching/fold.ts'
import { unsafeQuote } from '../server/src/features/compose/content/quote.ts'
import { replySubject } from '../server/src/features/compose/content/subjects.ts'
import { isEmptyText, ownTextInSteps } from '../server/src/features/own-texts/own-text-html.ts'
import { misleadingLink, remotePictures } from '../server/src/features/reader/html-findings.ts'
import { skeleton } from '../server/src/features/reader/looks.ts'
import { uniqueNames } from '../server/src/platform/names/unique-names.ts'
import { allSteps } from '../server/src/testing/all-steps.ts'
import { isSafeColor, keepStyle } from '../web/src/editor/clean-style.ts'
import { fromOffice } from '../web/src/editor/office-html.ts'
import { rtfPictures } from '../web/src/editor/rtf-pictures.ts'
import { readRecipients } from '../web/src/features/compose/recipients/recipients.ts'
import { linkUrl } from '../web/src/features/compose/text/link-url.ts'
import { isTooComplex } from '../web/src/features/messages/reader/frame/clean/complexity.ts'
import {
  countRemoteCss,
  isSafeValue,
} from '../web/src/features/messages/reader/frame/clean/css-rules.ts'
import { isRemote, isSafeHref } from '../web/src/features/messages/reader/frame/clean/html-rules.ts'
import { isTracker } from '../web/src/features/messages/reader/frame/clean/trackers.ts'
import { linkify, splitQuote } from '../web/src/features/messages/reader/frame/linkify.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Whatever reads a stranger's text in one go, by name. */
const scanners: Record<string, (text: string) => unknown> = {
  htmlToText,
  plainText,
  textAlone,
  decodeEntities,
  referencedIds,
  'linkMisleads, text': (text) => linkMisleads(text, 'https://a.example/'),
  'linkMisleads, address': (text) => linkMisleads('a.example', text),
  parseAddresses,
  isValidAddress,
  parseMailDate,
  decodeWords,
  parseParamField: (text) => parseParamField(`attachment; ${text}`, DEFAULT_LIMITS),
  cleanFilename,
  previewOf,
  canonicalCharset,
  unflow: (text) => unflow(text, true),
  'parseMessage, header': (text) => parseMessage(bytes(`Subject: ${text}\r\n\r\nx`)),
  'parseMessage, body': (text) => parseMessage(bytes(`Subject: x\r\n\r\n${text}`)),
  readRtf: (text) => readRtf(bytes(`{\\rtf1${text}`)),
  findMarks: (text) => findMarks(text, ['ab', '鸿雁']),
  readTable: (text) => readTable(Buffer.from(text)),
  readXml,
  saidInHtml: (text) => saidInHtml(text, 1e6),
  rtfText,
  writtenOut: (text) => writtenOut(Buffer.from(text)),
  'readPlainTexts, text': (text) => readPlainTexts(Buffer.from(`Subject: x\r\n\r\n${text}`)),
  'readPlainTexts, html': (text) =>
    readPlainTexts(Buffer.from(`Subject: x\r\nContent-Type: text/html\r\n\r\n${text}`)),
  'readPlainTexts, parts': (text) =>
    readPlainTexts(
      Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${text}`),
    ),
  fold: (text) => tight(fold(text)),
  findNumbers,
  nameKey,
  skeleton,
  replySubject: (text) => replySubject(text),
  unsafeQuote: (html) =>
    allSteps(
      unsafeQuote(
        { html, text: null, from: [], to: [], cc: [], date: null, subject: '' },
        { language: 'en', timeZone: 0, kind: 'reply' },
      ),
    ),
  ownTextHtml: (text) => allSteps(ownTextInSteps(text)),
  isEmptyText,
  misleadingLink: (html) => allSteps(misleadingLink(html)),
  remotePictures: (html) => allSteps(remotePictures(html)),
  uniqueNames: (text) => uniqueNames([text, text]),
  isSafeColor,
  keepStyle: (text) => keepStyle('font-family', text),
  fromOffice,
  rtfPictures,
  linkUrl,
  readRecipients,
  isTooComplex,
  countRemoteCss,
  isSafeValue,
  isRemote,
  isSafeHref,
  linkify,
  splitQuote,
  'isTracker, style': (style) =>
    isTracker({ url: 'https://a.example/', width: null, height: null, style }),
  'isTracker, size': (width) =>
    isTracker({ url: 'https://a.example/', width, height: null, style: '' }),
  'isTracker, address': (path) =>
    isTracker({ url: `https://a.example/${path}`, width: null, height: null, style: '' }),
}

/** How a text begins, what it goes on with for ever, and how it ends. */
type Endless = [head: string, fuel: string, tail?: string]
const texts: Endless[] = [
  ...[
    'a',
    ' ',
    '<',
    '&',
    '"',
    '(',
    ')',
    '[',
    '.',
    ',',
    ';',
    ':',
    '@',
    '/',
    '-',
    '=',
    '\\',
    '{',
    '}',
    '\n',
    '0',
    '中',
  ],
  ...[
    'a@',
    'a.',
    'a-',
    '@a',
    'a ',
    ' a',
    '"a',
    '<a',
    '<a ',
    '</a',
    '&#',
    '&a',
    'a:',
    'a;',
    'a{}',
    '/*',
    '*/',
    '--',
  ],
  ...[
    'www.',
    'http://',
    '://',
    'url(',
    'cid:',
    'a="',
    "a='",
    'a=',
    '<!--',
    '<![CDATA[',
    '<style>',
    '<svg>',
    '<title>',
  ],
  ...[
    '<p style="',
    '<p>',
    '</p>',
    '<img src="',
    '<meta charset',
    '<a href="http://a.b/">x',
    '=?utf-8?B?',
    '=?utf-8?q?a?= ',
  ],
  ...[
    '\r\n',
    '\n ',
    '> ',
    '\n>',
    "\\'",
    '\\u1 ',
    '\\*',
    '{\\pict',
    '{\\a',
    '中 ',
    'a,b<',
    '<a@b.c>',
    'a <a@b.c>, ',
    '*0*=a;',
    '6222 ',
    '\n--b\r\n\r\nx\r\n',
  ],
  ...[
    'data:',
    'data:,',
    'begin 644 a\n',
    'begin-base64 644 a\n',
    'JVBERi0',
    '\\41 ',
    '\u0300\u0316',
    '\ufdfa',
    'é',
    'а',
  ],
].map((fuel): Endless => ['', fuel])
texts.push(
  ['x', ' ', 'x'],
  ['x', '. ', 'x'],
  ['x', ')', 'x'],
  ['x', '"', 'x'],
  ['url(', ' '],
  ['background:', 'url( '],
  ['1', ' '],
  ['width:', ' '],
  ['display', ' '],
  ['<style>', 'a{}'],
  ['<style>', 'a{b:c}'],
  ['<style>', '@media{'],
  ['<style>', ';'],
  ['<p style="', 'a:b;'],
  ['<p style="', '/*'],
  ['<p ', 'a '],
  ['<p ', 'a="'],
  ['<a href="x">', '<b>'],
  ['From', ' '],
  ['Re', ' '],
  ['Mon, 1 Jan', ' '],
  ['=?utf-8?B?', 'A'],
  ['{\\pict\\pngblip ', '0 '],
)

/** Longest text that is tried: a scanner that is through with it at once is not looked at further. */
const longest = 50_000
/** Below this a measure is noise, in ms of this process. */
const measurable = 6

function cost(scan: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  scan(text)
  return process.cpuUsage(before).user / 1000
}

/** How much more a text costs that is four times as long; 4 is linear, 16 quadratic. */
function growthOf(scan: (text: string) => unknown, [head, fuel, tail = '']: Endless): number {
  const make = (length: number) => head + fuel.repeat(Math.ceil(length / fuel.length)) + tail
  for (let length = 3_000; length <= longest; length *= 2) {
    if (cost(scan, make(length)) < measurable) continue
    const once = Math.min(...[1, 2, 3].map(() => cost(scan, make(length))))
    if (once < measurable) continue
    return Math.min(...[1, 2].map(() => cost(scan, make(length * 4)))) / once
  }
  return 1
}

describe('T31 T35 what reads a stranger’s text takes time in step with it, n to 4n', () => {
  it.each(Object.keys(scanners))('%s', { timeout: 120_000 }, (name) => {
    const scan = scanners[name]
    if (!scan) throw new Error(name)
    const grown = (all: readonly Endless[]) =>
      all.map((text) => ({ text, growth: growthOf(scan, text) })).filter(({ growth }) => growth > 9)
    // What looks slow once may have waited for the processor or for a collection.
    const slow = grown(grown(texts).map(({ text }) => text))
    expect(slow).toEqual([])
  })
})
