import { isKeywordTooLong } from '../../mailstore/labels/label-keywords.ts'
import type { FlaggedMessage, Flags } from '../../mailstore/messages/flags.queries.ts'
import type { SystemFlag } from '../../mailstore/messages/flags.ts'
import type { LabelId } from '../../platform/ids.ts'
import { Refusal } from '../shared/refusal.ts'
import type { LabelNames } from './labels.ts'
import { type Scanner, WireError } from './wire/scanner.ts'

const names: readonly (readonly [SystemFlag, string])[] = [
  ['seen', '\\Seen'],
  ['answered', '\\Answered'],
  ['starred', '\\Flagged'],
  ['deleted', '\\Deleted'],
  ['draft', '\\Draft'],
  // A keyword of RFC 5788 that the product has a mark of its own for.
  ['forwarded', '$Forwarded'],
]
const byName = new Map(names.map(([flag, name]) => [name.toLowerCase(), flag]))

/** What stands for itself where keywords are sought: `$Forwarded` is a mark of ours. */
export const flagOf = (name: string): SystemFlag | undefined => byName.get(name.toLowerCase())

/** All flags that every mailbox has. */
export const systemFlags = names.map(([, name]) => name).join(' ')

/** `(\Seen $Work $label_Team)` */
export function flagList(
  message: Flags & { labels: readonly LabelId[] },
  labels: LabelNames,
): string {
  const set = names.flatMap(([flag, name]) => (message[flag] ? [name] : []))
  const marks = message.labels.flatMap((id) => labels.get(id) ?? [])
  return `(${[...set, ...message.keywords, ...marks].join(' ')})`
}

/** The flags of a message that changed, as FETCH tells them unasked. */
export function flagsLine(
  { usesModseq }: { usesModseq: boolean },
  { number, message, labels }: { number: number; message: FlaggedMessage; labels: LabelNames },
): string {
  const modseq = usesModseq ? ` MODSEQ (${message.modseq})` : ''
  return `* ${number} FETCH (UID ${message.uid} FLAGS ${flagList(message, labels)}${modseq})\r\n`
}

export interface GivenFlags {
  flags: SystemFlag[]
  keywords: string[]
}

/** In one command, as a message holds them: each is looked up for every message that is changed. */
const maxKeywords = 100
/** As they are said, some of them again and again. */
const maxGiven = 1_000

/** Flags as STORE and APPEND give them, in parentheses or bare (RFC 9051 §9, store-att-flags). */
export function readFlags(scan: Scanner): GivenFlags {
  // By what they are in any case of letters: said twice they are one.
  const distinct = new Map<string, string>()
  let count = 0
  const read = (): void => {
    const name = scan.skip('\\') ? `\\${scan.atom()}` : scan.atom()
    if (!distinct.has(name.toLowerCase())) distinct.set(name.toLowerCase(), name)
    if (distinct.size > maxKeywords + names.length || ++count > maxGiven)
      throw new Refusal(`At most ${maxKeywords} keywords are taken at once`, 'LIMIT')
  }
  if (scan.peek() === '(') scan.list(read, maxGiven + 1)
  else
    do read()
    while (scan.skip(' '))
  const given = [...distinct.values()]
  const flags = given.flatMap((name) => byName.get(name.toLowerCase()) ?? [])
  const others = given.filter((name) => !byName.has(name.toLowerCase()))
  // \Recent is the server's alone; other names with a backslash are not ours to make.
  if (others.some((name) => name.startsWith('\\') && name.toLowerCase() !== '\\recent'))
    throw new WireError('unknown flag')
  const keywords = others.filter((name) => !name.startsWith('\\'))
  if (keywords.length > maxKeywords)
    throw new Refusal(`At most ${maxKeywords} keywords are taken at once`, 'LIMIT')
  if (keywords.some((name) => isKeywordTooLong(name) || !/^[\x21-\x7e]+$/.test(name)))
    throw new Refusal('A keyword is at most 100 ASCII characters long', 'LIMIT')
  return { flags, keywords }
}
