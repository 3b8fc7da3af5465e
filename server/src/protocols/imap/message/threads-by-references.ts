import type { ThreadRow } from '../../../mailstore/sorting/sorting.queries.ts'
import { inSteps, sortInTurns } from '../../../platform/sort-in-turns.ts'
import type { Thread } from './thread-list.ts'

/** A message, or the place of one that others name. */
interface Node extends Thread {
  row: ThreadRow | null
  parent: Node | null
  children: Node[]
  /** When it was sent; of a place, when the first under it was. */
  at: number
}

const none: ReadonlyMap<number, readonly string[]> = new Map()

/** Rows whose many ids are in memory at once: each may name a hundred of 300 letters. */
const rowsAtOnce = 50
/** Places of mails that are not here: beyond so many an unknown id joins nothing. Whoever writes such mails fills no memory. */
export const mostPlaces = 100_000
/** Nobody answers a thousand times in a row; whoever writes such mails costs us no more than this for each. */
const maxDepth = 1_000

/** The ids that some messages name, by UID, where these are not in the row. */
export type ReferencesOf = (uids: readonly number[]) => Promise<Map<number, readonly string[]>>

/** REFERENCES (RFC 5256 §3), in turns. @param rows in the order of sending */
export async function byReferences(
  rows: readonly ThreadRow[],
  referencesOf: ReferencesOf,
): Promise<Thread[]> {
  const nodes = await linked(rows, referencesOf)
  const roots = await pruned(nodes.filter(({ parent }) => parent === null))
  return sorted(await joined(roots))
}

const newNode = (row: ThreadRow | null): Node => ({
  uid: row?.uid ?? null,
  row,
  parent: null,
  children: [],
  at: row?.sentAt ?? 0,
})

/** Step 1: who answers whom. */
async function linked(rows: readonly ThreadRow[], referencesOf: ReferencesOf): Promise<Node[]> {
  const byId = new Map<string, Node>()
  const all: Node[] = []
  let places = 0
  const add = (row: ThreadRow | null): Node => {
    const node = newNode(row)
    all.push(node)
    return node
  }
  const placesOf = (id: string): Node[] => {
    const known = byId.get(id)
    if (known) return [known]
    if (places >= mostPlaces) return []
    places++
    const node = add(null)
    byId.set(id, node)
    return [node]
  }
  const pause = inSteps()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    const long = some.filter(({ refs }) => refs === null)
    const named = long.length > 0 ? await referencesOf(long.map(({ uid }) => uid)) : none
    for (const row of some) {
      const own = ownNode(row, byId, add)
      const refs = row.refs ?? named.get(row.uid) ?? []
      await pause(1 + place(own, refs.flatMap(placesOf)))
    }
  }
  for (const node of all) {
    node.parent?.children.push(node)
    await pause()
  }
  return all
}

/** Below what it names, each below the one before. @returns the steps that it took */
function place(node: Node, named: readonly Node[]): number {
  let before: Node | null = null
  let steps = named.length
  for (const one of named) {
    if (one === node) continue
    if (before && !one.parent) steps += link(before, one)
    before = one
  }
  // What a mail says of itself counts more than what others say of it.
  if (node.parent && node.parent !== before) node.parent = null
  if (before && !node.parent) steps += link(before, node)
  return steps
}

/** The place that others named, or one of its own where the id is missing or taken. */
function ownNode(row: ThreadRow, byId: Map<string, Node>, add: (row: ThreadRow) => Node): Node {
  const known = row.messageId ? byId.get(row.messageId) : undefined
  if (known && !known.row) {
    known.row = row
    known.uid = row.uid
    known.at = row.sentAt
    return known
  }
  const node = add(row)
  if (row.messageId && !known) byId.set(row.messageId, node)
  return node
}

/** Going up is quick: so much of it is a step. */
const nodesPerStep = 20

/** Unless the parent lies under the child already. @returns the steps that it took */
function link(parent: Node, child: Node): number {
  let depth = 0
  for (let at: Node | null = parent; at; at = at.parent)
    if (at === child || ++depth > maxDepth) return depth / nodesPerStep
  child.parent = parent
  return depth / nodesPerStep
}

/** A place where no mail is stands where its first mail would (RFC 5256 §3, steps 4 and 6). */
const orderOf = (one: Node): number => one.uid ?? one.children[0]?.uid ?? 0
const bySending = (one: Node, other: Node): number =>
  one.at - other.at || orderOf(one) - orderOf(other)

/** Steps 2 to 4: places where no mail is go, as far as that is told by nothing; answers stand in the order of sending. */
async function pruned(roots: readonly Node[]): Promise<Node[]> {
  const pause = inSteps()
  const top = newNode(null)
  top.children = [...roots]
  const order: Node[] = [top]
  for (let at = 0; at < order.length; at++) {
    for (const one of order[at]?.children ?? []) order.push(one)
    await pause()
  }
  for (const node of order.reverse()) {
    const kept = await keptOf(node.children, { isTop: node === top, pause })
    node.children = await sortInTurns(kept, bySending)
    if (!node.row) node.at = node.children[0]?.at ?? 0
    await pause()
  }
  return top.children
}

interface Keeping {
  isTop: boolean
  pause: ReturnType<typeof inSteps>
}

/** Under the top there may be a place for every id that was ever named: so many are gone through in turns, too. */
async function keptOf(children: readonly Node[], { isTop, pause }: Keeping): Promise<Node[]> {
  const kept: Node[] = []
  for (const one of children) {
    const isNeeded = one.row !== null || (isTop && one.children.length > 1)
    if (isNeeded) kept.push(one)
    else for (const child of one.children) kept.push(child)
    await pause()
  }
  return kept
}

/** What stands for a thread: its first mail. */
const headOf = (root: Node): ThreadRow | null => root.row ?? root.children[0]?.row ?? null
const isAnswer = (root: Node): boolean => headOf(root)?.isAnswer ?? false

const subjectOf = (root: Node): string => headOf(root)?.baseSubject ?? ''

/** Step 5: threads of one subject, whose mails name each other nowhere. */
async function joined(roots: readonly Node[]): Promise<Node[]> {
  const pause = inSteps()
  const table = new Map<string, Node>()
  for (const root of roots) {
    const had = table.get(subjectOf(root))
    const isBetter = !had || (had.row && !root.row) || (isAnswer(had) && !isAnswer(root))
    if (isBetter && subjectOf(root) !== '') table.set(subjectOf(root), root)
    await pause()
  }
  const stays = new Set(roots)
  for (const root of roots) {
    await pause()
    const first = table.get(subjectOf(root))
    if (!first || first === root) continue
    stays.delete(root)
    const whole = under(first, root)
    if (whole === first) continue
    stays.delete(first)
    stays.add(whole)
    table.set(subjectOf(root), whole)
  }
  return [...stays]
}

/** @returns the first one with the other below it, or a place for both */
function under(first: Node, root: Node): Node {
  if (!first.row && !root.row) first.children.push(...root.children)
  else if (!first.row || (isAnswer(root) && !isAnswer(first))) first.children.push(root)
  else {
    const both = newNode(null)
    both.children = [first, root]
    return both
  }
  return first
}

/** Step 6. */
async function sorted(roots: readonly Node[]): Promise<Node[]> {
  const pause = inSteps()
  for (const root of roots) {
    root.children = await sortInTurns(root.children, bySending)
    if (!root.row) root.at = root.children[0]?.at ?? 0
    await pause(1 + root.children.length)
  }
  return sortInTurns(roots, bySending)
}
