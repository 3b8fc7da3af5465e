/** Something that is found by typing: its title, and the keys of `searchKeys` or of the server. */
export interface Typeable {
  title: string
  keys: readonly string[]
}

/** What fits what was typed, those that begin with it first. Names, pinyin and initials count. */
export function matchTyped<T extends Typeable>(all: readonly T[], typed: string): T[] {
  const wanted = typed.normalize('NFKC').toLowerCase().trim()
  if (wanted === '') return [...all]
  const rank = ({ keys, title }: T): number => {
    const every = [...keys, title.toLowerCase()]
    if (every.some((key) => key.startsWith(wanted))) return 0
    return every.some((key) => key.includes(wanted)) ? 1 : 2
  }
  return all.filter((one) => rank(one) < 2).toSorted((a, b) => rank(a) - rank(b))
}
