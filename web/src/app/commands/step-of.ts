/** Which entry a key leads to: round by arrows, at most to an end by pages; null for any other key. */
export function stepOf(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(count - 1, at + 8)
  return key === 'PageUp' ? Math.max(0, at - 8) : null
}
