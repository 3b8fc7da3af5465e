import { decodeEntities } from './entities.ts'

/** Elements that begin and end a line. */
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
const silent = new Set(['script', 'style', 'title', 'template', 'head'])
const maxQuotes = 20

/** A line that grows piece by piece and is put together once. */
class Line {
  #pieces: string[] = []
  /** Something stands in it beside blanks. */
  hasWords = false

  get length(): number {
    return this.#pieces.length
  }

  get isOpen(): boolean {
    return this.length > 0 && !this.#pieces.at(-1)?.endsWith(' ')
  }

  add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    this.hasWords ||= /\S/.test(piece)
  }

  /** @param piece how long the line was then */
  since(piece: number): string {
    return this.#pieces.slice(piece).join('')
  }

  take(): string {
    const line = this.since(0)
    this.#pieces = []
    this.hasWords = false
    return line
  }
}

interface State {
  out: string[]
  line: Line
  quotes: number
  /** An empty line is owed before the next text. */
  gap: boolean
  pre: number
  link: string
  /** How long the line was when the link began. */
  linkStart: number
}

/** What can begin a tag, a comment or a declaration; any other `<` is text. */
const opener = /<(?=\/?[a-z]|[!?])/gi

/**
 * The text alternative of a mail that was written as HTML: lines and paragraphs as shown, quotes with `> `, list
 * items with `- `, links with their address. One linear pass; made for people, not for security.
 */
export function plainText(html: string): string {
  const line = new Line()
  const state: State = { out: [], line, quotes: 0, gap: false, pre: 0, link: '', linkStart: 0 }
  for (let at = 0; at < html.length; ) {
    opener.lastIndex = at
    const open = opener.exec(html)?.index ?? html.length
    if (open > at) addText(state, html.slice(at, open))
    at = open < html.length ? readTag(state, html, open) : open
  }
  endLine(state)
  return state.out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A text as it travels where HTML is wanted, without loss. */
export const asPre = (text: string): string =>
  `<pre>${text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</pre>`

/** The text of a mail that is text alone: what `asPre` made exactly as it was, whatever follows as `plainText` has it. */
export function textAlone(html: string): string {
  const own = /^<pre>([^<]*)<\/pre>/.exec(html)
  if (own === null) return plainText(html)
  const text = decodeEntities(own[1] ?? '')
  const rest = plainText(html.slice(own[0].length))
  return rest === '' ? text : `${text.trimEnd()}\n${rest}`
}

/** @returns where to read on */
function readTag(state: State, html: string, open: number): number {
  if (html.startsWith('<!--', open)) return after(html, '-->', open + 4)
  const name = /^\/?[a-z][\w:-]{0,30}/i.exec(html.slice(open + 1, open + 40))?.[0].toLowerCase()
  if (name === undefined) return after(html, '>', open)
  const end = after(html, '>', open)
  if (silent.has(name)) return after(html, '>', skipTo(html, `</${name}`, end))
  tag(state, name, html.slice(open, end))
  return end
}

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

function skipTo(html: string, mark: string, from: number): number {
  const found = new RegExp(mark, 'gi')
  found.lastIndex = from
  return found.exec(html)?.index ?? html.length
}

function tag(state: State, name: string, source: string): void {
  const closing = name.startsWith('/')
  const element = closing ? name.slice(1) : name
  if (inline(state, { element, closing, source })) return
  if (!blocks.has(element)) return
  endLine(state)
  if (element === 'p' || element === 'pre' || /^h\d$/.test(element)) state.gap = true
  if (element === 'pre') state.pre = Math.max(0, state.pre + (closing ? -1 : 1))
  if (element === 'blockquote') {
    state.gap = false
    state.quotes = Math.min(maxQuotes, Math.max(0, state.quotes + (closing ? -1 : 1)))
  }
  if (element === 'li' && !closing) state.line.add('- ')
  if (element === 'hr') state.line.add('-'.repeat(20))
}

/** @returns true when the element was one that stays within its line */
function inline(
  state: State,
  { element, closing, source }: { element: string; closing: boolean; source: string },
): boolean {
  if (element === 'br') breakLine(state)
  else if (element === 'a' && closing) closeLink(state)
  else if (element === 'a') openLink(state, source)
  else if (element === 'td' || element === 'th') {
    if (closing && state.line.hasWords) state.line.add('\t')
  } else return false
  return true
}

function addText(state: State, text: string): void {
  const decoded = decodeEntities(text).replaceAll('\u00a0', ' ')
  if (state.pre > 0) {
    const [first = '', ...rest] = decoded.split(/\r\n|\r|\n/)
    state.line.add(first)
    for (const line of rest) {
      breakLine(state)
      state.line.add(line)
    }
    return
  }
  // A blank that stands alone stays: the places of a million of them would take more room than the text.
  const flat = decoded.replace(/[ \t\r\n]{2,}|[\t\r\n]/g, ' ')
  state.line.add(state.line.isOpen ? flat : flat.replace(/^ /, ''))
}

function openLink(state: State, source: string): void {
  state.link = /\shref\s*=\s*["']?(https?:[^"'\s>]{1,2000})/i.exec(source)?.[1] ?? ''
  state.linkStart = state.line.length
}

function closeLink(state: State): void {
  const link = decodeEntities(state.link)
  state.link = ''
  if (link === '') return
  const shown = state.line.since(state.linkStart).trim()
  if (shown !== '' && shown !== link) state.line.add(` <${link}>`)
}

/** A line end that the writer made; an empty one stays. */
function breakLine(state: State): void {
  if (state.line.length === 0) state.out.push(prefix(state).trimEnd())
  else endLine(state)
}

function endLine(state: State): void {
  const line = state.line.take().trimEnd()
  if (line === '') return
  if (state.gap && state.out.length > 0) state.out.push(prefix(state).trimEnd())
  state.gap = false
  state.out.push(prefix(state) + line)
}

const prefix = ({ quotes }: State): string => (quotes === 0 ? '' : `${'>'.repeat(quotes)} `)
