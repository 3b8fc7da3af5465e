import type { TagAttributes } from './html-tokens.ts'

/** Why the text of an element is not seen. `gone` holds for all inside; the others are inherited and can be undone. */
export type Visibility = { gone: boolean; tiny: boolean; invisible: boolean }

/** Rules of style elements that concern visibility, by simple selector ('p', '.x', '#x', 'p.x'). */
export type StyleRules = { bySelector: Map<string, Declarations>; charactersLeft: number }

type Declarations = Map<string, string>

const GONE_ELEMENTS = new Set([
  'template',
  'svg',
  'math',
  'object',
  'video',
  'audio',
  'canvas',
  'select',
  'datalist',
])
const RELEVANT = new Set([
  'display',
  'visibility',
  'opacity',
  'font-size',
  'font',
  'color',
  'height',
  'max-height',
  'width',
  'max-width',
  'overflow',
  'overflow-x',
  'overflow-y',
  'mso-hide',
  'text-indent',
  'position',
  'left',
  'top',
  'right',
  'clip',
  'clip-path',
  'transform',
])
const NO_DECLARATIONS: Declarations = new Map()

export function newStyleRules(): StyleRules {
  return { bySelector: new Map(), charactersLeft: 256 * 1024 }
}

/**
 * What is seen of an element, from its own style, its class and id rules and its parent. Threat T8 ("kobold letters"): text that
 * style hides must not come up in previews, search, forwards or what the assistant reads.
 */
export function visibilityOf(
  tag: { name: string; attributes: TagAttributes },
  parent: Visibility,
  rules: StyleRules,
): Visibility {
  if (parent.gone) return parent
  const { name, attributes } = tag
  const style = styleOf(name, attributes, rules)
  const isGone = attributes.hidden !== undefined || GONE_ELEMENTS.has(name)
  if (style.size === 0 && !isGone) return parent
  const visibility = style.get('visibility')
  return {
    gone: isGone || isGoneByStyle(style),
    tiny: isTiny(style, parent.tiny),
    invisible:
      visibility === undefined || visibility === 'inherit'
        ? parent.invisible
        : visibility === 'hidden' || visibility === 'collapse',
  }
}

/** Adds the rules of one style element. Rules inside @media and other blocks depend on the screen and are left out. */
export function addStyleRules(rules: StyleRules, css: string): void {
  const text = withoutCssComments(css.slice(0, Math.max(0, rules.charactersLeft)))
  rules.charactersLeft -= css.length
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{', at)
    if (open === -1) return
    // Statements such as @import end with ';' and may stand before the selector. Looked for in this rule alone: a look back
    // over the whole sheet for each rule was quadratic.
    const before = text.slice(at, open)
    const selector = before.slice(before.lastIndexOf(';') + 1).trim()
    const close = selector.startsWith('@') ? blockEnd(text, open) : text.indexOf('}', open)
    const end = close === -1 ? text.length : close
    if (!selector.startsWith('@')) addRule(rules, selector, text.slice(open + 1, end))
    at = end + 1
  }
}

