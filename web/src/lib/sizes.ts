const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes for people, in steps of 1024 (L25): `512 B`, `1.5 KB`, `24 MB`. */
export function formatSize(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (unit < units.length - 1 && Math.round(value) >= 1024) {
    value /= 1024
    unit++
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`
}
