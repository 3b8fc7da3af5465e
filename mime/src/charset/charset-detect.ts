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
  ['windows-1252', judgeWindows1252],
]

export function hasHighBytes(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i] ?? 0) > 127) return true
  }
  return false
}

/**
 * Best guess for bytes without a label: 'utf-8' if they are (ASCII too), 'iso-2022-jp' by its escapes, else
 * the best score of gb18030, big5, shift_jis and windows-1252; gb18030 wins a draw. Reads at most 64 kB.
 */
export function detectCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE)
  if (!hasHighBytes(sample)) return hasJapaneseEscape(sample) ? 'iso-2022-jp' : 'utf-8'
  if (looksLikeUtf8(sample)) return 'utf-8'
  let best = 'gb18030'
  let bestScore = Number.NEGATIVE_INFINITY
  for (const [charset, judge] of JUDGES) {
    const score = scoreOf(sample, judge)
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

function judgeGb18030(bytes: Uint8Array, at: number): Step {
  const lead = bytes[at] ?? 0
  const trail = bytes[at + 1] ?? 0
  if (lead === 0x80 || lead === 0xff) return { points: INVALID, bytes: 1 }
  if (trail >= 0x30 && trail <= 0x39) return judgeFourBytes(bytes, at)
  if (trail < 0x40 || trail === 0x7f || trail === 0xff) return { points: INVALID, bytes: 1 }
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
  return { points: japanesePoints(lead, trail), bytes: 2 }
}

function japanesePoints(lead: number, trail: number): number {
  const isKana = (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96)
  if (isKana) return 5
  if (lead === 0x81) return 3
  return lead >= 0x88 && lead <= 0x97 ? 3 : 0.5
}

function judgeWindows1252(bytes: Uint8Array, at: number): Step {
  const byte = bytes[at] ?? 0
  if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d) {
    return { points: INVALID, bytes: 1 }
  }
  const alone = (bytes[at - 1] ?? 32) < 0x80 && (bytes[at + 1] ?? 32) < 0x80
  // Accented letters stand alone between ASCII; Chinese comes in runs.
  if (!alone) return { points: -1.5, bytes: 1 }
  return { points: byte >= 0xc0 || byte === 0x92 || byte === 0x96 ? 2 : 0.5, bytes: 1 }
}
