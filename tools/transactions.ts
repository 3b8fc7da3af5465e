import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

/** Something that is waited for inside a transaction and has nothing to do with it. */
export interface Stray {
  file: string
  text: string
}

type Node = Record<string, unknown> & { type: string }
type Spanned = Node & { span: { start: number; end: number } }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])
const isFunction = ({ type }: Node): boolean => functions.has(type) || /^Method|Method$/.test(type)

const childrenOf = (node: object): Node[] => Object.values(node).flatMap(nodesIn)

/** Arguments and declarations stand in objects without a type. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  return isNode(value) ? [value] : childrenOf(value)
}

/** True when one of the names stands anywhere in it. */
const mentions = (node: Node, names: ReadonlySet<string>): boolean =>
  (node.type === 'Identifier' && names.has(String(node.value))) ||
  childrenOf(node).some((child) => mentions(child, names))

/** What an open transaction is called; what may be one or the pool is held to the same. */
const open = new Set(['tx', 'db'])

/** The transaction comes in by name, or as a part of what comes in. */
const takesTransaction = (node: Node): boolean => {
  const params = (node.params ?? (node.function as Node | undefined)?.params) as Node[] | undefined
  return (params ?? []).some((one) => isNode(one) && mentions(patternOf(one), open))
}
/** Without its type, which may name anything. */
function patternOf(param: Node): Node {
  const pattern = isNode(param.pat) ? param.pat : param
  return { ...pattern, typeAnnotation: null }
}

/** Names that were made of the transaction: a list of promises, an object that carries it. */
function carriers(node: Node): Set<string> {
  const names = new Set(open)
  const walk = (one: Node): void => {
    if (one.type === 'VariableDeclarator' && isNode(one.init) && isNode(one.id)) {
      if (mentions(one.init, names)) for (const name of namesIn(one.id)) names.add(name)
    }
    for (const child of childrenOf(one)) walk(child)
  }
  walk(node)
  return names
}

const namesIn = (node: Node): string[] => [
  ...(node.type === 'Identifier' ? [String(node.value)] : []),
  ...childrenOf(node).flatMap(namesIn),
]

/**
 * What functions that are given a transaction wait for without giving it on. Inside a transaction everything is
 * waited for by whoever wants the same rows: there is nothing to wait for there but the transaction's own statements.
 */
export function straysOf(root: string, file: string, code?: string): Stray[] {
  const text = code ?? readFileSync(join(root, file), 'utf8')
  const bytes = Buffer.from(text)
  const module = parseSync(text, { syntax: 'typescript' }) as unknown as Spanned
  const found: Stray[] = []
  // The parser counts on from what it read before.
  const before = module.span.start
  const textOf = ({ span }: Spanned): string =>
    bytes.toString('utf8', span.start - before, span.end - before).replace(/\s+/g, ' ')
  const inside = (node: Node, names: ReadonlySet<string>): void => {
    if (node.type === 'AwaitExpression' && isNode(node.argument) && !mentions(node.argument, names))
      found.push({ file, text: textOf(node as Spanned) })
    for (const child of childrenOf(node)) inside(child, names)
  }
  const look = (node: Node): void => {
    if (isFunction(node) && takesTransaction(node)) inside(node, carriers(node))
    else for (const child of childrenOf(node)) look(child)
  }
  look(module)
  return found
}
