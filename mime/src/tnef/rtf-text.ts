import { decodeCharset } from '../charset/charset.ts'

/** What an RTF body says: the HTML it was made from ([MS-OXRTFEX]) if it was, plain text otherwise. */
export type RtfContent = { html: string | null; text: string | null }

type Group = {
  /** A destination that is not shown (fonts, colours, pictures …). */
  skipped: boolean
  /** Inside {\*\htmltag …}. */
  isTag: boolean
  /** Between \htmlrtf and \htmlrtf0: RTF only, not part of the HTML. */
  isRtfOnly: boolean
  /** Characters that follow \u for readers without Unicode. */
  unicodeSkip: number
}
type Scan = {
  text: string
  at: number
  groups: Group[]
  out: string[]
  /** Escaped 8-bit bytes waiting for their neighbours: a Chinese character is two of them. */
  bytes: number[]
  charset: string
  fromHtml: boolean
  /** Characters still to be left out after \u. */
  skip: number
  size: number
}

const MAX_DEPTH = 200
const CONTROL = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|([\s\S]))/giy
const PLAIN = /[^\\{}]+/y
const HIDDEN = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'header',
  'footer',
  'listtable',
  'listoverridetable',
  'rsidtbl',
  'generator',
  'themedata',
  'datastore',
  'latentstyles',
  'xmlnstbl',
  'fldinst',
])
const CHARACTERS = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['sect', '\n'],
  ['row', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
  ['emspace', ' '],
  ['enspace', ' '],
])

/** Reads RTF in one pass: no objects, no pictures, no fonts; at most `maxChars` characters. Linear, never throws. */
export function readRtf(rtf: Uint8Array, maxChars = 4_000_000): RtfContent {
  const text = decodeCharset(rtf, 'iso-8859-1')
  const scan: Scan = {
    text,
    at: 0,
    groups: [newGroup()],
    out: [],
    bytes: [],
    charset: 'windows-1252',
    fromHtml: false,
    skip: 0,
    size: 0,
  }
  while (scan.at < text.length && scan.size < maxChars) step(scan)
  flushBytes(scan)
  const result = scan.out.join('').replaceAll('\0', '').slice(0, maxChars).toWellFormed()
  return scan.fromHtml ? { html: result, text: null } : { html: null, text: result.trim() }
}

function newGroup(): Group {
  return { skipped: false, isTag: false, isRtfOnly: false, unicodeSkip: 1 }
}

function current(scan: Scan): Group {
  return scan.groups.at(-1) ?? newGroup()
}

function step(scan: Scan): void {
  const char = scan.text[scan.at]
  if (char === '{') {
    scan.at++
    // Deeper groups share the last one: their end then closes too little, which only hides text.
    if (scan.groups.length < MAX_DEPTH) scan.groups.push({ ...current(scan) })
  } else if (char === '}') {
    scan.at++
    flushBytes(scan)
    if (scan.groups.length > 1) scan.groups.pop()
  } else if (char === '\\') {
    readControl(scan)
  } else {
    PLAIN.lastIndex = scan.at
    const run = PLAIN.exec(scan.text)?.[0] ?? ''
    scan.at += run.length
    write(scan, run.replace(/[\r\n]+/g, ''))
  }
}

function readControl(scan: Scan): void {
  CONTROL.lastIndex = scan.at
  const match = CONTROL.exec(scan.text)
  scan.at += match?.[0].length ?? 1
  const [, word, number, hex, symbol] = match ?? []
  if (hex !== undefined) writeByte(scan, Number.parseInt(hex, 16))
  else if (word !== undefined) applyWord(scan, word.toLowerCase(), number)
  else applySymbol(scan, symbol ?? '')
}

function applySymbol(scan: Scan, symbol: string): void {
  if (symbol === '*') markDestination(scan)
  else if (symbol === '~') write(scan, '\u00a0')
  else if (symbol === '_') write(scan, '-')
  else if (symbol === '\\' || symbol === '{' || symbol === '}') write(scan, symbol)
  else if (symbol === '\n' || symbol === '\r') write(scan, '\n')
}

/** `\*` says: leave this group out if you do not know its word. Only htmltag is known here. */
function markDestination(scan: Scan): void {
  const group = current(scan)
  if (/^\s?\\htmltag(?![a-z])/.test(scan.text.slice(scan.at, scan.at + 12))) group.isTag = true
  else group.skipped = true
}

function applyWord(scan: Scan, word: string, number: string | undefined): void {
  const character = CHARACTERS.get(word)
  if (character !== undefined) write(scan, character === '\n' && scan.fromHtml ? '\r\n' : character)
  else if (HIDDEN.has(word)) current(scan).skipped = true
  else WORDS.get(word)?.(scan, number)
}

const WORDS = new Map<string, (scan: Scan, number: string | undefined) => void>([
  ['u', (scan, number) => writeUnit(scan, Number(number ?? 0))],
  [
    'uc',
    (scan, number) => {
      current(scan).unicodeSkip = Math.min(Math.abs(Number(number ?? 1)), 10)
    },
  ],
  [
    'fromhtml',
    (scan) => {
      scan.fromHtml = true
    },
  ],
  [
    'htmlrtf',
    (scan, number) => {
      current(scan).isRtfOnly = number !== '0'
    },
  ],
  [
    'ansicpg',
    (scan, number) => {
      scan.charset = `cp${number ?? '1252'}`
    },
  ],
  [
    'bin',
    (scan, number) => {
      scan.at += Math.max(0, Number(number ?? 0))
    },
  ],
])

function isShown(scan: Scan): boolean {
  const group = current(scan)
  return !group.skipped && !(scan.fromHtml && group.isRtfOnly)
}

function write(scan: Scan, text: string): void {
  const shown = text.slice(scan.skip)
  scan.skip = Math.max(0, scan.skip - text.length)
  if (shown === '') return
  flushBytes(scan)
  if (!isShown(scan)) return
  scan.out.push(shown)
  scan.size += shown.length
}

function writeByte(scan: Scan, byte: number): void {
  if (scan.skip > 0) scan.skip--
  else if (isShown(scan)) scan.bytes.push(byte)
}

function writeUnit(scan: Scan, unit: number): void {
  scan.skip = 0
  write(scan, String.fromCharCode(unit & 0xffff))
  scan.skip = current(scan).unicodeSkip
}

function flushBytes(scan: Scan): void {
  if (scan.bytes.length === 0) return
  const text = decodeCharset(new Uint8Array(scan.bytes), scan.charset)
  scan.bytes = []
  scan.out.push(text)
  scan.size += text.length
}
