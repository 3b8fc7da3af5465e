const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const names: Record<string, string> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Delete: 'Del',
}

/** How a key is written on screen: `Mod+k` as `Ctrl K` or `⌘ K`, `g i` as `g i`. */
export function keyText(key: string): string {
  if (key.startsWith('Mod+')) return `${isApple ? '⌘' : 'Ctrl'} ${key.slice(4).toUpperCase()}`
  return names[key] ?? key
}
