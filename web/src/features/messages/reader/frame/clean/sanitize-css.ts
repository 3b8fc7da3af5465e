import {
  isAllowedProperty,
  isPaintable,
  isSafeCondition,
  isSafeSelector,
  isSafeValue,
} from './css-rules.ts'

/** Largest style sheet that is looked at, in characters; a bigger one is dropped whole. */
const longest = 500_000
const mostRules = 5000
/** Families of letters, each in one size, that a mail may name: each is looked for on the machine, and measured (T31). */
const mostFonts = 200

export interface CssCleaner {
  /** Cleans the text of a `style` attribute. */
  style: (text: string) => string
  /** Cleans the text of a `<style>` element. */
  sheet: (text: string) => string
}

/**
 * Cleans CSS by letting the browser parse it and writing out again only what the rules allow. The
 * sheets it parses into are attached to nothing, so nothing is loaded. One cleaner per mail: it
 * remembers repeated styles.
 */
export function cssCleaner(): CssCleaner {
  const scratch = new CSSStyleSheet()
  scratch.replaceSync('a{}')
  const rule = scratch.cssRules[0]
  const declarations = rule instanceof CSSStyleRule ? rule.style : null
  const known = new Map<string, string>()
  const fonts: Fonts = new Set()

  const style = (text: string): string => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (!declarations || text.length > longest) return ''
    declarations.cssText = text
    const clean = cleanDeclarations(declarations, fonts)
    known.set(text, clean)
    return clean
  }
  return { style, sheet: (text) => cleanSheet(text, fonts) }
}

type Fonts = Set<string>

function isOneTooMany(font: string, fonts: Fonts): boolean {
  if (fonts.has(font)) return false
  if (fonts.size >= mostFonts) return true
  fonts.add(font)
  return false
}

function cleanSheet(text: string, fonts: Fonts): string {
  if (text.length > longest) return ''
  const sheet = new CSSStyleSheet()
  try {
    sheet.replaceSync(text)
  } catch {
    return ''
  }
  return cleanRules(sheet.cssRules, { rules: mostRules, fonts }, 0)
}

interface Left {
  rules: number
  fonts: Fonts
}

function cleanRules(rules: CSSRuleList, left: Left, depth: number): string {
  let text = ''
  for (const rule of rules) {
    if (left.rules-- <= 0) break
    if (rule instanceof CSSStyleRule) text += cleanRule(rule, left.fonts)
    else if (rule instanceof CSSMediaRule && depth < 2 && isSafeCondition(rule.conditionText)) {
      const inner = cleanRules(rule.cssRules, left, depth + 1)
      if (inner) text += `@media ${rule.conditionText}{${inner}}`
    }
  }
  return text
}

function cleanRule(rule: CSSStyleRule, fonts: Fonts): string {
  if (!isSafeSelector(rule.selectorText)) return ''
  const clean = cleanDeclarations(rule.style, fonts)
  return clean ? `${rule.selectorText}{${clean}}` : ''
}

function cleanDeclarations(style: CSSStyleDeclaration, fonts: Fonts): string {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name)
    if (!isAllowedProperty(name) || !isSafeValue(value) || !isPaintable(name, value)) {
      style.removeProperty(name)
    }
  }
  const { fontFamily, fontSize } = style
  if (fontFamily + fontSize !== '' && isOneTooMany(`${fontFamily} ${fontSize}`, fonts)) {
    style.removeProperty('font-family')
    style.removeProperty('font-size')
  }
  return isSafeValue(style.cssText) ? style.cssText : ''
}
