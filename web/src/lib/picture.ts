/** An element as it is kept on this device and drawn again without a library: its name, its attributes, what is in it. */
export type Picture = string | [name: string, attributes: Record<string, string>, ...Picture[]]

/** What is drawn and does nothing by itself. */
const names =
  /^(?:a|aside|b|bdi|button|circle|div|ellipse|form|g|h[1-3]|header|hr|input|kbd|label|li|line|main|nav|p|path|polygon|polyline|rect|section|span|svg|ul)$/
const kept =
  /^(?:aria-(?!controls|owns|labelledby|describedby|activedescendant)[a-z]+|class|cx|cy|d|data-[\w-]+|dir|fill|height|href|placeholder|points|preserveAspectRatio|r|role|rx|ry|stroke[\w-]*|style|title|transform|type|viewBox|width|x[12]?|y[12]?)$/
const svg = 'http://www.w3.org/2000/svg'

/** What a part of the page looks like. @param seen says what stands there instead: the same one for as it is, null for nothing */
export function pictureOf(
  element: Element,
  seen: (element: Element) => Element | Picture | null,
): Picture | null {
  const shown = seen(element)
  if (!(shown instanceof Element)) return shown
  if (!names.test(shown.localName)) return null
  const attributes = [...shown.attributes].filter(
    ({ name, value }) => kept.test(name) && (name !== 'href' || value.startsWith('#/')),
  )
  const inside = [...shown.childNodes].flatMap((node): Picture[] => {
    if (node instanceof Text) return [node.data]
    const part = node instanceof Element ? pictureOf(node, seen) : null
    return part === null ? [] : [part]
  })
  const described = Object.fromEntries(attributes.map(({ name, value }) => [name, value]))
  return [shown.localName, described, ...inside]
}

/** Draws it. Nothing of it is read as HTML. */
export function drawn(picture: Picture, inSvg = false): Node {
  if (typeof picture === 'string') return document.createTextNode(picture)
  const [name, attributes, ...inside] = picture
  if (!names.test(name)) return document.createTextNode('')
  const isSvg = inSvg || name === 'svg'
  const element = isSvg ? document.createElementNS(svg, name) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (kept.test(key)) element.setAttribute(key, value)
  element.append(...inside.map((one) => drawn(one, isSvg)))
  return element
}
