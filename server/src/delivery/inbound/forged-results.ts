import type { HeaderField } from '@hongyan/mime/headers'
import type { HeaderScan } from './header-scan.ts'

/**
 * Authentication-Results of a sender that claim to be ours: they would be believed by every reader
 * behind us (RFC 8601 §5). So would fields that look like a judgement of ours.
 * @param claims their names, lower case
 */
export function forgedResults(
  scan: HeaderScan,
  hostname: string,
  claims: readonly string[] = [],
): HeaderField[] {
  return scan.fields.filter(
    (field) =>
      claims.includes(field.name) ||
      (field.name === 'authentication-results' &&
        authservId(field.value()) === hostname.toLowerCase()),
  )
}

/** Takes fields out of a message. @param fields in the order of the message */
export function withoutFields(raw: Buffer, fields: readonly HeaderField[]): Buffer[] {
  const pieces: Buffer[] = []
  let from = 0
  for (const field of fields) {
    if (field.start > from) pieces.push(raw.subarray(from, field.start))
    from = field.end
  }
  pieces.push(raw.subarray(from))
  return pieces
}

/** The first token or quoted string after comments and folding white space, in lower case. */
export function authservId(value: string): string {
  const text = withoutLeadingComments(value)
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)
  const id = quoted
    ? (quoted[1] ?? '').replace(/\\(.)/g, '$1')
    : (/^[^\s;(]*/.exec(text)?.[0] ?? '')
  return id.trim().toLowerCase().replace(/\.$/, '')
}

function withoutLeadingComments(value: string): string {
  let depth = 0
  for (let at = 0; at < value.length; at++) {
    const character = value[at] ?? ''
    if (character === '\\' && depth > 0) at++
    else if (character === '(') depth++
    else if (character === ')' && depth > 0) depth--
    else if (depth === 0 && !/\s/.test(character)) return value.slice(at)
  }
  return ''
}
