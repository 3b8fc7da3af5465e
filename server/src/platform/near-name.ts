/** Names the known one that was probably meant, null when none is near. */
export function nearName(name: string, known: readonly string[]): string | null {
  const near = known
    .map((one) => ({ one, far: distance(name, one) }))
    .sort((a, b) => a.far - b.far)[0]
  return near && near.far <= 3 ? near.one : null
}

/** Letters to add, drop or change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}
