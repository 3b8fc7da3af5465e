/** As a style sheet is made up: at-rules without a block, and rules with theirs. */
const outerRules = (css: string): string[] => {
  const rules: string[] = []
  let depth = 0
  let began = 0
  for (let at = 0; at < css.length; at++) {
    const char = css[at]
    if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '{') depth++
    else if ((char === '}' && --depth === 0) || (char === ';' && depth === 0)) {
      rules.push(css.slice(began, at + 1))
      began = at + 1
    }
  }
  if (css.slice(began).trim() !== '') throw new Error(`styles without an end: ${css.slice(began)}`)
  return rules
}

function endOfString(css: string, start: number): number {
  const end = css.indexOf(css[start] ?? '', start + 1)
  // A quote inside of a string is none of ours: the build writes the other kind around it.
  if (end < 0 || css[end - 1] === '\\')
    throw new Error(`a string that is not read: ${css.slice(start)}`)
  return end
}

/** A class of a module of styles is its name, a word for the file, and a number. */
const moduleClass = /_[\w-]*?_(\w{5})_\d+/g

const filesIn = (text: string): string[] =>
  [...text.matchAll(moduleClass)].map(([, file = '']) => file)

/**
 * What of the styles a page needs that shows only what stands in it: rules without a class of a module, and those of the modules that it
 * names. The others are two thirds, and the browser would read them before the first frame.
 */
export function stylesFor(html: string, css: string): string {
  const named = new Set(filesIn(html))
  return outerRules(css)
    .filter((rule) => {
      const files = filesIn(rule.replaceAll(/:not\([^)]*\)/g, ''))
      return files.length === 0 || files.some((file) => named.has(file))
    })
    .join('')
}
