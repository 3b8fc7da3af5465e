/** How much of a text is looked at; the rest is in the same charset or hopeless. */
const SAMPLE = 64 * 1024
const INVALID = -6

/** Points for the character at `at` in one charset, and how many bytes it takes. */
type Step = { points: number; bytes: number }
type Judge = (bytes: Uint8Array, at: number) => Step

const JUDGES: [charset: string, judge: Judge][] = [
  ['gb18030', judgeGb18030],
  ['big5', judgeBig5],
  ['shift_jis', judgeShiftJis],
  ['euc-jp', judgeEucJp],
  ['euc-kr', judgeEucKr],
  ['windows-1251', judgeWindows1251],
  ['koi8-r', judgeKoi8],
  ['windows-1252', judgeWindows1252],
]

export function hasHighBytes(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i] ?? 0) > 127) return true
  }
  return false
}

/**
 * Best guess for bytes without a label: 'utf-8' if they are (ASCII too), 'iso-2022-jp' by its escapes, else the best
 * score of the charsets above; gb18030 wins a draw. Reads at most 64 kB.
 */
export function detectCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE)
  if (!hasHighBytes(sample)) return hasJapaneseEscape(sample) ? 'iso-2022-jp' : 'utf-8'
  if (looksLikeUtf8(sample)) return 'utf-8'
  let best = 'gb18030'
  let bestScore = Number.NEGATIVE_INFINITY
  for (const [charset, judge] of JUDGES) {
    const isChinese = charset !== 'gb18030' || hasHanzi(sample)
    const score = isChinese ? scoreOf(sample, judge) : -1
    if (score > bestScore) {
      best = charset
      bestScore = score
    }
  }
  return best
}

/**
 * True if there are more than `ratio` well-formed multi-byte sequences for each broken one (a cut or damaged UTF-8
 * text). Reads at most 64 kB.
 */
export function looksLikeUtf8(bytes: Uint8Array, ratio = 10): boolean {
  let good = 0
  let bad = 0
  const end = Math.min(bytes.length, SAMPLE)
  for (let i = 0; i < end; ) {
    const byte = bytes[i] ?? 0
    const length = byte < 0x80 ? 1 : utf8Length(bytes, i)
    if (length === 0) {
      // A sequence cut off by the end is no evidence against UTF-8.
      if (i + 4 <= end) bad++
      i++
    } else {
      if (length > 1) good++
      i += length
    }
  }
  return good > bad * ratio
}

function utf8Length(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0
  const length = byte < 0xc2 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0
  for (let i = 1; i < length; i++) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

function hasJapaneseEscape(bytes: Uint8Array): boolean {
  for (let i = bytes.indexOf(0x1b); i !== -1; i = bytes.indexOf(0x1b, i + 1)) {
    if (bytes[i + 1] === 0x24 && (bytes[i + 2] === 0x42 || bytes[i + 2] === 0x40)) return true
  }
  return false
}

function scoreOf(bytes: Uint8Array, judge: Judge): number {
  let score = 0
  for (let i = 0; i < bytes.length; ) {
    if ((bytes[i] ?? 0) < 0x80) {
      i++
      continue
    }
    const step = judge(bytes, i)
    score += step.points
    i += step.bytes
  }
  return score
}

/**
 * True for Chinese in GB under a label of another alphabet: runs of whole pairs, of many different usual characters, which
 * accented letters and ornaments are not. Reads at most 64 kB.
 */
export function isSurelyGb(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE)
  const seen = new Set<number>()
  let pairs = 0
  let usual = 0
  for (let at = 0; at < sample.length; ) {
    const lead = sample[at] ?? 0
    if (lead < 0x80) {
      at++
      continue
    }
    const trail = sample[at + 1] ?? 0
    // A cut at the end of the sample is no evidence.
    if (lead < 0xa1 || trail < 0xa1) return at + 1 >= sample.length && pairs > 8
    pairs++
    if (gbPairPoints(lead, trail) >= 3) usual++
    if (lead >= 0xb0) seen.add((lead << 8) | trail)
    at += 2
  }
  return seen.size >= 4 && usual >= pairs * 0.85
}

/**
 * True for well-formed UTF-8 (RFC 3629: no overlong form, no surrogate). A decoder that refuses says so by an exception, which
 * costs more than reading a short text does; a header holds thousands of short ones.
 */
export function isWellFormedUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0
    const length = lead < 0x80 ? 1 : utf8Length(bytes, at)
    if (length === 0 || isOutside(lead, bytes[at + 1] ?? 0)) return false
    at += length
  }
  return true
}

/** Overlong, half of a character of UTF-16, or above U+10FFFF, as the second byte tells. */
const isOutside = (lead: number, second: number): boolean =>
  (lead === 0xe0 && second < 0xa0) ||
  (lead === 0xed && second > 0x9f) ||
  (lead === 0xf0 && second < 0x90) ||
  (lead === 0xf4 && second > 0x8f)

