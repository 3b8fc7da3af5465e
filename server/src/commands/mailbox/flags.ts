import type { Flags } from '../../mailstore/messages/flags.queries.ts'

export type Mark = Exclude<keyof Flags, 'keywords'>

/** Letters of Maildir (https://cr.yp.to/proto/maildir.html), in their order. */
const letters: readonly (readonly [string, Mark])[] = [
  ['D', 'draft'],
  ['F', 'starred'],
  ['P', 'forwarded'],
  ['R', 'answered'],
  ['S', 'seen'],
  ['T', 'deleted'],
]

/** What a mailbox on disk says of a message. Keywords are those of IMAP, labels among them. */
export interface DiskFlags {
  marks: Partial<Record<Mark, boolean>>
  keywords: string[]
}

export const maildirLetters = (flags: Omit<Flags, 'keywords'>): string =>
  letters.flatMap(([letter, mark]) => (flags[mark] ? [letter] : [])).join('')

const marksFrom = (
  text: string,
  of: readonly (readonly [string, Mark])[],
): Partial<Record<Mark, boolean>> =>
  Object.fromEntries(of.flatMap(([letter, mark]) => (text.includes(letter) ? [[mark, true]] : [])))

export const maildirMarks = (text: string) => marksFrom(text, letters)

/** Letters of `Status` and `X-Status`, as mutt and Dovecot write them. */
const status: readonly (readonly [string, Mark])[] = [['R', 'seen']]
const xStatus: readonly (readonly [string, Mark])[] = [
  ['A', 'answered'],
  ['F', 'starred'],
  ['T', 'draft'],
  ['D', 'deleted'],
]
const forwarded = '$Forwarded'

/** The lines that stand before the header of a message in an mbox. */
export function mboxFlagLines(flags: Omit<Flags, 'keywords'>, keywords: readonly string[]): string {
  const set = xStatus.flatMap(([letter, mark]) => (flags[mark] ? [letter] : [])).join('')
  const all = [...(flags.forwarded ? [forwarded] : []), ...keywords].join(' ')
  return `Status: ${flags.seen ? 'RO' : 'O'}\nX-Status: ${set}\nX-Keywords: ${all}\n`
}

/** @param lines by their names in small letters */
export function mboxFlags(lines: ReadonlyMap<string, string>): DiskFlags {
  const keywords = (lines.get('x-keywords') ?? '').split(/[\s,]+/).filter((one) => one !== '')
  const isForwarded = keywords.some((one) => one.toLowerCase() === forwarded.toLowerCase())
  return {
    marks: {
      ...marksFrom(lines.get('status') ?? '', status),
      ...marksFrom(lines.get('x-status') ?? '', xStatus),
      ...(isForwarded ? { forwarded: true } : {}),
    },
    keywords: keywords.filter((one) => one.toLowerCase() !== forwarded.toLowerCase()),
  }
}
