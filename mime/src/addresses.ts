import { cleanName, cleanText, cut } from './clean.ts'
import { decodeWords, encodeWord } from './encoded-words.ts'
import type { Address } from './types.ts'

/** What was read since the last separator. `raw` is kept for entries that hold no usable address. */
type Entry = {
  /** Display name pieces; a quoted piece is decoded on its own. */
  words: { text: string; quoted: boolean }[]
  /** Inside <…>, null if there was none. */
  angle: string | null
  comment: string
  start: number
}

type Scan = {
  text: string
  at: number
  entry: Entry
  group: string | null
  groupHasMembers: boolean
  max: number
  out: Address[]
  /** Set when a quote or comment never closes: from there on those characters are ordinary. */
  literalFrom: number
}

const MAX_NAME = 1000
const MAX_ADDRESS = 1000
/** Separators and brackets that are read: what 2,000 addresses need, three times over. */
const MAX_STEPS = 20_000
const SPECIAL = /[",;:<>()]/g
const ATEXT = /^[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+)*$/

/**
 * An address-list header (RFC 5322 section 3.4, obsolete forms, RFC 6532), given unfolded and NOT decoded. One pass
 * over groups, quoted strings, comments and routes. Encoded-words are decoded in names only and the result
 * is never read as an address (T28 mailsploit, T30). What names no single address keeps its text as
 * `name` with address ''. At most `max` entries, never throws, linear.
 */
export function parseAddresses(headerText: string, max = 2000): Address[] {
  const scan: Scan = {
    text: headerText,
    at: 0,
    entry: newEntry(0),
    group: null,
    groupHasMembers: false,
    max,
    out: [],
    literalFrom: Number.POSITIVE_INFINITY,
  }
  let steps = 0
  while (scan.at < headerText.length && scan.out.length < max && steps++ < MAX_STEPS) step(scan)
  finishEntry(scan)
  if (steps > MAX_STEPS) leaveUnread(scan)
  finishGroup(scan)
  return scan.out
}

/** Whom a header of nothing but punctuation names in the end is not looked for: nor is it taken for nobody. */
function leaveUnread({ text, at, out, max }: Scan): void {
  const name = cut(cleanName(text.slice(at, at + MAX_NAME)), MAX_NAME)
  if (name !== '' && out.length < max) out.push({ name, address: '' })
}

/**
 * For a header: `name <local@domain>` with the name quoted or as encoded-words, so that `parseAddresses` gives
 * the same entry back. An entry without address gives its name only. Never holds CR or LF (T26).
 */
export function formatAddress(address: Pick<Address, 'name' | 'address'>): string {
  const name = cut(cleanName(address.name.toWellFormed()), MAX_NAME).trim()
  const mailbox = cleanText(address.address).trim()
  if (name === '') return mailbox
  const phrase = formatPhrase(name)
  return mailbox === '' ? phrase : `${phrase} <${mailbox}>`
}

/**
 * True for an address a person may send to: `local@domain`, RFC 5321 lengths, IDN and SMTPUTF8 allowed. Domain
 * literals ([127.0.0.1]) and all-numeric top domains are refused, and < or > even in quotes: few programs carry them.
 */
export function isValidAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || /[\s\p{Cc}\p{Cf}]/u.test(text.slice(at))) return false
  const local = text.slice(0, at)
  if (new TextEncoder().encode(local).length > 64) return false
  if (
    !ATEXT.test(local) &&
    !/^"(?:[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e\u00a0-\uffff]|\\[\x20-\x3b\x3d\x3f-\x7e])+"$/.test(
      local,
    )
  )
    return false
  if (/[\p{Cc}\p{Cf}\p{Zs}]/u.test(local.replaceAll(' ', '')) || !local.isWellFormed()) return false
  return isValidDomain(text.slice(at + 1))
}

function isValidDomain(domain: string): boolean {
  if (new TextEncoder().encode(domain).length > 253 || !domain.isWellFormed()) return false
  const labels = domain.split('.')
  if (!labels.every(isValidLabel)) return false
  return !/^\d+$/.test(labels.at(-1) ?? '')
}

function isValidLabel(label: string): boolean {
  return (
    label.length <= 63 && /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u.test(label)
  )
}

