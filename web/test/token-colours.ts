export interface Setting {
  scheme: 'light' | 'dark'
  turn: number
  vivid: number
  lift: number
}

interface Colour {
  /** Relative luminance, as WCAG takes it. */
  light: number
  chroma: number
}

interface Context extends Setting {
  tokens: ReadonlyMap<string, string>
}

type Triple = [number, number, number]

/** What a token of ui/tokens.css comes to: the few forms that stand there, as CSS Color 5 computes them. */
export function colourOf(value: string, context: Context): Colour {
  const lch = oklchOf(value, context)
  const [r, g, b] = linearOf(lch)
  return { light: 0.2126 * r + 0.7152 * g + 0.0722 * b, chroma: lch[1] }
}

export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [one.light, other.light].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** @throws for a form that is not known here: none may go unmeasured */
function oklchOf(value: string, context: Context): Triple {
  if (value.startsWith('var('))
    return oklchOf(context.tokens.get(value.slice(4, -1)) ?? '', context)
  if (value.startsWith('light-dark(')) {
    const [light = '', dark = ''] = split(value.slice(11, -1), ',')
    return oklchOf(context.scheme === 'light' ? light : dark, context)
  }
  if (value.startsWith('oklch(from ')) {
    const [from = '', l = '', c = '', h = ''] = split(value.slice(11, -1), ' ')
    const [light, chroma, hue] = oklchOf(from, context)
    const taken = (part: string, name: 'lift' | 'vivid' | 'turn', none: number) =>
      part.includes(`--${name}`) ? context[name] : none
    return [light + taken(l, 'lift', 0), chroma * taken(c, 'vivid', 1), hue + taken(h, 'turn', 0)]
  }
  const hex = /^#(\w\w)(\w\w)(\w\w)$/.exec(value)
  if (!hex) throw new Error(`no colour: ${value}`)
  const [r, g, b] = hex.slice(1).map((pair) => toLinear(Number.parseInt(pair, 16) / 255))
  return toOklch([r ?? 0, g ?? 0, b ?? 0])
}

/** Splits at a sign outside of brackets. */
function split(text: string, sign: string): string[] {
  const parts = ['']
  let depth = 0
  for (const one of text) {
    if (one === '(') depth++
    if (one === ')') depth--
    if (one === sign && depth === 0) parts.push('')
    else parts[parts.length - 1] += one
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const toLinear = (part: number) =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4

/** Björn Ottosson's matrices, as CSS Color 4 has them. */
function toOklch([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const light = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [light, Math.hypot(a, bb), (Math.atan2(bb, a) * 180) / Math.PI]
}

/** Outside of sRGB each part is cut off, as the browsers do. */
function linearOf([light, chroma, hue]: Triple): Triple {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const cut = (part: number) => Math.min(1, Math.max(0, part))
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
