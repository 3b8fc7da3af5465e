/** An element name that no style of a mail can know: drawn by chance once for each page. */
const chance = `hy-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`

/**
 * An element of ours inside a mail. Everything it looks like stands in its own style and is important, which no rule of
 * the mail outweighs (T8, T29): `span{display:none!important}` once took our warnings away.
 */
export const ourMark = (page: Document, text: string, looks: Record<string, string>): HTMLElement =>
  markMaker(page, looks)(text)

/** Makes marks that look alike: thousands are copies of one, whose style was read once. */
export function markMaker(
  page: Document,
  looks: Record<string, string>,
): (text: string) => HTMLElement {
  const first = page.createElement(chance)
  first.style.cssText = importantLooks(looks)
  return (text) => {
    const mark = page.importNode(first)
    mark.textContent = text
    return mark
  }
}

export const isOurMark = (element: Element | null): boolean => element?.localName === chance

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
