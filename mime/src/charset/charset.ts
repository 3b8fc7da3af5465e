import { decodeBig5 } from './big5.ts'
import {
  detectCharset,
  hasHighBytes,
  isSurelyGb,
  isWellFormedUtf8,
  looksLikeUtf8,
  utf16Order,
} from './charset-detect.ts'
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
  const wide = utf16Order(bytes)
  if (wide !== null) return decodeWith(bytes, wide)
  const utf8 = decodeStrict(bytes, 'utf-8')
  if (utf8 !== null && startsWithMark.test(utf8.slice(0, chanceWithin))) {
    const chinese = decodeStrict(bytes, 'gb18030')
    if (chinese !== null) return chinese
  }
  if (utf8 !== null && !utf8.includes('\u001b')) return utf8
  return decodeWith(bytes, detectCharset(bytes))
}

function decodeDeclared(bytes: Uint8Array, charset: string): string {
  if (charset === 'utf-8') {
    const strict = decodeStrict(bytes, 'utf-8')
    if (strict !== null) return strict
    return decodeWith(bytes, looksLikeUtf8(bytes, 1) ? 'utf-8' : detectCharset(bytes))
  }
  if (charset === 'windows-1252') {
    return (
      decodeStrict(bytes, 'utf-8') ?? decodeWith(bytes, isSurelyGb(bytes) ? 'gb18030' : charset)
    )
  }
  const asUtf8 = wideCharsets.has(charset) ? decodeStrict(bytes, 'utf-8') : null
  if (asUtf8 !== null && isEastAsian(asUtf8)) return asUtf8
  const text = decodeWith(bytes, charset)
  // A wrong label shows as replacement characters; only then is another reading tried.
  return text.includes('\ufffd') ? (decodeStrict(bytes, 'utf-8') ?? text) : text
}

/** Characters: no longer text in another charset is UTF-8 by chance. */
const chanceWithin = 4_000
/** A mark on no letter: two bytes of UTF-8 by chance, as 通知 in GBK is. */
const startsWithMark = /(?<![\p{L}\p{M}])[\u0300-\u036f\u0591-\u05c7]/u

/** Labels under which programs send UTF-8 all the same. */
const wideCharsets = new Set(['gb18030', 'big5', 'euc-kr', 'euc-jp', 'shift_jis'])

/** All that is not ASCII takes three bytes in UTF-8, which text in those charsets does not do by chance (联通 takes two). */
const isEastAsian = (text: string): boolean =>
  !/[\u0080-\u200f\u2070-\u2fff\ua000-\uabff\ud800-\ufeff\ufff0-\uffff]/u.test(text)

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
  if (marked?.startsWith('utf-16')) return marked === 'utf-16le'
  const order = utf16Order(bytes)
  if (order !== null) return order === 'utf-16le'
  // Without ASCII in it: the order that gives more usual characters.
  const sample = bytes.subarray(0, 2_000)
  return (
    usualCharacters(decodeWith(sample, 'utf-16le')) >
    usualCharacters(decodeWith(sample, 'utf-16be'))
  )
}

const usualCharacters = (text: string): number =>
  text.match(
    /[\x20-\x7e\n\r\xa0-\u024f\u0370-\u052f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uff60]/g,
  )?.length ?? 0

function decodeWith(bytes: Uint8Array, charset: string): string {
  if (charset === 'big5')
    return decodeBig5(bytes, (plain) => decoder('big5', false)?.decode(plain) ?? '')
  const name = charset === 'us-ascii' ? 'utf-8' : charset
  return (decoder(name, false) ?? new TextDecoder()).decode(bytes)
}

/** Bytes that are looked at before a decoder that may refuse them. */
const shortText = 4_096

function decodeStrict(bytes: Uint8Array, charset: string): string | null {
  if (charset === 'utf-8' && bytes.length <= shortText && !isWellFormedUtf8(bytes)) return null
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
