/** An element name that no style of a mail can know: drawn by chance once for each page. */
const chance = `hy-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`

/**
 * An element of ours inside a mail. Everything it looks like stands in its own style and is important, which no rule of
 * the mail outweighs (T8, T29): `span{display:none!important}` once took our warnings away.
 */
export function ourMark(page: Document, text: string, looks: Record<string, string>): HTMLElement {
  const mark = page.createElement(chance)
  mark.textContent = text
  mark.style.cssText = importantLooks(looks)
  return mark
}

export const isOurMark = (element: Element | null): boolean => element?.localName === chance

/** Set at once: there may be thousands of marks in one mail. */
const importantLooks = (looks: Record<string, string>): string =>
  Object.entries({
    ...{ all: 'initial', display: 'inline', visibility: 'visible', opacity: '1' },
    ...looks,
  })
    .map(([name, value]) => `${name}:${value}!important`)
    .join(';')

/** Styles that hold whatever a mail says. */
export function pin(element: HTMLElement, styles: Record<string, string>): void {
  for (const [name, value] of Object.entries(styles)) {
    element.style.setProperty(name, value, 'important')
  }
}
