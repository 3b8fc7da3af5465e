import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AST } from '@eslint-community/regexpp'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { parseSync } from '@swc/core'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'

/** An expression of the product, and where it stands. */
export interface Expression {
  file: string
  source: string
  flags: string
}

/** A loop of more rounds than this counts as one without end: it is paid at every place of a text. */
const fewRounds = 64
const everything = { min: 0, max: 0xffff }

/** Every expression that is written in these files. */
export function expressionsOf(root: string, files: readonly string[]): Expression[] {
  return files.flatMap((file) => {
    const found: Expression[] = []
    const code = readFileSync(join(root, file), 'utf8')
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if (isExpression(node)) found.push({ file, source: node.pattern, flags: node.flags })
      for (const child of Object.values(node)) walk(child)
    }
    walk(parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }).body)
    return found
  })
}

const isExpression = (node: object): node is { pattern: string; flags: string } =>
  'type' in node && node.type === 'RegExpLiteral'

/**
 * Why an expression may take time that grows faster than its text, as few words; none when it does not. Two ways of looking:
 * `scslre` finds loops that give characters to one another; the rest is the search that begins anew inside a loop it has
 * already walked through (`<img[^>]+src`: every `<img` of `<img<img<img…` walks to the end).
 */
export function slowness({ source, flags }: Pick<Expression, 'source' | 'flags'>): string[] {
  const known = flags.replace('v', 'u')
  const { reports } = analyse({ source: withoutBounds(source, known), flags: known })
  const found = reports.map((one) => (one.exponential ? 'exponential' : one.type.toLowerCase()))
  if (!flags.includes('y')) found.push(...restarts(source, known))
  return [...new Set(found)]
}

/** A loop with a high bound costs that bound at every place: it is judged as one without any. */
function withoutBounds(source: string, flags: string): string {
  let text = source
  const bounds: AST.Quantifier[] = []
  visitRegExpAST(new RegExpParser().parseLiteral(`/${source}/${flags}`), {
    onQuantifierEnter: (one) => {
      if (one.max > fewRounds && one.max !== Number.POSITIVE_INFINITY) bounds.push(one)
    },
  })
  // From the last one on, so that places before it stay true; 1 is the literal's slash.
  for (const one of bounds.sort((a, b) => b.element.end - a.element.end)) {
    const rest = one.greedy ? '' : '?'
    const loop = `{${Math.min(one.min, 1)},}${rest}`
    text = text.slice(0, one.element.end - 1) + loop + text.slice(one.end - 1)
  }
  return text
}

