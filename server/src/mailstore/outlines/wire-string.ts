/** What can stand between quotation marks: ASCII of a length that every program reads. */
const quotable = /^[\t\x20-\x7e]{0,1000}$/

/** A string as it is sent (RFC 9051 §4.3), bytes as characters: quoted where that is allowed, else a literal. */
export function wireString(text: string): string {
  if (quotable.test(text)) return `"${text.replace(/["\\]/g, '\\$&')}"`
  const bytes = Buffer.from(text.toWellFormed().replaceAll('\0', ''))
  return `{${bytes.length}}\r\n${bytes.toString('latin1')}`
}

/** A string or NIL. */
export const nstring = (text: string | null): string => (text === null ? 'NIL' : wireString(text))

const quotableUtf8 = /^\P{Cc}*$/u
const longest = 1000

/** A string as who accepts UTF-8 reads it (RFC 9755 §3), bytes as characters. */
export function wireUtf8(text: string): string {
  if (!quotableUtf8.test(text) || text.length > longest) return wireString(text)
  const bytes = Buffer.from(text.toWellFormed()).toString('latin1')
  return `"${bytes.replace(/["\\]/g, '\\$&')}"`
}
