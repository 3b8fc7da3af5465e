import { type Scanner, WireError } from './scanner.ts'

/** What of a part is asked for (RFC 9051 §6.4.5). */
export type SectionKind = 'all' | 'header' | 'text' | 'mime' | 'fields' | 'other-fields'

export interface Section {
  /** Numbers of parts; empty: the message itself. */
  path: string
  kind: SectionKind
  /** In lower case, for `fields` and `other-fields`. */
  fields: readonly string[]
}

export type FetchItem =
  | {
      kind:
        | 'flags'
        | 'uid'
        | 'date'
        | 'size'
        | 'envelope'
        | 'structure'
        | 'body'
        | 'modseq'
        | 'preview'
        | 'saved'
        | 'email-id'
        | 'thread-id'
    }
  | {
      kind: 'section'
      section: Section
      /** Reading it makes no message seen. */
      peek: boolean
      partial: { from: number; length: number } | null
      /** Its name in the answer. */
      label: string
      /** As it is stored, or without its transfer encoding (RFC 3516), or how large it is then. */
      form: 'stored' | 'decoded' | 'decoded-size'
    }

const macros: Record<string, readonly FetchItem['kind'][]> = {
  ALL: ['flags', 'date', 'size', 'envelope'],
  FAST: ['flags', 'date', 'size'],
  FULL: ['flags', 'date', 'size', 'envelope', 'body'],
}
const simple: Record<string, FetchItem['kind']> = {
  FLAGS: 'flags',
  UID: 'uid',
  INTERNALDATE: 'date',
  'RFC822.SIZE': 'size',
  ENVELOPE: 'envelope',
  BODYSTRUCTURE: 'structure',
  BODY: 'body',
  MODSEQ: 'modseq',
  PREVIEW: 'preview',
  SAVEDATE: 'saved',
  EMAILID: 'email-id',
  THREADID: 'thread-id',
}
const old: Record<string, { kind: SectionKind; peek: boolean }> = {
  RFC822: { kind: 'all', peek: false },
  'RFC822.HEADER': { kind: 'header', peek: true },
  'RFC822.TEXT': { kind: 'text', peek: false },
}
const maxItems = 200
const maxFields = 200

/** The items of FETCH. */
export function readFetchItems(scan: Scanner): FetchItem[] {
  if (scan.peek() !== '(') {
    const word = scan.dotted()
    const macro = macros[word]
    return macro ? macro.map((kind) => ({ kind }) as FetchItem) : [readItem(scan, word)]
  }
  const items = scan.list(() => readItem(scan, scan.dotted()), maxItems)
  if (items.length === 0) throw new WireError('bad list of items')
  return [...new Map(items.map((item) => [nameOf(item), item])).values()]
}

/** Equal items have one answer. */
const nameOf = (item: FetchItem): string =>
  item.kind === 'section' ? `${item.label} ${item.partial?.length} ${item.peek}` : item.kind

function readItem(scan: Scanner, name: string): FetchItem {
  if ((name === 'BODY' || name === 'BODY.PEEK') && scan.peek() === '[')
    return readSection(scan, name === 'BODY.PEEK')
  if (binary[name] && scan.peek() === '[') return readBinary(scan, name)
  const kind = simple[name]
  // It is there already: who would do without where it takes time (RFC 8970 §3.2) gets it too.
  if (kind === 'preview') scan.skip(' (LAZY)')
  if (kind) return { kind } as FetchItem
  const before = old[name]
  if (!before) throw new WireError(`unknown item ${name.slice(0, 40)}`)
  const section = { path: '', kind: before.kind, fields: [] }
  return { kind: 'section', section, peek: before.peek, partial: null, label: name, form: 'stored' }
}

function readSection(scan: Scanner, peek: boolean): FetchItem {
  scan.skip('[')
  const text = scan.dotted()
  const match =
    /^((?:[1-9]\d{0,9}\.)*[1-9]\d{0,9})?\.?(HEADER|TEXT|MIME|HEADER\.FIELDS|HEADER\.FIELDS\.NOT)?$/.exec(
      text,
    )
  if (!match) throw new WireError('bad section')
  const [, path = '', what = ''] = match
  if ((what === 'MIME' && path === '') || text.endsWith('.')) throw new WireError('bad section')
  const kind = kinds[what] ?? 'all'
  const fields = kind === 'fields' || kind === 'other-fields' ? readFields(scan) : []
  if (!scan.skip(']')) throw new WireError('] expected')
  const partial = readPartial(scan)
  const named = fields.length > 0 ? ` (${fields.map((one) => one.toUpperCase()).join(' ')})` : ''
  const from = partial ? `<${partial.from}>` : ''
  return {
    kind: 'section',
    section: { path, kind, fields },
    peek,
    partial,
    label: `BODY[${text}${named}]${from}`,
    form: 'stored',
  }
}

const binary: Record<string, { form: 'decoded' | 'decoded-size'; peek: boolean }> = {
  BINARY: { form: 'decoded', peek: false },
  'BINARY.PEEK': { form: 'decoded', peek: true },
  'BINARY.SIZE': { form: 'decoded-size', peek: true },
}

/** BINARY (RFC 3516 §4.2): parts by their numbers, no headers. */
function readBinary(scan: Scanner, name: string): FetchItem {
  const { form, peek } = binary[name] ?? { form: 'decoded', peek: true }
  scan.skip('[')
  const path = scan.dotted()
  if (!/^(?:(?:[1-9]\d{0,9}\.)*[1-9]\d{0,9})?$/.test(path) || !scan.skip(']'))
    throw new WireError('bad section')
  const partial = form === 'decoded' ? readPartial(scan) : null
  const from = partial ? `<${partial.from}>` : ''
  const section: Section = { path, kind: 'all', fields: [] }
  const label = `${form === 'decoded' ? 'BINARY' : 'BINARY.SIZE'}[${path}]${from}`
  return { kind: 'section', section, peek, partial, label, form }
}

const kinds: Record<string, SectionKind> = {
  HEADER: 'header',
  TEXT: 'text',
  MIME: 'mime',
  'HEADER.FIELDS': 'fields',
  'HEADER.FIELDS.NOT': 'other-fields',
}

/** Names of header fields are ASCII without colon (RFC 5322 §2.2), so that they can be said again as they came. */
function readFields(scan: Scanner): string[] {
  scan.space()
  const fields = scan.list(() => scan.astring().toLowerCase(), maxFields)
  const isBad = fields.some(
    (one) => !/^[\x21-\x39\x3b-\x7e]{1,100}$/.test(one) || /[()"\\{]/.test(one),
  )
  if (fields.length === 0 || isBad) throw new WireError('bad field names')
  return fields
}

function readPartial(scan: Scanner): { from: number; length: number } | null {
  if (!scan.skip('<')) return null
  const from = scan.number()
  if (!scan.skip('.')) throw new WireError('. expected')
  const length = scan.number()
  if (!scan.skip('>') || length === 0) throw new WireError('bad partial')
  return { from, length }
}