function formatPhrase(name: string): string {
  const encoded = encodeWord(name)
  if (encoded !== name) return encoded
  if (/^[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*$/.test(name)) return name
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}

function newEntry(start: number): Entry {
  return { words: [], angle: null, comment: '', start }
}

/** Reads up to and including the next special character. */
function step(scan: Scan): void {
  const { text } = scan
  SPECIAL.lastIndex = scan.at
  const found = SPECIAL.exec(text)
  const end = found === null ? text.length : found.index
  if (end > scan.at) addWord(scan, text.slice(scan.at, end))
  scan.at = end + 1
  if (found === null) return
  switch (found[0]) {
    case '"':
      readQuoted(scan, end)
      break
    case '(':
      readComment(scan, end)
      break
    case '<':
      readAngle(scan, end)
      break
    case ':':
      openGroup(scan, end)
      break
    case ',':
      finishEntry(scan)
      break
    case ';':
      finishEntry(scan)
      finishGroup(scan)
      break
    default:
  }
}

function addWord(scan: Scan, text: string): void {
  if (text.trim() === '' && scan.entry.words.length === 0) return
  scan.entry.words.push({ text, quoted: false })
}

function readQuoted(scan: Scan, open: number): void {
  const { text } = scan
  if (open >= scan.literalFrom) {
    addWord(scan, '"')
    return
  }
  let at = open + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  if (at >= text.length) {
    scan.literalFrom = open
    return
  }
  scan.entry.words.push({ text: text.slice(open + 1, at), quoted: true })
  scan.at = at + 1
}

function readComment(scan: Scan, open: number): void {
  const { text } = scan
  if (open >= scan.literalFrom) return
  let depth = 1
  let at = open + 1
  for (; at < text.length && depth > 0; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')') depth--
  }
  if (depth > 0) {
    scan.literalFrom = open
    return
  }
  scan.entry.comment ||= text.slice(open + 1, at - 1)
  scan.at = at
}

/** `<local@domain>`; a quoted local part may hold '>' (CVE-2025-13033). */
function readAngle(scan: Scan, open: number): void {
  const { text } = scan
  let end = angleEnd(text, open + 1, open < scan.literalFrom)
  if (end === -1) {
    // A quote that never closes: read this bracket again without quotes.
    scan.literalFrom = open
    end = angleEnd(text, open + 1, false)
  }
  scan.at = text[end] === '>' ? end + 1 : end
  // Two brackets in one entry name no single address.
  const inside = text.slice(open + 1, end)
  scan.entry.angle = scan.entry.angle === null ? inside : `${scan.entry.angle} ${inside}`
}

/** Offset of what ends the bracket (the end of the text if nothing does), -1 inside a quote that never closes. */
function angleEnd(text: string, from: number, withQuotes: boolean): number {
  let quoted = false
  let at = from
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (withQuotes && char === '"') quoted = !quoted
    else if (quoted && char === '\\') at++
    else if (!quoted && (char === '>' || char === '<' || char === ';')) return at
  }
  return quoted ? -1 : text.length
}

function openGroup(scan: Scan, colon: number): void {
  // "mailto:" in front of an address is a habit, no group; a colon after '<' belongs to a route.
  const name = nameOf(scan.entry.words)
  finishGroup(scan)
  if (name.toLowerCase() !== 'mailto' && name !== '') {
    scan.group = cut(name, MAX_NAME)
    scan.groupHasMembers = false
  }
  scan.entry = newEntry(colon + 1)
}

function finishGroup(scan: Scan): void {
  if (scan.group !== null && !scan.groupHasMembers && scan.out.length < scan.max) {
    scan.out.push({ name: '', address: '', group: scan.group })
  }
  scan.group = null
}

function finishEntry(scan: Scan): void {
  const { entry } = scan
  if (isEmpty(entry)) {
    // Nothing but separators: a header may hold half a million of them.
    entry.start = scan.at
    return
  }
  const end = Math.min(scan.at, scan.text.length)
  scan.entry = newEntry(scan.at)
  const read = entry.angle === null ? readBare(entry) : readNamed(entry)
  if (read.address === '' && entry.angle !== null && entry.angle.trim() !== '') {
    // The brackets are part of what the sender wrote: show all of it.
    const written = scan.text.slice(entry.start, end).replace(/[,;]$/, '')
    read.name = cut(cleanName(decodeWords(written)), MAX_NAME)
  }
  if (read.name === '' && read.address === '') return
  if (scan.out.length >= scan.max) return
  scan.groupHasMembers = true
  scan.out.push(scan.group === null ? read : { ...read, group: scan.group })
}