function addRule(rules: StyleRules, selectors: string, body: string): void {
  const declarations = parseDeclarations(body)
  if (declarations.size === 0) return
  for (const selector of selectors.slice(0, 2000).toLowerCase().split(',')) {
    const simple = selector.replace('<!--', '').trim()
    if (!/^(?:[a-z][a-z0-9]*)?(?:[.#][\w-]+)?$/.test(simple) || simple === '') continue
    const known = rules.bySelector.get(simple)
    rules.bySelector.set(simple, new Map([...(known ?? []), ...declarations]))
  }
}

function blockEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

function styleOf(name: string, attributes: TagAttributes, rules: StyleRules): Declarations {
  const own = attributes.style === undefined ? NO_DECLARATIONS : parseDeclarations(attributes.style)
  if (rules.bySelector.size === 0) return own
  const found: Declarations[] = []
  const add = (selector: string): void => {
    const rule = rules.bySelector.get(selector)
    if (rule !== undefined) found.push(rule)
  }
  add(name)
  for (const one of (attributes.class ?? '').toLowerCase().split(/\s+/, 50)) {
    add(`.${one}`)
    add(`${name}.${one}`)
  }
  if (attributes.id !== undefined) {
    add(`#${attributes.id.toLowerCase()}`)
    add(`${name}#${attributes.id.toLowerCase()}`)
  }
  if (found.length === 0) return own
  return new Map([...found.flatMap((rule) => [...rule]), ...own])
}

function parseDeclarations(css: string): Declarations {
  const found: Declarations = new Map()
  const important = new Set<string>()
  for (const declaration of unescapeCss(withoutCssComments(css)).toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(0, colon)).trim()
    if (!RELEVANT.has(name)) continue
    const written = declaration.slice(colon + 1)
    const mark = written.indexOf('!')
    if (mark === -1 && important.has(name)) continue
    if (mark !== -1) important.add(name)
    found.set(name, (mark === -1 ? written : written.slice(0, mark)).trim())
  }
  return found
}

function isGoneByStyle(style: Declarations): boolean {
  if (style.get('display') === 'none' || style.get('mso-hide') === 'all') return true
  if (isBelow(style.get('opacity'), 0.05)) return true
  if (style.get('color') === 'transparent') return true
  if (/^scale[xy]?\(0/.test(style.get('transform') ?? '')) return true
  if (isBelow(style.get('text-indent'), -400)) return true
  return isOffScreen(style) || isClipped(style)
}

function isOffScreen(style: Declarations): boolean {
  const position = style.get('position')
  if (position !== 'absolute' && position !== 'fixed') return false
  if (/^rect\(\s*[01](?:px)?[\s,]+[01]/.test(style.get('clip') ?? '')) return true
  return ['left', 'top', 'right'].some((side) => isBelow(style.get(side), -400))
}

function isClipped(style: Declarations): boolean {
  if (/^(?:inset\((?:50|100)%|circle\(0)/.test(style.get('clip-path') ?? '')) return true
  const overflow = style.get('overflow') ?? style.get('overflow-y') ?? style.get('overflow-x')
  if (overflow !== 'hidden' && overflow !== 'clip') return false
  return ['height', 'max-height', 'width', 'max-width'].some((side) =>
    isBelow(style.get(side), 1.5),
  )
}

/** font-size:0 on a wrapper with a real size inside is how many newsletters are laid out, so it can be undone. */
function isTiny(style: Declarations, parentIsTiny: boolean): boolean {
  const size = style.get('font-size') ?? /(?<!\S)([\d.]+[a-z%]+)/.exec(style.get('font') ?? '')?.[1]
  if (size === undefined || size === 'inherit') return parentIsTiny
  const isRelative =
    size.endsWith('%') || /[\d.]em$/.test(size) || size === 'smaller' || size === 'larger'
  if (isRelative) return parentIsTiny || isBelow(size, 0.05)
  return isBelow(size, 1.5) && !/rem$|in$|cm$|vw$/.test(size) ? true : isBelow(size, 0.01)
}

/** True for a number (with any unit) below `limit`. */
function isBelow(value: string | undefined, limit: number): boolean {
  return value !== undefined && Number.parseFloat(value) < limit
}

function withoutCssComments(css: string): string {
  let open = css.indexOf('/*')
  if (open === -1) return css
  let out = ''
  let from = 0
  while (open !== -1) {
    out += css.slice(from, open)
    const close = css.indexOf('*/', open + 2)
    if (close === -1) return out
    from = close + 2
    open = css.indexOf('/*', from)
  }
  return out + css.slice(from)
}

/** `d\69splay` is `display` to a browser. */
function unescapeCss(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(
    /\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f]))/gi,
    (_, hex?: string, literal?: string) => {
      if (hex === undefined) return literal ?? ''
      const code = Number.parseInt(hex, 16)
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ''
    },
  )
}
