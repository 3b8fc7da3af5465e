/** Text of a document as text of HTML. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Largest HTML that a preview is made into, in characters. */
export const maxHtml = 2_000_000

/** Collects pieces up to the limit. */
export interface HtmlWriter {
  add(html: string): void
  readonly full: boolean
  html(): string
}

export function htmlWriter(): HtmlWriter {
  const pieces: string[] = []
  let left = maxHtml
  return {
    add: (html) => {
      if (left <= 0) return
      left -= html.length
      pieces.push(html)
    },
    get full() {
      return left <= 0
    },
    html: () => pieces.join(''),
  }
}
