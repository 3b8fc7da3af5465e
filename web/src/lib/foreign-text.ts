/** Characters that turn or hide what stands beside them (UAX #9 §2); in a name or a subject they only serve to deceive (T29). */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const allTurning = new RegExp(turning, 'g')
const escaped = /\\u(?:061c|20[0-6])/i
/** Letters that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The texts of mails and what is edited: they stand in boxes of their own. `sortValues` is a cursor of the server. */
const whole = new Set(['text', 'html', 'unsafeHtml', 'quotedHtml', 'signHtml', 'sortValues'])

export const withoutTurning = (text: string): string => text.replace(allTurning, '')

/**
 * An answer of the server: what strangers chose in it (names, subjects, files, folders, labels) cannot turn anything on any
 * screen. Here and not where it is drawn, so that no screen can forget it.
 */
export function readAnswer(json: string): unknown {
  if (!turning.test(json) && !escaped.test(json)) return JSON.parse(json)
  return JSON.parse(json, (key, value: unknown) =>
    typeof value === 'string' && !whole.has(key) ? withoutTurning(value) : value,
  )
}

/** A value that stands in a sentence of ours: its direction stays its own (first strong isolate, UAX #9 §2.4.2). */
export function isolated(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const plain = withoutTurning(value)
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