function restarts(source: string, flags: string): string[] {
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`)
  const parser = JS.Parser.fromAst(literal)
  return literal.pattern.alternatives.flatMap((alternative) => {
    const isAnchored = beginsAtStart(alternative, flags)
    return loopsOf(alternative, { before: [], after: [] })
      .filter(
        ({ loop, place }) =>
          (!isAnchored && restartsIn(parser, loop, place)) ||
          restartsAfterLoop(parser, loop, place),
      )
      .map(({ loop }) => `restart in ${loop.raw}`)
  })
}

interface Loop {
  loop: AST.Quantifier
  place: Place
}

/** The long loops of an expression, each with what stands before and after it. */
function loopsOf(alternative: AST.Alternative, { before, after }: Place): Loop[] {
  const { elements } = alternative
  return elements.flatMap((element, index) => {
    const place = {
      before: [...before, ...elements.slice(0, index)],
      after: [...elements.slice(index + 1), ...after],
    }
    const isLoop = element.type === 'Quantifier'
    const own = isLoop && element.max > fewRounds ? [{ loop: element, place }] : []
    const group = isLoop ? element.element : element
    if (group.type !== 'Group' && group.type !== 'CapturingGroup') return own
    return [...own, ...group.alternatives.flatMap((one) => loopsOf(one, place))]
  })
}

interface Place {
  before: AST.Element[]
  after: AST.Element[]
}

/** `^[^]*<a[^>]*>`: the first loop gives characters back, and each time the second begins anew where it has been. */
function restartsAfterLoop(
  parser: JS.Parser,
  loop: AST.Quantifier,
  { before, after }: Place,
): boolean {
  return before.some((earlier, index) => {
    if (earlier.type !== 'Quantifier' || earlier.max <= fewRounds) return false
    const between = before.slice(index + 1)
    if (between.every(canBeEmpty)) return false
    const place = { before: between, after }
    return (
      restartsIn(parser, loop, place) &&
      restartsIn(parser, earlier, { before: between, after: [loop, ...after] })
    )
  })
}

/** True when what stands before the loop can stand inside it, and the loop can be walked in vain. */
function restartsIn(parser: JS.Parser, loop: AST.Quantifier, { before, after }: Place): boolean {
  if (after.every(canBeEmpty)) return false
  const any = repeated([concatenation([{ type: 'CharacterClass', characters: all(parser) }])], 0)
  const holdsBegin = concatenation([any, ...before.flatMap((one) => beginning(parser, one)), any])
  const rounds = repeated(parsed(parser, loop.element), 1)
  const automaton = (one: ReturnType<typeof concatenation>) =>
    NFA.fromRegex({ type: 'Expression', parent: null, alternatives: [one] } as never, {
      maxCharacter: parser.maxCharacter,
    })
  return !isDisjointWith(automaton(holdsBegin), automaton(concatenation([rounds])))
}

function beginsAtStart({ elements }: AST.Alternative, flags: string): boolean {
  const [first] = elements
  return first?.type === 'Assertion' && first.kind === 'start' && !flags.includes('m')
}

/** Assertions take no room; a line's begin and "not after such a character" say what stood before. */
function beginning(parser: JS.Parser, element: AST.Element): object[] {
  if (element.type !== 'Assertion') {
    const [first, ...others] = parsed(parser, element)
    if (first === undefined) return []
    return others.length === 0
      ? first.elements
      : [{ type: 'Alternation', alternatives: [first, ...others] }]
  }
  if (element.kind === 'start') return [{ type: 'CharacterClass', characters: set(parser, 0x0a) }]
  const single =
    element.kind === 'lookbehind' && element.negate && element.alternatives[0]?.elements[0]
  if (!single || single.type === 'Assertion') return []
  const characters = parsed(parser, single)[0]?.elements[0]
  return characters !== undefined && 'characters' in characters
    ? [{ type: 'CharacterClass', characters: (characters.characters as CharSet).negate() }]
    : []
}

type CharSet = ReturnType<typeof all>
const all = (parser: JS.Parser) => set(parser, 0, parser.maxCharacter)
const set = (parser: JS.Parser, min: number, max = min) =>
  JS.createCharSet([{ min, max }], {
    unicode: parser.maxCharacter > everything.max,
    ignoreCase: false,
  } as never)

const concatenation = (elements: object[]) => ({ type: 'Concatenation', elements })
const repeated = (alternatives: object[], min: number) => ({
  type: 'Quantifier',
  alternatives,
  min,
  max: Number.POSITIVE_INFINITY,
  lazy: false,
})

const parsed = (parser: JS.Parser, element: AST.Element): { elements: object[] }[] =>
  withoutAssertions(
    parser.parseElement(element, { assertions: 'unknown', backreferences: 'disable' }).expression
      .alternatives,
  )

/** Conditions that take no characters are left out: more is found than there is, never less. */
function withoutAssertions<T extends { elements: object[] }>(alternatives: readonly T[]): T[] {
  return alternatives.map((one) => ({
    ...one,
    elements: one.elements
      .filter((element) => !('type' in element) || element.type !== 'Unknown')
      .map((element) =>
        'alternatives' in element
          ? { ...element, alternatives: withoutAssertions(element.alternatives as T[]) }
          : element,
      ),
  }))
}

function canBeEmpty(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min === 0 || canBeEmpty(element.element)
  if (element.type === 'Group' || element.type === 'CapturingGroup') {
    return element.alternatives.some((one) => one.elements.every(canBeEmpty))
  }
  return false
}
