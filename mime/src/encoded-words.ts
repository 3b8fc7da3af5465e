import { decodeCharset, decodeUnlabelled } from './charset/charset.ts'
import { cleanText } from './clean.ts'
import { decodeBase64, decodeQ, encodeBase64 } from './codecs.ts'

type Word = { charset: string; encoding: 'b' | 'q'; payload: string; end: number }
/** `close` is the first '?=' at or after the last place asked for, so that all searches together stay linear. */
type Reader = { text: string; close: number }

/**
 * RFC 2047 decoding of a header value. Neighbouring encoded-words of one charset are joined before the
 * charset is decoded, because senders cut characters in two (GBK). Bytes are first read as UTF-8, else
 * what they look like (gb18030 first). Control characters never come out (T26, T28). Broken words stay as
 * they are. Linear in the input, never throws. Do not parse the result as addresses again.
 */
export function decodeWords(input: string | Uint8Array): string {
  const text = typeof input === 'string' ? input : decodeUnlabelled(input)
  let at = text.indexOf('=?')
  if (at === -1) return cleanText(text)
  const reader: Reader = { text, close: -1 }
  let out = ''
  let run: Word[] = []
  let plain = 0
  while (at !== -1) {
    const word = readWord(reader, at)
    if (word === null) {
      at = text.indexOf('=?', at + 2)
      continue
    }
    const between = text.slice(plain, at)
    if (run.length === 0 || between.trim() !== '') {
      out += decodeRun(run) + between
      run = []
    }
    run.push(word)
    plain = word.end
    at = text.indexOf('=?', plain)
  }
  return cleanText(out + decodeRun(run) + text.slice(plain))
}

/**
 * The text as RFC 2047 encoded-words (UTF-8, "B", at most 75 characters each, one space between them), or
 * unchanged if it is plain ASCII that cannot be taken for an encoded-word. Folding is the caller's.
 */
export function encodeWord(text: string): string {
  const clean = cleanText(text.toWellFormed())
  if (/^[\x20-\x7e]*$/.test(clean) && !clean.includes('=?')) return clean
  const bytes = new TextEncoder().encode(clean)
  const words: string[] = []
  for (let from = 0; from < bytes.length; ) {
    // 45 bytes are 60 base64 characters: with =?UTF-8?B? and ?= 72 of the 75 allowed.
    let to = Math.min(from + 45, bytes.length)
    while (to > from && ((bytes[to] ?? 0) & 0xc0) === 0x80) to--
    words.push(`=?UTF-8?B?${encodeBase64(bytes.subarray(from, to))}?=`)
    from = to
  }
  return words.join(' ')
}

function readWord(reader: Reader, start: number): Word | null {
  const { text } = reader
  const charsetEnd = text.indexOf('?', start + 2)
  if (charsetEnd === -1 || charsetEnd > start + 62) return null
  const encoding = text.charAt(charsetEnd + 1).toLowerCase()
  if ((encoding !== 'b' && encoding !== 'q') || text.charAt(charsetEnd + 2) !== '?') return null
  const charset = text.slice(start + 2, charsetEnd)
  if (/[\s="<>@]/.test(charset)) return null
  const from = charsetEnd + 3
  if (reader.close < from && reader.close !== Number.POSITIVE_INFINITY) {
    const found = text.indexOf('?=', from)
    reader.close = found === -1 ? Number.POSITIVE_INFINITY : found
  }
  const close = reader.close
  if (close === Number.POSITIVE_INFINITY) return null
  // Another word opens before this one closes: this one is broken. ('=?=' is padding and a close.)
  const open = text.indexOf('=?', from)
  if (open !== -1 && open < close - 1) return null
  // RFC 2231 section 5 allows a language after the charset.
  return {
    charset: charset.split('*', 1)[0] ?? '',
    encoding,
    payload: text.slice(from, close),
    end: close + 2,
  }
}

function decodeRun(run: Word[]): string {
  let out = ''
  let from = 0
  for (let i = 1; i <= run.length; i++) {
    if (i < run.length && run[i]?.charset.toLowerCase() === run[from]?.charset.toLowerCase())
      continue
    out += decodeSameCharset(run.slice(from, i))
    from = i
  }
  return out
}

function decodeSameCharset(words: Word[]): string {
  const first = words[0]
  if (first === undefined) return ''
  const chunks: Uint8Array[] = []
  let base64 = ''
  const flushBase64 = (): void => {
    if (base64 !== '') chunks.push(decodeBase64(new TextEncoder().encode(base64)))
    base64 = ''
  }
  for (const { encoding, payload } of words) {
    // A payload that ends inside a base64 group goes on in the next word; a complete one must not.
    if (encoding === 'q' || base64.length % 4 === 0 || base64.endsWith('=')) flushBase64()
    if (encoding === 'b') base64 += payload
    else chunks.push(decodeQ(payload))
  }
  flushBase64()
  return decodeCharset(joinBytes(chunks), first.charset === '' ? null : first.charset)
}

function joinBytes(chunks: Uint8Array[]): Uint8Array {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const out = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    out.set(chunk, at)
    at += chunk.length
  }
  return out
}
