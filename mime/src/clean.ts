const CONTROL_OR_LINE_BREAK = /[\p{Cc}\u2028\u2029]/u
const NUL = String.fromCharCode(0)
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
// Everything Unicode says is not drawn, but joiners (see below) and variation selectors of emoji.
const INVISIBLE = /(?![\u200d\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu
const LONE_JOINER = /(?<!\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d/gu

/**
 * Header text without control characters: NUL is dropped, runs of others (CR, LF, U+0085, U+2028 …)
 * become one space, so that an encoded-word cannot start a new header or cut a name (T26, T28).
 */
export function cleanText(text: string): string {
  if (!CONTROL_OR_LINE_BREAK.test(text)) return text
  return text.replaceAll(NUL, '').replace(CONTROLS, ' ')
}

/** `cleanText` without bidirectional controls, white space collapsed: for names that people trust (T29). */
export function cleanName(text: string): string {
  return cleanText(text).replace(BIDI, '').replace(/\s+/g, ' ').trim()
}

/** Without bidirectional controls and characters that take no room; joiners inside emoji stay. */
export function dropInvisible(text: string): string {
  return text.replace(BIDI, '').replace(INVISIBLE, '').replace(LONE_JOINER, '')
}

/** At most `max` UTF-16 units, never ending in half a character. */
export function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}
