const [zero, nine, minus] = [48, 57, 45]
const quote = 34
const backslash = 92

/** `{1,-2,30}`, character by character: the numbers of 100,000 messages take a few milliseconds, and five times that as texts. */
export function readNumbers(text: string): number[] {
  const list: number[] = []
  let value = 0
  let sign = 1
  for (let at = 1; at < text.length && text.length > 2; at++) {
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) value = value * 10 + (code - zero)
    else if (code === minus) sign = -1
    else {
      list.push(sign * value)
      value = 0
      sign = 1
    }
  }
  return list
}

/**
 * `{plain,"in quotes, with \\" and \\\\",NULL}`, a list of texts of one dimension, as PostgreSQL writes it (its manual, §8.15.6):
 * what mails name of each other is some kilobytes in each of thousands of rows. Linear.
 */
export function readTexts(text: string): (string | null)[] {
  const list: (string | null)[] = []
  for (let at = 1; at < text.length - 1; ) {
    if (text.charCodeAt(at) === quote) {
      const end = endOfQuoted(text, at + 1)
      const inner = text.slice(at + 1, end)
      list.push(inner.includes('\\') ? inner.replaceAll(/\\(.)/gs, '$1') : inner)
      at = end + 2
    } else {
      const comma = text.indexOf(',', at)
      const end = comma < 0 ? text.length - 1 : comma
      const plain = text.slice(at, end)
      list.push(plain === 'NULL' ? null : plain)
      at = end + 1
    }
  }
  return list
}

function endOfQuoted(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}
