/** Fifty folders in each other, each with a long name. */
const mostBytes = 16 * 1024

/**
 * Names of mailboxes on the wire: modified UTF-7 (RFC 3501 §5.1.3). A name that comes as UTF-8 is taken as well
 * (RFC 9051 §5.1), because no modified UTF-7 has a byte above 0x7f.
 */
export function decodeMailboxName(bytes: string, { isUtf8 = false } = {}): string | null {
  if (bytes.length > mostBytes) return null
  if (isUtf8 || /[\x80-\xff]/.test(bytes)) return decodeUtf8(bytes)
  let name = ''
  for (const part of bytes.split(/(&[^-]*-?)/)) {
    if (!part.startsWith('&')) name += part
    else if (part === '&-') name += '&'
    else {
      const decoded = part.endsWith('-') ? decodeShifted(part.slice(1, -1)) : null
      if (decoded === null) return null
      name += decoded
    }
  }
  return name
}

export const encodeMailboxName = (name: string): string =>
  name.replace(/&|[^\x20-\x7e]+/g, (part) =>
    part === '&'
      ? '&-'
      : `&${utf16(part).toString('base64').replaceAll('=', '').replaceAll('/', ',')}-`,
  )

/** Null where the bytes are no UTF-8. */
export function decodeUtf8(bytes: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(bytes, 'latin1'),
    )
  } catch {
    return null
  }
}

const utf16 = (text: string): Buffer => Buffer.from(text.toWellFormed(), 'utf16le').swap16()

function decodeShifted(base64: string): string | null {
  if (!/^[A-Za-z0-9+,]+$/.test(base64)) return null
  const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64')
  if (bytes.length === 0 || bytes.length % 2 !== 0) return null
  const text = bytes.swap16().toString('utf16le')
  // What would be written otherwise is another spelling of another name (RFC 3501 §5.1.3).
  return text.isWellFormed() && !/[\x20-\x7e]/.test(text) ? text : null
}
