import { detectCharset, hasHighBytes, looksLikeUtf8 } from './charset-detect.ts'
import { canonicalCharset } from './charset-names.ts'
import {
  decodeHz,
  decodeIso2022Shift,
  decodeUtf7,
  withoutEmptyShifts,
} from './charset-seven-bit.ts'

const decoders = new Map<string, TextDecoder>()

/**
 * Text of `bytes` in the charset that `label` names; never throws. Labels are repaired the way mail
 * needs it: gb2312, gbk and cp936 all decode as their superset gb18030; a label that is missing,
 * unknown or clearly wrong (UTF-8 in ISO-8859-1 clothes, 8-bit "us-ascii") falls back to detection.
 */
export function decodeCharset(bytes: Uint8Array, label: string | null): string {
  const charset = label === null ? null : canonicalCharset(label)
  if (charset === null) return decodeUnlabelled(bytes)
  const bySpecialist = decodeSpecial(bytes, charset)
  if (bySpecialist !== null) return bySpecialist
  if (!hasHighBytes(bytes)) return decodeWith(bytes, charset)
  if (charset === 'us-ascii') return decodeUnlabelled(bytes)
  return decodeDeclared(bytes, charset)
}

/** The charset that a byte order mark tells, as Windows puts one before the text of files; null without one. */
export function charsetOfMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null
}

/**
 * Bytes without a label, raw header bytes above all: what their mark says, UTF-8 if they are (RFC 6532), else what they
 * look like, gb18030 first.
 */
export function decodeUnlabelled(bytes: Uint8Array): string {
  const marked = charsetOfMark(bytes)
  if (marked !== null) return decodeWith(bytes, marked)
  const utf8 = decodeStrict(bytes, 'utf-8')
  if (utf8 !== null && !utf8.includes('\u001b')) return utf8
  return decodeWith(bytes, detectCharset(bytes))
}

function decodeDeclared(bytes: Uint8Array, charset: string): string {
  if (charset === 'utf-8') {
    const strict = decodeStrict(bytes, 'utf-8')
    if (strict !== null) return strict
    return decodeWith(bytes, looksLikeUtf8(bytes, 1) ? 'utf-8' : detectCharset(bytes))
  }
  if (charset === 'windows-1252') return decodeStrict(bytes, 'utf-8') ?? decodeWith(bytes, charset)
  const text = decodeWith(bytes, charset)
  // A wrong label shows as replacement characters; only then is another reading tried.
  return text.includes('\ufffd') ? (decodeStrict(bytes, 'utf-8') ?? text) : text
}

function decodeSpecial(bytes: Uint8Array, charset: string): string | null {
  switch (charset) {
    case 'hz-gb-2312':
      return decodeWith(decodeHz(bytes), 'gb18030')
    case 'utf-7':
      return decodeUtf7(bytes)
    case 'iso-2022-kr':
      return decodeWith(decodeIso2022Shift(bytes), 'euc-kr')
    case 'iso-2022-cn':
      return decodeWith(decodeIso2022Shift(bytes), 'gb18030')
    case 'utf-16':
      return decodeWith(bytes, isLittleEndian(bytes) ? 'utf-16le' : 'utf-16be')
    case 'utf-16le':
    case 'utf-16be':
      return decodeWith(bytes, charset)
    case 'iso-2022-jp':
      return decodeWith(withoutEmptyShifts(bytes), charset)
    default:
      return null
  }
}

/** RFC 2781 says big endian without a mark; in practice zero bytes tell better. */
function isLittleEndian(bytes: Uint8Array): boolean {
  const marked = charsetOfMark(bytes)
  return marked?.startsWith('utf-16') ? marked === 'utf-16le' : bytes[1] === 0 && bytes[0] !== 0
}

function decodeWith(bytes: Uint8Array, charset: string): string {
  const name = charset === 'us-ascii' ? 'utf-8' : charset
  return (decoder(name, false) ?? new TextDecoder()).decode(bytes)
}

function decodeStrict(bytes: Uint8Array, charset: string): string | null {
  try {
    return decoder(charset, true)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

function decoder(name: string, fatal: boolean): TextDecoder | null {
  const key = fatal ? `${name}!` : name
  const known = decoders.get(key)
  if (known !== undefined) return known
  try {
    const made = new TextDecoder(name, { fatal })
    decoders.set(key, made)
    return made
  } catch {
    return null
  }
}
