/** How deep at-rules may lie in one another; a browser draws no more of an honest mail. */
const MOST_DEPTH = 4
const LONGEST_SELECTOR = 2000
const HTML_MARK = /<!--|-->/g
/** Their rules are taken in; what they ask says nothing of elements. */
const GROUPS = /^@(?:media|supports|layer)\b/i
/** Names of their own, which nothing outside uses. */
const KEYFRAMES = /^@(?:-[a-z]+-)?keyframes\b/i
/** `html body `, `:root`, `body.wide`: what the quoted mail called its page is now a part of another. */
const PAGE = /^(?::root|html|body)(?![\w-])/i

/**
 * The style sheet of a quoted mail, so that it reaches nothing but the element of the class `scope`: without this a mail
 * that is answered or forwarded could hide or rewrite what was written above it (threat T8). What is not plainly a rule is
 * left out: imports, fonts, rules in rules, and whatever the HTML around could be read by in another way. One pass.
 */
export function scopeCss(css: string, scope: string): string {
  const scan: Scan = { css: withoutComments(css), at: 0, scope, depth: 0 }
  return rulesOf(scan)
}

function withoutComments(css: string): string {
  let out = ''
  let at = 0
  for (let open = css.indexOf('/*'); open >= 0; open = css.indexOf('/*', at)) {
    const close = css.indexOf('*/', open + 2)
    out += `${css.slice(at, open)} `
    at = close < 0 ? css.length : close + 2
  }
  return (out + css.slice(at)).replace(HTML_MARK, ' ')
}

interface Scan {
  css: string
  at: number
  scope: string
  depth: number
}

function rulesOf(scan: Scan): string {
  let out = ''
  while (scan.at < scan.css.length) {
    const prelude = preludeOf(scan)
    const end = scan.css[scan.at++]
    if (end === '}' && scan.depth > 0) return out
    if (end !== '{') continue
    out += ruleOf(scan, prelude.trim())
  }
  return out
}

/** At the first character of a block. */
function ruleOf(scan: Scan, prelude: string): string {
  if (GROUPS.test(prelude) && scan.depth < MOST_DEPTH) {
    scan.depth++
    const inner = rulesOf(scan)
    scan.depth--
    return inner === '' || !isPlain(prelude) ? '' : `${prelude}{${inner}}`
  }
  const block = blockOf(scan)
  if (!isPlain(prelude) || !isPlain(block)) return ''
  if (KEYFRAMES.test(prelude)) return `${prelude}{${block}}`
  // A rule in a rule could name elements around its own.
  if (prelude === '' || prelude.startsWith('@') || block.includes('{')) return ''
  const selectors = partsOf(prelude).flatMap((one) => scoped(one.trim(), scan.scope) ?? [])
  return selectors.length === 0 ? '' : `${selectors.join(',')}{${block}}`
}

/** Nothing that ends the style element, and no entity, which is read inside SVG. */
const isPlain = (text: string): boolean => !/[<&]/.test(text)

/** @returns null for a selector that would reach beside the quote, as one that begins with `+` does */
function scoped(selector: string, scope: string): string | null {
  if (selector === '' || selector.length > LONGEST_SELECTOR || /^[>+~|]/.test(selector)) return null
  let rest = selector
  let onPage = false
  for (let page = PAGE.exec(rest); page; page = PAGE.exec(rest)) {
    rest = rest.slice(page[0].length)
    // `body > table`: the quote has more elements between.
    const behind = /^\s*>?\s*/.exec(rest)?.[0] ?? ''
    onPage = behind === '' && rest !== ''
    rest = rest.slice(behind.length)
    if (onPage) break
  }
  if (rest === '') return `.${scope}`
  if (/^[>+~|]/.test(rest)) return null
  // `body.wide p`: the element that stands for the page keeps its class.
  return onPage && !/^[.#[:]/.test(rest) ? null : `.${scope} ${rest}`
}

/** A list of selectors, split at the commas outside of brackets and quotes. */
function partsOf(prelude: string): string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < prelude.length; at = behindPiece(prelude, at)) {
    const char = prelude[at]
    if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (char === ',' && depth <= 0) {
      parts.push(prelude.slice(from, at))
      from = at + 1
    }
    // A list that closes what it has not opened is no list.
    if (depth < 0) return []
  }
  parts.push(prelude.slice(from))
  return depth === 0 ? parts : []
}

/** Up to the `{` or `}` that ends it, or the `;` of an at-rule without a block. */
function preludeOf(scan: Scan): string {
  const { css } = scan
  while (/\s/.test(css.charAt(scan.at))) scan.at++
  const from = scan.at
  const isStatement = css[from] === '@'
  const isEnd = (char: string | undefined) =>
    char === '{' || char === '}' || (char === ';' && isStatement)
  while (scan.at < css.length && !isEnd(css[scan.at])) scan.at = behindPiece(css, scan.at)
  return css.slice(from, scan.at)
}

/** What stands in a block, up to its own `}`, which is passed. */
function blockOf(scan: Scan): string {
  const { css, at: from } = scan
  let open = 1
  while (scan.at < css.length) {
    const char = css[scan.at]
    if (char === '{') open++
    else if (char === '}' && --open === 0) break
    scan.at = behindPiece(css, scan.at)
  }
  return css.slice(from, scan.at++)
}

/** Behind one character, or a string, or an escape. A string ends with its line (CSS Syntax 3 §4.3.5). */
function behindPiece(css: string, at: number): number {
  const char = css[at]
  if (char === '\\') return at + 2
  if (char !== '"' && char !== "'") return at + 1
  for (let to = at + 1; to < css.length; to++) {
    const next = css[to]
    if (next === '\\') to++
    else if (next === char || next === '\n' || next === '\r' || next === '\f') return to + 1
  }
  return css.length
}
