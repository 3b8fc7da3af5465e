const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const names: Record<string, string> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Delete: 'Del',
}

/** How a key is written on screen: `Mod+k` as `Ctrl K` or `⌘ K`, `Shift+ArrowDown` as `Shift ↓`. */
export function keyText(key: string): string {
  if (key.startsWith('Mod+')) return `${isApple ? '⌘' : 'Ctrl'} ${key.slice(4).toUpperCase()}`
  const keys = key.length > 1 ? key.split('+') : [key]
  return keys.map((one) => names[one] ?? one).join(' ')
}
