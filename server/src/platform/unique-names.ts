/**
 * Names that every system can unpack side by side: no folders, no device names, no two that differ only in case or in
 * their Unicode form (`a.txt`, `a (2).txt`) (T33).
 */
export function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((given) => {
    const name = safeName(given)
    const dot = name.lastIndexOf('.')
    const [start, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let count = 2; used.has(foldName(unique)); count++) unique = `${start} (${count})${end}`
    used.add(foldName(unique))
    return unique
  })
}

/** The same for names that some system takes for one: macOS for two Unicode forms, Windows for two cases. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase()

function safeName(given: string): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .slice(0, 120)
  if (name === '') return 'attachment'
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? `_${name}` : name
}
