import { cut } from '../clean.ts'
import type { HtmlScan, HtmlToken, TagAttributes } from './html-tokens.ts'
import { nextToken } from './html-tokens.ts'
import type { StyleRules, Visibility } from './html-visibility.ts'
import { addStyleRules, newStyleRules, visibilityOf } from './html-visibility.ts'
import type { TextWriter } from './text-writer.ts'
import { newTextWriter, writeBreak, writeText } from './text-writer.ts'

type Open = { name: string; visibility: Visibility }
type Walk = {
  stack: Open[]
  /** How often each name is on the stack. */
  counts: Map<string, number>
  /** Steps up the stack that are left; a text that uses them all up is hostile and gets short looks only. */
  steps: number
  rules: StyleRules
  writer: TextWriter
}

/** Deeper elements take the place of their neighbour, as in browsers. Bounds memory and every look up the stack. */
const MAX_DEPTH = 512
const MAX_STEPS = 1_000_000
const SHORT_LOOK = 4
const SEEN: Visibility = { gone: false, tiny: false, invisible: false }

const words = (text: string): Set<string> => new Set(text.split(' '))
const VOID = words(
  'area base br col embed hr img input link meta param source track wbr frame basefont bgsound keygen',
)
const BLOCK = words(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul',
)
const SPACED = words('p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre table')
const CELL = words('td th')
/** End tags of other elements stop at these (WHATWG "special" elements, shortened). */
const SPECIAL = new Set([...BLOCK, 'td', 'th', 'button', 'marquee', 'applet', 'object', 'template'])
const SCOPE = words('html table td th caption marquee object template applet')
const NONE: ReadonlySet<string> = new Set()

/** Start tags that close an open element by themselves: what they close, and where the look up the stack ends. */
const IMPLIED: Record<string, { closes: string[]; stops: ReadonlySet<string> }> = {
  li: { closes: ['li'], stops: words('ul ol table td th') },
  dt: { closes: ['dt', 'dd'], stops: words('dl table td th') },
  dd: { closes: ['dt', 'dd'], stops: words('dl table td th') },
  td: { closes: ['td', 'th'], stops: words('tr table') },
  th: { closes: ['td', 'th'], stops: words('tr table') },
  tr: { closes: ['tr'], stops: words('table') },
}
const CLOSES_PARAGRAPH = { closes: ['p'], stops: new Set([...SCOPE, 'button']) }

/**
 * The text a reader of this HTML sees: one pass, no DOM. Left out: head, styles, scripts, comments, and what style hides
 * (display, visibility, opacity, sizes of 0 …: threat T8). Blocks become lines, quotes get '> ', links keep their text. At most
 * `maxChars` characters. Linear for any input, never throws.
 */
export function htmlToText(html: string, maxChars = 1_000_000): string {
  const steps = htmlToTextInSteps(html, maxChars)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Letters of HTML that are read in one step: some milliseconds at the worst. */
const IN_ONE_STEP = 4_096

/** The same for who has others to serve: between one step and the next it may be left for a while. */
export function* htmlToTextInSteps(html: string, maxChars = 1_000_000): Generator<void, string> {
  const scan: HtmlScan = { html, at: 0 }
  const walk: Walk = {
    stack: [],
    counts: new Map(),
    steps: MAX_STEPS,
    rules: newStyleRules(),
    writer: newTextWriter(),
  }
  let step = IN_ONE_STEP
  while (walk.writer.out.length < maxChars) {
    const token = nextToken(scan)
    if (token === null) break
    take(walk, token)
    if (scan.at < step) continue
    yield
    step = scan.at + IN_ONE_STEP
  }
  return cut(walk.writer.out, maxChars)
}

function take(walk: Walk, token: HtmlToken): void {
  switch (token.kind) {
    case 'text':
      if (isSeen(top(walk))) writeText(walk.writer, token.text)
      break
    case 'style':
      addStyleRules(walk.rules, token.css)
      break
    case 'open':
      openElement(walk, token.name, token.attributes)
      break
    case 'close':
      closeElement(walk, token.name)
      break
    default:
  }
}

function openElement(walk: Walk, name: string, attributes: TagAttributes): void {
  closeImplied(walk, name)
  const visibility = visibilityOf({ name, attributes }, top(walk), walk.rules)
  if (!visibility.gone) startLayout(walk.writer, name)
  if (VOID.has(name)) return
  if (walk.stack.length >= MAX_DEPTH) pop(walk)
  walk.stack.push({ name, visibility })
  walk.counts.set(name, (walk.counts.get(name) ?? 0) + 1)
}

function startLayout(writer: TextWriter, name: string): void {
  if (name === 'br') writeBreak(writer, 'line')
  else if (BLOCK.has(name)) writeBreak(writer, SPACED.has(name) ? 'paragraph' : 'block')
  else if (CELL.has(name)) writer.space = true
  if (name === 'blockquote') writer.quotes++
  if (name === 'pre') writer.pre++
  if (name === 'li') writer.bullet = true
}

function endLayout(writer: TextWriter, name: string): void {
  if (BLOCK.has(name)) writeBreak(writer, SPACED.has(name) ? 'paragraph' : 'block')
  if (name === 'blockquote') writer.quotes--
  if (name === 'pre') writer.pre--
  if (name === 'li') writer.bullet = false
}

function closeElement(walk: Walk, name: string): void {
  if (name === 'br' || (name === 'p' && !isOpen(walk, name))) {
    if (!top(walk).gone) writeBreak(walk.writer, 'line')
    return
  }
  const isSpecial = SPECIAL.has(name)
  const isTablePart = SCOPE.has(name) || name === 'tr' || name === 'tbody'
  // A link or bold end tag must not close the hidden block around it, nor a div the cell it stands in.
  const stops = isTablePart ? NONE : isSpecial ? SCOPE : SPECIAL
  popThrough(walk, { closes: [name], stops })
}

function isOpen(walk: Walk, name: string): boolean {
  return (walk.counts.get(name) ?? 0) > 0
}

function closeImplied(walk: Walk, name: string): void {
  if (Object.hasOwn(IMPLIED, name)) {
    const rule = IMPLIED[name]
    if (rule !== undefined) popThrough(walk, rule)
  } else if (BLOCK.has(name) && name !== 'body' && name !== 'html') {
    popThrough(walk, CLOSES_PARAGRAPH)
  }
}

/** Pops up to and with the nearest element of `closes`, unless one of `stops` comes first. */
function popThrough(walk: Walk, rule: { closes: string[]; stops: ReadonlySet<string> }): void {
  const { stack } = walk
  if (!rule.closes.some((name) => isOpen(walk, name))) return
  const lowest = walk.steps > 0 ? 0 : Math.max(0, stack.length - SHORT_LOOK)
  for (let i = stack.length - 1; i >= lowest; i--) {
    walk.steps--
    const name = stack[i]?.name ?? ''
    if (rule.closes.includes(name)) {
      while (stack.length > i) pop(walk)
      return
    }
    if (rule.stops.has(name)) return
  }
}

function pop(walk: Walk): void {
  const gone = walk.stack.pop()
  if (gone === undefined) return
  walk.counts.set(gone.name, (walk.counts.get(gone.name) ?? 1) - 1)
  if (!gone.visibility.gone) endLayout(walk.writer, gone.name)
}

function top(walk: Walk): Visibility {
  return walk.stack.at(-1)?.visibility ?? SEEN
}

function isSeen(visibility: Visibility): boolean {
  return !visibility.gone && !visibility.tiny && !visibility.invisible
}
