import { decodeUtf8 } from './mailbox-name.ts'
import { type Scanner, WireError } from './scanner.ts'
import type { SequenceSet } from './sequence-set.ts'
import { readDate } from './writer.ts'

export type SearchedFlag = 'seen' | 'starred' | 'answered' | 'draft' | 'deleted'
/** Where a text is looked for. */
export type SearchedText = 'from' | 'to' | 'cc' | 'subject' | 'body' | 'text'

/** A search key (RFC 9051 §6.4.4). */
export type SearchKey =
  | { kind: 'all' | 'none' }
  | { kind: 'flag'; flag: SearchedFlag; value: boolean }
  | { kind: 'keyword'; name: string; value: boolean }
  | { kind: 'numbers'; of: 'sequence' | 'uid'; set: SequenceSet }
  | { kind: 'date'; of: 'received' | 'sent' | 'saved'; from: Date | null; until: Date | null }
  /** Since it arrived (RFC 5032). */
  | { kind: 'age'; side: 'older' | 'younger'; seconds: number }
  | { kind: 'size'; side: 'above' | 'below'; bytes: number }
  | { kind: 'modseq'; from: number }
  /** By its name of RFC 8474. */
  | { kind: 'object'; of: 'email' | 'thread'; id: string }
  | { kind: 'text'; in: SearchedText; text: string }
  | { kind: 'header'; name: string; text: string }
  | { kind: 'not'; key: SearchKey }
  | { kind: 'or' | 'and'; keys: readonly SearchKey[] }

const maxKeys = 500
const dayMs = 24 * 3600 * 1000

/** Null where the bytes are none of the charset. */
export type DecodeText = (bytes: string) => string | null

interface Reading {
  /** Keys that may still come. */
  left: number
  decode: DecodeText
}

/** The keys of a search, joined by AND. */
export function readSearchKeys(scan: Scanner, decode: DecodeText = decodeUtf8): SearchKey {
  const budget = { left: maxKeys, decode }
  const keys = [readKey(scan, budget)]
  while (scan.skip(' ')) keys.push(readKey(scan, budget))
  return { kind: 'and', keys }
}

const flags: Record<string, SearchedFlag> = {
  SEEN: 'seen',
  FLAGGED: 'starred',
  ANSWERED: 'answered',
  DRAFT: 'draft',
  DELETED: 'deleted',
}
const texts = new Set(['FROM', 'TO', 'CC', 'SUBJECT', 'BODY', 'TEXT'])

function readKey(scan: Scanner, budget: Reading): SearchKey {
  if (--budget.left < 0) throw new WireError('too many search keys')
  const next = scan.peek()
  if (next === '(') return { kind: 'and', keys: scan.list(() => readKey(scan, budget), maxKeys) }
  if (/[\d*$]/.test(next)) return { kind: 'numbers', of: 'sequence', set: scan.sequenceSet() }
  const word = scan.word()
  const flag = flags[word]
  if (flag) return { kind: 'flag', flag, value: true }
  const without = word.startsWith('UN') ? flags[word.slice(2)] : undefined
  if (without) return { kind: 'flag', flag: without, value: false }
  if (word === 'ALL' || word === 'OLD' || word === 'SAVEDATESUPPORTED') return { kind: 'all' }
  // Nothing is ever recent here (RFC 9051 has no such flag).
  if (word === 'NEW' || word === 'RECENT') return { kind: 'none' }
  scan.space()
  if (word === 'NOT') return scan.deeper(() => ({ kind: 'not', key: readKey(scan, budget) }))
  if (word === 'OR') return scan.deeper(() => readOr(scan, budget))
  return readArgument(scan, word, budget)
}

function readOr(scan: Scanner, budget: Reading): SearchKey {
  const one = readKey(scan, budget)
  scan.space()
  return { kind: 'or', keys: [one, readKey(scan, budget)] }
}

function readArgument(scan: Scanner, word: string, { decode }: Reading): SearchKey {
  if (texts.has(word))
    return { kind: 'text', in: word.toLowerCase() as SearchedText, text: readText(scan, decode) }
  switch (word) {
    case 'BCC':
      return { kind: 'header', name: 'bcc', text: readText(scan, decode) }
    case 'HEADER': {
      const name = scan.astring().toLowerCase()
      scan.space()
      return { kind: 'header', name, text: readText(scan, decode) }
    }
    case 'UID':
      return { kind: 'numbers', of: 'uid', set: scan.sequenceSet() }
    case 'KEYWORD':
    case 'UNKEYWORD':
      return { kind: 'keyword', name: scan.atom(), value: word === 'KEYWORD' }
    case 'LARGER':
      return { kind: 'size', side: 'above', bytes: scan.number() }
    case 'SMALLER':
      return { kind: 'size', side: 'below', bytes: scan.number() }
    case 'OLDER':
    case 'YOUNGER':
      return { kind: 'age', side: word === 'OLDER' ? 'older' : 'younger', seconds: readAge(scan) }
    case 'EMAILID':
    case 'THREADID':
      return { kind: 'object', of: word === 'EMAILID' ? 'email' : 'thread', id: scan.astring() }
    case 'MODSEQ':
      return { kind: 'modseq', from: readModseq(scan) }
    default:
      return readDay(scan, word)
  }
}

function readAge(scan: Scanner): number {
  const seconds = scan.number()
  if (seconds === 0) throw new WireError('seconds expected')
  return seconds
}

/** RFC 7162 §3.1.5; the name of an entry is passed over, all flags have one position. */
function readModseq(scan: Scanner): number {
  if (scan.peek() === '"') {
    scan.string()
    scan.space()
    scan.word()
    scan.space()
  }
  return scan.number(Number.MAX_SAFE_INTEGER)
}

function readDay(scan: Scanner, word: string): SearchKey {
  const match = /^(SENT|SAVED)?(BEFORE|ON|SINCE)$/.exec(word)
  if (!match) throw new WireError(`unknown search key ${word.slice(0, 40)}`)
  const day = readDate(scan.astring())
  if (!day) throw new WireError('bad date')
  const next = new Date(day.getTime() + dayMs)
  const of = match[1] === 'SENT' ? 'sent' : match[1] ? 'saved' : 'received'
  if (match[2] === 'BEFORE') return { kind: 'date', of, from: null, until: day }
  return { kind: 'date', of, from: day, until: match[2] === 'ON' ? next : null }
}

function readText(scan: Scanner, decode: DecodeText): string {
  const text = decode(scan.astring())
  if (text === null || text.includes('\0')) throw new WireError('no text of this charset')
  return text
}