/** The order of UTF-16 without a mark, as the zero bytes of its ASCII tell; null if it is none. */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const end = Math.min(bytes.length, SAMPLE) & ~1
  if (end < 4) return null
  const zeros = [0, 0]
  for (let at = 0; at < end; at++) {
    if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const least = end / 8
  if (odd >= least && even * 20 <= odd) return 'utf-16le'
  return even >= least && odd * 20 <= even ? 'utf-16be' : null
}

/** Chinese has characters, not only the marks and rules of its first rows. */
function hasHanzi(bytes: Uint8Array): boolean {
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[at + 1] ?? 0
    if (lead >= 0xb0 && lead <= 0xf7 && trail >= 0xa1) return true
    if (lead < 0xa1 || trail < 0xa1) {
      // Beyond GB 2312: a pair with an ASCII trail between letters is an accent, not a character.
      if (trail >= 0x40 && !isInWord(bytes, at, 2)) return true
    }
    at++
  }
  return false
}

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))

/** A lone pair among Latin letters: the accent of one and the next letter. */
const isInWord = (bytes: Uint8Array, at: number, length: number): boolean =>
  isLetter(bytes[at + length - 1]) &&
  (isLetter(bytes[at - 1]) || (bytes[at - 1] ?? 32) < 0x40) &&
  (bytes[at + length] ?? 32) < 0x80

function judgeEucJp(bytes: Uint8Array, at: number): Step {
  const lead = bytes[at] ?? 0
  const trail = bytes[at + 1] ?? 0
  if (lead === 0x8e && trail >= 0xa1 && trail <= 0xdf) return { points: 0.5, bytes: 2 }
  if (lead < 0xa1 || lead > 0xf4 || trail < 0xa1 || trail === 0xff)
    return { points: INVALID, bytes: 1 }
  if (lead === 0xa4 && trail <= 0xf3) return { points: 5.5, bytes: 2 }
  if (lead === 0xa5 && trail <= 0xf6) return { points: 5, bytes: 2 }
  if (lead === 0xa1) return { points: 3, bytes: 2 }
  return { points: lead >= 0xb0 && lead <= 0xcf ? 3.2 : 0.5, bytes: 2 }
}

/** The endings and words that stand in every Korean sentence; as GB they are hardly ever used. */
const usualKorean = new Set([
  0xb4d9, 0xc0cc, 0xb4c2, 0xc0c7, 0xc0bb, 0xbfa1, 0xc7cf, 0xb4cf, 0xb0a1, 0xb7ce, 0xbdc0, 0xbfe4,
  0xc7d1, 0xb0ed, 0xbcad, 0xb8a6, 0xc0ba, 0xbcbc, 0xbec8, 0xb3e7, 0xc1f6, 0xb5b5, 0xc0da, 0xbdc3,
  0xb1e2, 0xb8ae, 0xb5e5, 0xbbe7, 0xc8b8, 0xb3bb, 0xc0ce, 0xc5cd,
])

function judgeEucKr(bytes: Uint8Array, at: number): Step {
  const lead = bytes[at] ?? 0
  const trail = bytes[at + 1] ?? 0
  if (lead < 0xa1 || lead > 0xfd || trail < 0xa1 || trail === 0xff)
    return { points: INVALID, bytes: 1 }
  if (usualKorean.has((lead << 8) | trail)) return { points: 6.5, bytes: 2 }
  if (lead >= 0xb0 && lead <= 0xc8) return { points: 3.6, bytes: 2 }
  return { points: lead <= 0xa3 ? 2 : -3, bytes: 2 }
}

/** Small letters make most of a Cyrillic text; a capital within a word is no Cyrillic. */
function cyrillicStep(
  bytes: Uint8Array,
  at: number,
  { isSmall, isCapital }: { isSmall(byte: number): boolean; isCapital(byte: number): boolean },
): Step {
  const byte = bytes[at] ?? 0
  const before = bytes[at - 1] ?? 32
  const after = bytes[at + 1] ?? 32
  const isAlone = before < 0x80 && after < 0x80
  // Accents of a Latin word touch its letters, Cyrillic ones do not.
  if (isLetter(before) || isLetter(after)) return { points: -2, bytes: 1 }
  if (isSmall(byte)) return { points: isAlone ? 0.3 : 2.1, bytes: 1 }
  if (isCapital(byte)) return { points: before >= 0x80 && isSmall(before) ? -4 : 1, bytes: 1 }
  return { points: -0.5, bytes: 1 }
}

function judgeWindows1251(bytes: Uint8Array, at: number): Step {
  return cyrillicStep(bytes, at, {
    isSmall: (byte) => byte >= 0xe0 || byte === 0xb8,
    isCapital: (byte) => (byte >= 0xc0 && byte < 0xe0) || byte === 0xa8,
  })
}

