/**
 * Whether a name fits a pattern of LIST: `*` stands for anything, `%` for anything without the delimiter (RFC 9051 §6.3.9).
 * Walks through the name once for each character of the pattern, whatever it is made of. INBOX is the same in any case.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const wanted = name === 'INBOX' ? pattern.toUpperCase() : pattern
  /** How many characters of the name may be used up so far. */
  let reached: ReadonlySet<number> = new Set([0])
  // A long pattern is not walked through for each name that is too short for it.
  if (wanted.replace(/[*%]/g, '').length > name.length) return false
  for (const char of squeezed(wanted)) reached = step(reached, char, name)
  return reached.has(name.length)
}

function step(reached: ReadonlySet<number>, char: string, name: string): Set<number> {
  const next = new Set<number>()
  const isWild = char === '*' || char === '%'
  for (const at of reached) {
    if (isWild) stretch(next, { at, char, name })
    else if (name[at] === char) next.add(at + 1)
  }
  return next
}

/** A wildcard uses up nothing, one character, two …; where it was before, it need not go again. */
function stretch(next: Set<number>, from: { at: number; char: string; name: string }): void {
  const { char, name } = from
  for (let end = from.at; end <= name.length && !next.has(end); end++) {
    next.add(end)
    if (char === '%' && name[end] === '/') return
  }
}

/** Many wildcards in a row say no more than one. */
const squeezed = (pattern: string): string =>
  pattern.replace(/[*%]{2,}/g, (run) => (run.includes('*') ? '*' : '%'))
