/**
 * What CSS of a mail may say. The browser's own parser has read it before these rules are asked, so
 * escapes, comments and broken syntax are already gone: a value here is what the browser would apply.
 */

const properties = new Set(
  `color opacity visibility display float clear direction unicode-bidi zoom box-sizing vertical-align
  width height min-width max-width min-height max-height line-height letter-spacing word-spacing
  white-space white-space-collapse word-break word-wrap overflow-wrap hyphens tab-size quotes
  overflow overflow-x overflow-y table-layout border-collapse border-spacing caption-side
  -webkit-border-horizontal-spacing -webkit-border-vertical-spacing empty-cells
  list-style-type list-style-position object-fit object-position aspect-ratio
  flex-basis flex-direction flex-grow flex-shrink flex-wrap order gap row-gap column-gap
  align-content align-items align-self justify-content justify-items justify-self
  column-count column-width column-span break-inside
  background-color background-image background-repeat background-size background-clip background-origin
  background-position background-position-x background-position-y`
    .split(/\s+/)
    .filter(Boolean),
)

/** Groups whose every member is harmless: margins, paddings, borders, fonts, text. */
const groups =
  /^(?:margin|padding|border|outline|font|text)(?:-(?!image|indent-image)[a-z-]+)?$|^-webkit-text-(?:size-adjust|stroke|fill)/

/**
 * Fonts cannot be loaded (`@font-face` is dropped), `border-image` would be. Positions, animations,
 * filters, masks, cursors, counters and generated content are simply not in the list (T5, T6, T7).
 */
export const isAllowedProperty = (name: string): boolean =>
  properties.has(name) || (groups.test(name) && !name.startsWith('border-image'))

/**
 * No function that fetches (`url`, `image-set`, `src` …), reads (`attr`, `var`, `env`) or runs; no
 * character that could end the style; no height of the viewport or of a container, which would grow with the frame for ever.
 */
const unsafe =
  /[\\<>@{}]|\b(?:url|image|image-set|cross-fade|element|paint|src|var|env|attr|expression)\(|image-set|javascript:|\d(?:[sld]?v(?:h|b|min|max)|cq(?:h|b|min|max))\b/i

export const isSafeValue = (value: string): boolean => value !== '' && !unsafe.test(value)

/** No honest value is longer; a gradient of thousands of colours is painted again at every move (T31). */
const longestValue = 1_500
/** Shadows of letters, each of which is painted and blurred anew for every line. */
const mostShadows = 6
const length = /-?\d+(?:\.\d+)?(?:e\d+)?/g
/** Lengths above which letters and their edges take seconds to be painted, in CSS pixels or what is like them. */
const largest: Record<string, number> = {
  'font-size': 600,
  'text-shadow': 60,
  '-webkit-text-stroke-width': 20,
}

/** What a browser paints without a pause (T31). */
export function isPaintable(name: string, value: string): boolean {
  if (value.length > longestValue) return false
  const most = largest[name]
  if (most === undefined) return true
  if (name === 'text-shadow' && value.split('px,').length > mostShadows) return false
  const bare = value.replace(/(?:rgb|hsl|hwb|lab|lch|color)a?\([^()]*\)|#[\da-f]+/gi, '')
  const isFont = name === 'font-size'
  return (bare.match(length) ?? []).every((one) => {
    const number = Math.abs(Number(one))
    // Of the parent's, in per cent.
    return number <= (isFont && /%/.test(bare) ? most * 2 : most)
  })
}

/**
 * A selector that can stand in a rebuilt style sheet. Not `:has()`, which is looked for anew at every change, not
 * `:nth-child(… of …)`, which looks at every neighbour of each, and no
 * parts of elements such as `::details-content`, behind which our own marks stand.
 */
export const isSafeSelector = (selector: string): boolean =>
  selector.length < 4000 &&
  !/[\\<{}@]|:has\(|::/i.test(selector) &&
  !(selector.includes(':nth-') && selector.includes(' of '))

/**
 * A media condition worth keeping. Dark variants are not: the mail always lies on white. Nor those of the height, which
 * follows the content: a mail that is higher when it is lower would flicker for ever.
 */
export const isSafeCondition = (condition: string): boolean =>
  isSafeSelector(condition) &&
  !/prefers-color-scheme|height|orientation|aspect-ratio/.test(condition)

const names = /url\(|@import/gi
const space = /[\s"']*/y
const remote = /(?:https?:)?\/\//iy

/** Resources that a piece of CSS would load, roughly: only for the sentence in the banner. */
export function countRemoteCss(css: string): number {
  let count = 0
  names.lastIndex = 0
  for (let name = names.exec(css); name; name = names.exec(css)) {
    space.lastIndex = names.lastIndex
    remote.lastIndex = names.lastIndex + (space.exec(css)?.[0].length ?? 0)
    names.lastIndex = remote.lastIndex
    if (remote.test(css)) count++
  }
  return count
}