function judgeKoi8(bytes: Uint8Array, at: number): Step {
  return cyrillicStep(bytes, at, {
    isSmall: (byte) => (byte >= 0xc0 && byte < 0xe0) || byte === 0xa3,
    isCapital: (byte) => byte >= 0xe0 || byte === 0xb3,
  })
}

function judgeGb18030(bytes: Uint8Array, at: number): Step {
  const lead = bytes[at] ?? 0
  const trail = bytes[at + 1] ?? 0
  if (lead === 0x80 || lead === 0xff) return { points: INVALID, bytes: 1 }
  if (trail >= 0x30 && trail <= 0x39) return judgeFourBytes(bytes, at)
  if (trail < 0x40 || trail === 0x7f || trail === 0xff) return { points: INVALID, bytes: 1 }
  if (isInWord(bytes, at, 2)) return { points: -1, bytes: 2 }
  return { points: gbPairPoints(lead, trail), bytes: 2 }
}

function judgeFourBytes(bytes: Uint8Array, at: number): Step {
  const third = bytes[at + 2] ?? 0
  const fourth = bytes[at + 3] ?? 0
  const valid = third > 0x80 && third < 0xff && fourth >= 0x30 && fourth <= 0x39
  return valid ? { points: 1, bytes: 4 } : { points: INVALID, bytes: 1 }
}

function gbPairPoints(lead: number, trail: number): number {
  if (trail < 0xa1 || lead < 0xa1) return 0
  if (lead >= 0xb0 && lead <= 0xd7) return 4
  if (lead <= 0xa3) return 3
  if (lead >= 0xd8 && lead <= 0xf7) return 1
  return 0
}

function judgeBig5(bytes: Uint8Array, at: number): Step {
  const lead = bytes[at] ?? 0
  const trail = bytes[at + 1] ?? 0
  const validTrail = (trail >= 0x40 && trail <= 0x7e) || (trail >= 0xa1 && trail <= 0xfe)
  if (lead < 0x87 || lead === 0xff || !validTrail) return { points: INVALID, bytes: 1 }
  if (isInWord(bytes, at, 2)) return { points: -1, bytes: 2 }
  if (lead >= 0xa4 && lead <= 0xc6) return { points: 3.9, bytes: 2 }
  if (lead >= 0xa1 && lead <= 0xa3) return { points: 2, bytes: 2 }
  return { points: lead >= 0xc9 && lead <= 0xf9 ? 1 : -2, bytes: 2 }
}

function judgeShiftJis(bytes: Uint8Array, at: number): Step {
  const lead = bytes[at] ?? 0
  if (lead >= 0xa1 && lead <= 0xdf) return { points: -0.5, bytes: 1 }
  const trail = bytes[at + 1] ?? 0
  const validLead = (lead > 0x80 && lead < 0xa0) || (lead >= 0xe0 && lead <= 0xfc)
  if (!validLead || trail < 0x40 || trail === 0x7f || trail > 0xfc) {
    return { points: INVALID, bytes: 1 }
  }
  if (isInWord(bytes, at, 2)) return { points: -1, bytes: 2 }
  return { points: japanesePoints(lead, trail), bytes: 2 }
}

function japanesePoints(lead: number, trail: number): number {
  const isKana = (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)
  if (isKana) return 5
  if (lead === 0x81) return 3
  return lead >= 0x88 && lead <= 0x97 ? 3 : 0.5
}

const nothingIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function judgeWindows1252(bytes: Uint8Array, at: number): Step {
  const byte = bytes[at] ?? 0
  if (nothingIn1252.has(byte)) return { points: INVALID, bytes: 1 }
  const before = bytes[at - 1] ?? 32
  const after = bytes[at + 1] ?? 32
  // The same ornament again and again: ¡¡¡, »»», ····.
  if (byte < 0xc0 && (before === byte || after === byte)) return { points: 0.2, bytes: 1 }
  // Accented letters stand alone between ASCII, or two in a word (Grüße); Chinese comes in runs.
  const isPair = before < 0x80 !== after < 0x80 && isLetter(before < 0x80 ? before : after)
  if (byte >= 0xc0 && isPair && !isRun(bytes, at)) return { points: 2, bytes: 1 }
  if (before >= 0x80 || after >= 0x80) return { points: -1.5, bytes: 1 }
  return { points: byte >= 0xc0 || byte === 0x92 || byte === 0x96 ? 2 : 0.5, bytes: 1 }
}

/** More than two bytes of eight bits together. */
const isRun = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at - 1] ?? 32) >= 0x80 ? (bytes[at - 2] ?? 32) >= 0x80 : (bytes[at + 2] ?? 32) >= 0x80
