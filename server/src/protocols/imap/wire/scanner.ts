import { type Command, literalMark } from './command-reader.ts'
import { readSequenceSet, type SequenceSet, savedResult } from './sequence-set.ts'

/** The command is not what RFC 9051 §9 allows: answered BAD. */
export class WireError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WireError'
  }
}

/** Lists and search keys inside each other. */
const maxDepth = 40
// What RFC 9051 §9 leaves of printable ASCII. Names of mailboxes in LIST may hold wildcards, astrings `]`, tags no `+`.
const atomChars = /[!#$&'+-[^-z|}~]+/y
const astringChars = /[!#$&'+-[\]^-z|}~]+/y
const listChars = /[!#$%&'*+-[\]^-z|}~]+/y
const tagChars = /[!#$&',-[\]^-z|}~]{1,255}/y
const digits = /\d{1,20}/y
const setChars = /[\d:,*]+/y
const dottedChars = /[A-Za-z0-9.]{1,200}/y
const quoted = /"([\t\x20-!#-[\]-\xff]*(?:\\["\\][\t\x20-!#-[\]-\xff]*)*)"/y

/** Reads the arguments of one command from left to right. Texts are bytes as characters (latin1). */
export interface Scanner {
  /** Names of mailboxes are UTF-8 and no modified UTF-7 (RFC 9755 §3). */
  readonly isUtf8: boolean
  tag(): string
  /** An atom in upper case: names of commands and keys. */
  word(): string
  atom(): string
  astring(): string
  /** What LIST looks for: an astring with wildcards. */
  pattern(): string
  /** A quoted string or a literal. */
  string(): string
  /** A literal, as bytes. */
  literal(): Buffer
  number(max?: number): number
  sequenceSet(): SequenceSet
  /**
   * `(one two …)`, also empty. A line has room for sixty thousand: one too many is refused before the next is read.
   * @param most of them
   */
  list<T>(item: () => T, most: number, tooMany?: () => Error): T[]
  /** A level deeper: for keys that stand in each other. */
  deeper<T>(read: () => T): T
  space(): void
  /** Reads on if this stands here, in any case of letters. */
  skip(text: string): boolean
  /** What stands here, '' at the end. */
  peek(): string
  /** Letters, digits and dots in upper case, '' where there are none; no more than any name of ours has. */
  dotted(): string
  end(): void
}

export function createScanner({ text, literals }: Command, { isUtf8 = false } = {}): Scanner {
  let at = 0
  let nextLiteral = 0
  let depth = 0

  const fail = (wanted: string): never => {
    throw new WireError(`${wanted} expected at ${at}`)
  }
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found
  }
  const takeLiteral = (): Buffer | null => {
    if (text[at] !== literalMark) return null
    at++
    return literals[nextLiteral++] ?? fail('literal')
  }
  const tryString = (): string | null => {
    const literal = takeLiteral()
    if (literal) return literal.toString('latin1')
    return match(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? null
  }
  const skip = (wanted: string): boolean => {
    if (text.slice(at, at + wanted.length).toUpperCase() !== wanted) return false
    at += wanted.length
    return true
  }
  const deeper = <T>(read: () => T): T => {
    if (++depth > maxDepth) throw new WireError('too deeply nested')
    const result = read()
    depth--
    return result
  }
  const atom = (): string => match(atomChars)?.[0] ?? fail('atom')

  return {
    isUtf8,
    tag: () => match(tagChars)?.[0] ?? fail('tag'),
    word: () => atom().toUpperCase(),
    atom,
    astring: () => tryString() ?? match(astringChars)?.[0] ?? fail('astring'),
    pattern: () => tryString() ?? match(listChars)?.[0] ?? fail('pattern'),
    string: () => tryString() ?? fail('string'),
    literal: () => takeLiteral() ?? fail('literal'),
    number: (max = 0xffffffff) => {
      const value = Number(match(digits)?.[0] ?? fail('number'))
      return value <= max ? value : fail('smaller number')
    },
    sequenceSet: () =>
      skip('$')
        ? savedResult
        : (readSequenceSet(match(setChars)?.[0] ?? '') ?? fail('sequence set')),
    list: (item, most, tooMany = () => new WireError('too much in one list')) =>
      deeper(() => {
        if (!skip('(')) fail('(')
        const items: ReturnType<typeof item>[] = []
        while (!skip(')')) {
          if (items.length === most) throw tooMany()
          if (items.length > 0 && !skip(' ')) fail('space')
          items.push(item())
        }
        return items
      }),
    deeper,
    space: () => void (skip(' ') || fail('space')),
    skip,
    peek: () => text[at] ?? '',
    dotted: () => match(dottedChars)?.[0].toUpperCase() ?? '',
    end: () => void (at === text.length || fail('end of line')),
  }
}
