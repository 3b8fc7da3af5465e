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

  const style = (text: string): string => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (!declarations || text.length > longest) return ''
    declarations.cssText = text
    const clean = cleanDeclarations(declarations)
    known.set(text, clean)
    return clean
  }
  return { style, sheet: cleanSheet }
}

function cleanSheet(text: string): string {
  if (text.length > longest) return ''
  const sheet = new CSSStyleSheet()
  try {
    sheet.replaceSync(text)
  } catch {
    return ''
  }
  const left = { rules: mostRules }
  return cleanRules(sheet.cssRules, left, 0)
}

function cleanRules(rules: CSSRuleList, left: { rules: number }, depth: number): string {
  let text = ''
  for (const rule of rules) {
    if (left.rules-- <= 0) break
    if (rule instanceof CSSStyleRule) text += cleanRule(rule)
    else if (rule instanceof CSSMediaRule && depth < 2 && isSafeCondition(rule.conditionText)) {
      const inner = cleanRules(rule.cssRules, left, depth + 1)
      if (inner) text += `@media ${rule.conditionText}{${inner}}`
    }
  }
  return text
}

function cleanRule(rule: CSSStyleRule): string {
  if (!isSafeSelector(rule.selectorText)) return ''
  const clean = cleanDeclarations(rule.style)
  return clean ? `${rule.selectorText}{${clean}}` : ''
}

function cleanDeclarations(style: CSSStyleDeclaration): string {
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name)
    if (!isAllowedProperty(name) || !isSafeValue(value) || !isPaintable(name, value)) {
      style.removeProperty(name)
    }
  }
  return isSafeValue(style.cssText) ? style.cssText : ''
}
