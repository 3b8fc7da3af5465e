import { normalForm } from '@hongyan/contract/normal-form'
/**
 * Names that every system can unpack side by side: no folders, no device names, no two that differ only in case or in
 * their Unicode form (`a.txt`, `a (2).txt`) (T33).
 */
export function uniqueNames(names: readonly string[]): string[] {
  const free = freeNames()
  return names.map((given) => free(safeName(given)))
}

/** Gives each name that was given out before, in any spelling that some system takes for it, a number. */
export function freeNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [start, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let free = name
    for (let count = 2; taken.has(foldName(free)); count++) free = `${start} (${count})${end}`
    taken.add(foldName(free))
    return free
  }
}

/** What two names have in common that some system takes for one: macOS two Unicode forms, Windows two cases. */
export const foldName = (name: string): string => normalForm(name, 'NFKC').toLowerCase()

function safeName(given: string): string {
  const name = given
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .slice(0, 120)
  if (name === '') return 'attachment'
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? `_${name}` : name
}
