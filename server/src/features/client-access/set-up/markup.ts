/** A piece of XML whose texts are escaped: what a stranger named cannot be markup. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | readonly Markup[]

/** XML by a template; everything that is filled in is text, unless it was made by `xml` too. */
export const xml = (pieces: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(pieces.map((piece, at) => piece + textOf(parts[at] ?? '')).join(''))

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
