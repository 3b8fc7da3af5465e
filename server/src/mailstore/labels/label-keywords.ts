/**
 * What mail programs call a label (ADR 28): `$label_` and its first name. Letters, digits, `.`, `_` and `-` of ASCII stay, each
 * other byte of UTF-8 is `=` and two hexadecimal digits: an atom that survives programs which fold its case, because a
 * keyword is the same in any case of letters (RFC 9051 §2.3.2) and two names of labels are too.
 */
export const labelPrefix = '$label_'

/** Signs of a keyword at most: of a label's a name of 255 bytes, each of which may be three signs; of any other. */
const longest = { label: 1_000, other: 100 }

export const isKeywordTooLong = (keyword: string): boolean =>
  keyword.length > (isLabelKeyword(keyword) ? longest.label : longest.other)

/** A keyword that no other label has. */
export function keywordFor(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()))
  const first = labelPrefix + encoded(name)
  let keyword = first
  for (let count = 2; used.has(keyword.toLowerCase()); count++) keyword = `${first}_${count}`
  return keyword
}

const encoded = (name: string): string =>
  name.replace(/[^A-Za-z0-9._-]/gu, (letter) =>
    [...Buffer.from(letter)]
      .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )

export const isLabelKeyword = (keyword: string): boolean =>
  keyword.toLowerCase().startsWith(labelPrefix)

/** The name that a keyword of a label stands for; null where it is none. */
export function nameOfKeyword(keyword: string): string | null {
  if (!isLabelKeyword(keyword)) return null
  const text = keyword.slice(labelPrefix.length)
  if (!/^(?:[A-Za-z0-9._-]|=[0-9A-Fa-f]{2})+$/.test(text)) return null
  const bytes = text.replace(/=(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}