const isEmpty = ({ words, angle, comment }: Entry): boolean =>
  words.length === 0 && angle === null && comment === ''

function readNamed(entry: Entry): Address {
  const address = normaliseAddress(entry.angle ?? '')
  const name = nameOf(entry.words) || cleanName(decodeWords(unescapeText(entry.comment)))
  const route = address === '' ? '' : routeOf(entry.angle ?? '')
  return { name: cut(name, MAX_NAME), address, ...(route === '' ? {} : { route }) }
}

/** `<@a,@b:local@domain>` names the hosts on the way (RFC 5322 §4.4). */
function routeOf(angle: string): string {
  const written = angle.trim()
  const end = written.startsWith('@') ? written.indexOf(':') : 0
  return cleanText(written.slice(0, end)).replace(/\s+/g, '')
}

/** `local@domain` or `some words local@domain`, without brackets. */
function readBare(entry: Entry): Address {
  const written = entry.words.map(({ text, quoted }) => (quoted ? `"${text}"` : text)).join('')
  const comment = cut(cleanName(decodeWords(unescapeText(entry.comment))), MAX_NAME)
  const whole = normaliseAddress(written)
  if (whole !== '') return { name: comment, address: whole }
  const trailing = trailingAddress(entry)
  if (trailing !== null) return trailing
  return { name: cut(nameOf(entry.words) || comment, MAX_NAME), address: '' }
}

/** `John Smith john@example.com`: only if there is exactly one '@', so that nothing can be passed off. */
function trailingAddress(entry: Entry): Address | null {
  const last = entry.words.at(-1)
  if (last === undefined || last.quoted) return null
  if (entry.words.some(({ text }) => text.includes('@') && text !== last.text)) return null
  const text = last.text.trimEnd()
  const space = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'))
  const before = text.slice(0, space + 1)
  if (space === -1 || before.includes('@')) return null
  const address = normaliseAddress(text.slice(space + 1))
  if (address === '') return null
  const words = [...entry.words.slice(0, -1), { text: before, quoted: false }]
  return { name: cut(nameOf(words), MAX_NAME), address }
}

function nameOf(words: Entry['words']): string {
  let out = ''
  let plain = ''
  for (const { text, quoted } of words) {
    if (quoted) {
      out += decodeWords(plain) + decodeWords(unescapeText(text))
      plain = ''
    } else {
      plain += text
    }
  }
  return cleanName(out + decodeWords(plain))
}

function unescapeText(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gs, '$1') : text
}

/** '' unless the text is exactly one addr-spec. Removes comments, a source route and obsolete white space. */
function normaliseAddress(text: string): string {
  if (text.length > MAX_ADDRESS) return ''
  const written = text.trim().replace(/^mailto:/i, '')
  const routed = written.startsWith('@') ? written.slice(written.indexOf(':') + 1) : written
  const at = routed.lastIndexOf('@')
  if (at < 1) return ''
  const local = normaliseLocal(routed.slice(0, at).trim())
  const domain = normaliseDomain(routed.slice(at + 1))
  return local === '' || domain === '' ? '' : `${local}@${domain}`
}

function normaliseLocal(text: string): string {
  if (/[\p{Cc}\p{Cf}]/u.test(text) || !text.isWellFormed()) return ''
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(text)
  if (quoted !== null) {
    const inside = unescapeText(quoted[1] ?? '')
    return ATEXT.test(inside) ? inside : `"${inside.replace(/["\\]/g, '\\$&')}"`
  }
  const tight = text.replace(/ ?\. ?/g, '.')
  // Dots in wrong places are common and harmless (docomo.ne.jp); blanks, quotes and '@' are not.
  return /^[^\s"(),:;<>@[\\\]]+$/.test(tight) ? tight : ''
}

function normaliseDomain(text: string): string {
  const tight = text
    .trim()
    .replace(/ ?\. ?/g, '.')
    .toLowerCase()
  if (/[\p{Cc}\p{Cf}]/u.test(tight) || !tight.isWellFormed()) return ''
  if (/^\[[\w.:-]+\]$/.test(tight)) return tight
  return /^[^\s"(),:;<>@[\\\]]+$/.test(tight) ? tight : ''
}
