/** Words that are looked for together: one pass over a text finds them all, however many there are. */
export interface WordSearch {
  /** How often each stands in a text, those that do; what it begins in itself is not counted again. */
  count(text: string): ReadonlyMap<string, number>
}

/** A place in a tree of the letters with which words begin. */
interface Node {
  /** What comes next, by UTF-16 unit; null: few words are left, and each is compared. */
  next: Map<number, Node> | null
  words: string[]
}

/** More words than this at one place are told apart by their next letter. */
const mostCompared = 4

/** @param isWhole an English word ends where it ends; others run together with what is around them */
export function searchFor(words: Iterable<string>, isWhole: boolean): WordSearch {
  const root: Node = { next: null, words: [] }
  for (const word of new Set(words)) if (word !== '') add(root, word, 0)
  return { count: (text) => countAll(root, text, isWhole) }
}

function add(node: Node, word: string, depth: number): void {
  let at = node
  let from = depth
  for (; at.next && from < word.length; from++) at = childOf(at.next, word.charCodeAt(from))
  at.words.push(word)
  if (at.next || at.words.length <= mostCompared) return
  const all = at.words
  // One that ends here stays; there is one at most.
  at.words = all.filter(({ length }) => length === from)
  at.next = new Map()
  for (const one of all) if (one.length > from) add(at, one, from)
}

function childOf(next: Map<number, Node>, letter: number): Node {
  const known = next.get(letter)
  if (known) return known
  const made: Node = { next: null, words: [] }
  next.set(letter, made)
  return made
}

function countAll(root: Node, text: string, isWhole: boolean): Map<string, number> {
  const counts = new Map<string, number>()
  const ends = new Map<string, number>()
  const found = (word: string, at: number): void => {
    if (!text.startsWith(word, at) || at < (ends.get(word) ?? 0)) return
    const end = at + word.length
    ends.set(word, end)
    if (!isWhole || (!isPart(text[at - 1]) && !isPart(text[end])))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  for (let at = 0; at < text.length; at++) {
    let node: Node | undefined = root
    for (let next = at; node; next++) {
      for (const word of node.words) found(word, at)
      node = node.next?.get(text.charCodeAt(next))
    }
  }
  return counts
}

const isPart = (sign: string | undefined): boolean => sign !== undefined && /[a-z0-9]/.test(sign)
