/** Only functions that neither load nor read anything (T5, T7); the CSS parser has resolved escapes. */
const functions = /(?<![\w-])([\w-]+)\s*\(/g
const harmlessFunctions = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|calc|min|max|clamp)$/i

/** Declarations that would take text out of the page or hide it. */
const escapes =
  /^(position|z-index|inset|top|left|right|bottom|float-offset|behavior|-moz-binding)/i
const moves = /^(animation|transition|transform|cursor|pointer-events|content|clip|mask|filter)/i
const loadsByNature = /^(background-image|border-image|list-style-image|offset|shape-outside|src)/i

const pasted = new RegExp(
  `^(?:${[
    'color|background-color|font-size|font-weight|font-style|text-align|vertical-align',
    'text-decoration(?:-line|-style|-color)?|border-(?:top|right|bottom|left)-(?:style|width|color)',
    'border-collapse|border-spacing|padding-(?:top|right|bottom|left)|width|height|list-style-type',
    'margin-(?:left|top|bottom)|text-indent|white-space|line-height|direction',
  ].join('|')})$`,
)
const copiedByBrowser =
  /^(line-height|width|height|white-space|margin-|text-indent|padding-|direction)/

/** Styles of our own text or of an original being edited: everything that stays in its place. */
export function keepStyle(property: string, value: string): boolean {
  if (property.startsWith('--') || escapes.test(property)) return false
  if (moves.test(property) || loadsByNature.test(property)) return false
  return isHarmless(value)
}

/** Styles of pasted text: what a writer meant, without what the copied page happened to look like. */
export function keepPastedStyle(office: boolean): (property: string, value: string) => boolean {
  return (property, value) => {
    if (office && property === 'font-family') return isHarmless(value)
    if (!pasted.test(property) || !isHarmless(value)) return false
    if (!office && copiedByBrowser.test(property)) return false
    return !isDefault(property, value)
  }
}

/** Text that a reader cannot see must not be quoted or pasted unseen (T8). */
export function isHidden(style: CSSStyleDeclaration): boolean {
  return (
    style.display === 'none' ||
    style.visibility === 'hidden' ||
    /^0(\.0+)?$/.test(style.opacity) ||
    /^0(px|pt|em|%)?$/.test(style.fontSize)
  )
}

/** A colour name or number; the attribute forms (`bgcolor`) take nothing else. */
export function isSafeColor(value: string): boolean {
  return /^(#?[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(value.trim())
}

/** Lengths of the window or of a container: the editing frame follows its text, and would grow with them for ever. */
const ofFrame = /\d(?:[sld]?v(?:[whib]|min|max)|cq(?:[whib]|min|max))\b/i

/** A part of a shorthand that holds a variable has no value of its own: nothing to keep. */
function isHarmless(value: string): boolean {
  if (value === '' || ofFrame.test(value)) return false
  const names = Array.from(value.matchAll(functions), (match) => match[1] ?? '')
  return names.every((name) => harmlessFunctions.test(name))
}

/** Browsers copy computed values: black on white is no decision of the writer. */
function isDefault(property: string, value: string): boolean {
  const plain = value.replace(/\s/g, '').toLowerCase()
  if (property === 'background-color') {
    return /^(rgb\(255,255,255\)|white|#fff(fff)?|transparent|rgba\(0,0,0,0\)|initial|inherit)$/.test(
      plain,
    )
  }
  if (property === 'color') {
    return /^(black|#000(000)?|windowtext|initial|inherit)$|^rgb\((\d\d?),\3,\3\)$/.test(plain)
  }
  return /^(initial|inherit|normal|none|auto|baseline|start|400)$/.test(plain)
}
